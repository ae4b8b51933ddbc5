// Drawing boards, pieces and materials, without a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { letters } from "../web/board/letters.js";
import { around, hull, region, rounded, spread } from "../web/board/outline.js";
import { address, bitmap, dice, ramp, STONE, stone, WOOD, wood } from "../web/board/texture.js";
import { fading } from "../web/board/trail.js";
import { MATERIALS, THEMES } from "../web/board/materials.js";
import { straights } from "../web/geometry.js";
import { CLASSIC } from "../web/pieces/classic.js";
import { FLAT } from "../web/pieces/flat.js";
import { ring, turned } from "../web/pieces/lathe.js";

const HALF = Math.sqrt(3) / 2;

/** Holes in a hexagon, or in a star with six points, by the length of a side; named by row and number. */
function holes(side, star) {
  const cells = [];
  const reach = star ? 2 * side : side;
  for (let r = -reach; r <= reach; r++) {
    for (let q = -reach; q <= reach; q++) {
      const all = [q, r, -q - r];
      const inside = all.every((n) => Math.abs(n) <= side);
      const point = star && (all.every((n) => n <= side) || all.every((n) => n >= -side));
      if (inside || point)
        cells.push({ name: `${r}:${q}`, x: q + r / 2, y: r * HALF, shape: "hole", zone: "", q, r });
    }
  }
  const links = cells.flatMap((a, i) =>
    cells.flatMap((b, j) => (i < j && Math.hypot(a.x - b.x, a.y - b.y) < 1.01 ? [[i, j]] : [])),
  );
  return { cells, links, lined: false, labels: [] };
}

const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6;

test("the outline of a hexagon has six corners, that of a star twelve", () => {
  const hexagon = around(holes(4, false));
  assert.equal(hexagon.length, 6);
  for (const { x, y } of hexagon) assert.ok(Math.abs(Math.hypot(x, y) - 4) < 1e-6);
  const star = around(holes(4, true));
  assert.equal(star.length, 12);
  const far = star.map(({ x, y }) => Math.round(Math.hypot(x, y) * 1e3) / 1e3);
  assert.deepEqual(new Set(far), new Set([4, 6.928]));
});

test("an outline is offset by the given distance on every side", () => {
  const square = hull([
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 1, y: 1 },
    { x: 2, y: 2 },
    { x: 0, y: 2 },
  ]);
  assert.equal(square.length, 4);
  const wider = spread(square, 1);
  for (const corner of [
    { x: -1, y: -1 },
    { x: 3, y: -1 },
    { x: 3, y: 3 },
    { x: -1, y: 3 },
  ])
    assert.ok(wider.some((point) => near(point, corner)));
  assert.ok(spread(wider, -1).every((point, i) => near(point, square[i])));
  assert.match(rounded(square, 0.2), /^M.*Z$/);
});

test("the zone of a star's point reaches over the edge and halfway to the middle", () => {
  const board = holes(4, true);
  const point = board.cells.filter((cell) => cell.r < -4);
  assert.equal(point.length, 10);
  const stain = region(point, around(board), { inside: 0.433, outside: 1 });
  const [top, bottom] = [Math.min, Math.max].map((end) => end(...stain.map(({ y }) => y)));
  assert.ok(Math.abs(top - (-8 * HALF - 2)) < 1e-3);
  assert.ok(Math.abs(bottom - (-5 * HALF + 0.433)) < 1e-3);
});

test("the lines through a hole run from edge to edge", () => {
  const board = holes(2, false);
  const middle = board.cells.findIndex(({ q, r }) => q === 0 && r === 0);
  const ends = straights(board, middle).map((line) => line.map((cell) => board.cells[cell].name));
  assert.deepEqual(
    new Set(ends.map((names) => names.sort().join(" "))),
    new Set(["-2:0 2:0", "0:-2 0:2", "-2:2 2:-2"]),
  );
  const corner = board.cells.findIndex(({ q, r }) => q === 0 && r === -2);
  assert.equal(straights(board, corner).length, 3);
});

test("a trail fades in", () => {
  const parts = fading([
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 2 },
  ]);
  assert.deepEqual(
    parts.map(({ begin, end }) => [begin, end]),
    [
      [0, 0.5],
      [0.5, 1],
    ],
  );
});

test("bitmaps of materials are deterministic, varied and seamless", () => {
  const kind = { seed: 4, rings: 12, figure: 2, late: 0.7, fibre: 0.2, pores: 1 };
  const [a, b] = [wood(kind), wood(kind)];
  assert.deepEqual(a, b);
  assert.equal(a.light.length, WOOD.width * WOOD.height);
  const stones = stone({ seed: 3, clouds: 0.4, layers: 0.1, grain: 0.1 });
  for (const { width, height, light } of [a, stones]) {
    const mean = light.reduce((sum, n) => sum + n, 0) / light.length;
    assert.ok(mean > 80 && mean < 190, `${mean}`);
    const step = (x, y, x2, y2) => Math.abs(light[y * width + x] - light[y2 * width + x2]);
    let [seam, inside] = [0, 0];
    for (let y = 0; y < height; y++) {
      seam += step(width - 1, y, 0, y);
      inside += step(width / 2, y, width / 2 + 1, y);
    }
    assert.ok(seam < inside * 3 + height, `${seam} ${inside}`);
  }
  assert.equal(stones.width, STONE.width);
});

test("a bitmap is a valid BMP file", () => {
  const palette = ramp(["#000000", "#ffffff"]);
  assert.deepEqual(
    [palette[0], palette[255]],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
  const file = bitmap(
    { width: 4, height: 2, light: Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]) },
    palette,
  );
  assert.equal(String.fromCharCode(file[0], file[1]), "BM");
  assert.equal(new DataView(file.buffer).getUint32(2, true), file.length);
  assert.equal(file.length, 54 + 1024 + 8);
  assert.match(address(file, "image/bmp"), /^data:image\/bmp;base64,Qk/);
  const random = dice(1);
  for (let i = 0; i < 100; i++) assert.ok(random() < 1);
});

/** Linear light of a colour's channels. */
const linear = (colour) =>
  [1, 3, 5]
    .map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));

/** Relative luminance, as contrast is measured. */
function luminance(colour) {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
/** The mean colour of a material. */
const colour = (name) => {
  const [, low, high] = MATERIALS[name].colours;
  const mix = [1, 3, 5].map((i) =>
    Math.round(
      (Number.parseInt(low.slice(i, i + 2), 16) + Number.parseInt(high.slice(i, i + 2), 16)) / 2,
    ),
  );
  return `#${mix.map((n) => n.toString(16).padStart(2, "0")).join("")}`;
};

test("squares differ enough in lightness in every theme", () => {
  for (const [name, { light, dark, field, camp }] of Object.entries(THEMES)) {
    assert.ok(
      contrast(colour(light), colour(dark)) >= 3,
      `${name}: ${contrast(colour(light), colour(dark))}`,
    );
    assert.ok(
      contrast(colour(field), colour(camp)) >= 3,
      `${name}: ${contrast(colour(field), colour(camp))}`,
    );
  }
});

test("every theme uses known materials", () => {
  for (const theme of Object.values(THEMES)) {
    for (const name of Object.values(theme)) assert.ok(name in MATERIALS, name);
  }
});

test("both sets have the same pieces, and every outline is a path", () => {
  assert.deepEqual(Object.keys(FLAT).sort(), Object.keys(CLASSIC).sort());
  for (const { d } of [...Object.values(FLAT), ...Object.values(CLASSIC)].flat())
    assert.match(d, /^M[-\d.,\sMLHVCSQAZmlhvcsqaz]+$/);
});

test("turned bodies are symmetric", () => {
  assert.equal(
    turned([
      [0, 0],
      [4, 0],
      [4, 4, 2, 6, 0, 6],
    ]),
    "M0 0L4 0C4 4 2 6 0 6C-2 6 -4 4 -4 0L0 0Z",
  );
  assert.match(ring(10, 0, 4), /^M0 0\.4C/);
});

/** A colour with normal vision, and with each common deficiency (Machado, 2009). */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
  deutan: [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
  tritan: [1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304],
};

/** A colour in Oklab, where distances match perception. */
function seen(colour, eye) {
  const [r, g, b] = [0, 3, 6].map((row) =>
    Math.max(
      0,
      linear(colour).reduce((sum, part, i) => sum + part * eye[row + i], 0),
    ),
  );
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}

test("the six colours are distinct with all colour deficiencies, in both palettes", () => {
  const css = readFileSync(new URL("../web/board.css", import.meta.url), "utf8");
  const tones = ["green", "yellow", "orange", "red", "purple", "blue"].map((tone) => [
    ...css.matchAll(new RegExp(`--${tone}: (#[0-9a-f]{6})`, "g")),
  ]);
  for (const palette of [0, 1]) {
    for (const [who, eye] of Object.entries(EYES)) {
      const places = tones.map((found) => seen(found[palette][1], eye));
      places.forEach((a, i) => {
        for (const b of places.slice(0, i)) {
          const apart = Math.hypot(...a.map((part, k) => part - b[k]));
          assert.ok(apart >= 0.1, `${who}, palette ${palette}: ${apart}`);
        }
      });
    }
  }
});

test("labels are beside the holes whose names have them, inside the plate", () => {
  const board = holes(1, false);
  board.cells.forEach((cell) => {
    cell.name = `${"abc"[cell.r + 1]}${cell.q + 2}`;
  });
  board.labels = [
    { text: "A", x: -1.5, y: -HALF },
    { text: "B", x: -2, y: 0 },
  ];
  const [a, b] = letters(board);
  assert.ok(Math.abs(a.y + HALF) < 1e-6 && Math.abs(a.x + 1.14) < 1e-6);
  assert.ok(Math.abs(b.y) < 1e-6 && Math.abs(b.x + 1.64) < 1e-6);
});
