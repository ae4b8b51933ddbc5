// The plate of a board: shape, lit edge, and shadow.

import { svg } from "../dom.js";
import { extent, isDrilled } from "../geometry.js";
import { upright, whole } from "./materials.js";
import { path, rim, rounded, spread } from "./outline.js";

/** @import { Board } from "../types.d.ts" */
/** @import { Box } from "../geometry.js" */
/** @import { Polygon } from "./outline.js" */
/** @import { Theme } from "./materials.js" */

/** Ids of clip paths are global in the document. */
let clips = 0;

/**
 * Scale of lines and margins, larger on boards with many cells.
 * @param {Board} board
 */
export function coarseness(board) {
  const { width, height } = extent(board.cells);
  return Math.max(1, Math.min(2, Math.max(width, height) / 8));
}

/** Returns the material of a board as a class. @param {Board} board */
export const material = (board) =>
  isDrilled(board) ? "drilled" : board.lined ? "engraved" : "inlaid";

/** Distance of the plate's edge from the outer cells. @param {Board} board */
export function reach(board) {
  const coarse = coarseness(board);
  if (isDrilled(board)) return 0.62 + 0.17 * coarse;
  return board.lined ? 0.42 + 0.42 * coarse : 0.5 + FRAME;
}

/** Width of the frame around squares. */
export const FRAME = 0.36;

/** @param {Board} board */
export const outer = (board) => spread(rim(board), reach(board));

/**
 * Returns the visible box: the plate and a part of its shadow.
 * @param {Board} board
 * @returns {Box}
 */
export function frame(board) {
  const { x, y, width, height } = extent(flattened(outer(board), roundness(board)));
  const thick = THICKNESS * coarseness(board);
  return { x: x - 0.03, y: y - 0.03, width: width + 0.06, height: height + thick + 0.06 };
}

const THICKNESS = 0.07;

/** @param {Board} board */
const roundness = (board) => (isDrilled(board) ? 0.4 : 0.2 * coarseness(board));

/** Returns the box of a rounded polygon. @param {Polygon} polygon @param {number} radius */
function flattened(polygon, radius) {
  return polygon.map((point, i) => {
    const before = polygon[(i + polygon.length - 1) % polygon.length];
    const after = polygon[(i + 1) % polygon.length];
    const pull = (/** @type {{x: number, y: number}} */ other) => {
      const share = Math.min(0.5, radius / Math.hypot(other.x - point.x, other.y - point.y));
      return { x: (other.x - point.x) * share, y: (other.y - point.y) * share };
    };
    const [a, b] = [pull(before), pull(after)];
    return { x: point.x + (a.x + b.x) / 4, y: point.y + (a.y + b.y) / 4 };
  });
}

/**
 * @param {Board} board
 * @param {Theme} theme
 * @returns {{parts: SVGElement[], clip: string}} and the elements, and the id of the clip path of its shape
 */
export function plate(board, theme) {
  const coarse = coarseness(board);
  const corners = outer(board);
  const d = rounded(corners, roundness(board));
  const id = `plate-${clips++}`;
  const clip = `url(#${id})`;
  const faces =
    material(board) === "inlaid"
      ? mitred(corners, theme.frame)
      : [svg("path", { d, fill: whole(board.lined ? theme.panel : theme.plate) })];
  const parts = [
    shadow(d, coarse),
    svg("path", { class: "side", d, transform: `translate(0 ${THICKNESS * coarse})` }),
    svg("clipPath", { id }, svg("path", { d })),
    svg("g", { class: "plate", "clip-path": clip }, ...faces),
    svg("path", { class: "shine", d, fill: "url(#wash)" }),
    bevel(corners, roundness(board), clip, coarse),
  ];
  if (board.lined) {
    const inside = rounded(spread(corners, -0.13 * coarse), roundness(board) * 0.8);
    parts.push(groove(inside, 0.022 * coarse));
  }
  return { parts, clip };
}

/** Number of layers of a soft shadow. */
const SOFT = 16;

/**
 * A soft shadow to the lower right: many thin layers of growing width. The colour is thin, because an opacity of
 * each path would cost a compositing layer, and rounding of sixteen layers would darken what is behind.
 * @param {string} d
 * @param {number} coarse
 */
function shadow(d, coarse) {
  const far = Math.min(1.3, coarse);
  const rings = Array.from({ length: SOFT }, (_, i) => (i + 1) / SOFT);
  return svg(
    "g",
    { class: "cast-by-plate" },
    ...rings.map((t) =>
      svg("path", {
        d,
        "stroke-width": 0.55 * t * far,
        "fill-opacity": Math.min(1, 1.2 - t),
        "stroke-opacity": Math.min(1, 1.2 - t),
        transform: `translate(${0.08 * t * far} ${(0.06 + 0.24 * t) * far})`,
      }),
    ),
  );
}

/**
 * The edge, lit at the upper left: the part of the shape outside its moved copy.
 * @param {Polygon} corners
 * @param {number} round
 * @param {string} clip
 * @param {number} coarse
 */
function bevel(corners, round, clip, coarse) {
  const side = (/** @type {string} */ kind, /** @type {number} */ by) => {
    const moved = corners.map(({ x, y }) => ({ x: x + by * 0.8 * coarse, y: y + by * coarse }));
    const d = rounded(corners, round) + rounded(moved, round);
    return svg("path", { class: kind, d, "fill-rule": "evenodd" });
  };
  return svg(
    "g",
    { class: "bevel shine", "clip-path": clip },
    ...[0.022, 0.045, 0.075].map((by) => side("lit", by)),
    ...[0.022, 0.045, 0.075].map((by) => side("shaded", -by)),
  );
}

/** @param {string} d @param {number} width */
export const groove = (d, width) =>
  svg(
    "g",
    { class: "groove", "stroke-width": width },
    svg("path", { class: "far", d, transform: `translate(${width * 0.45} ${width * 0.55})` }),
    svg("path", { class: "near", d }),
  );

/**
 * Four bars joined at the corners; horizontal and vertical ones are a shape each.
 * @param {Polygon} corners
 * @param {string} name of the material
 */
function mitred(corners, name) {
  const inner = spread(corners, -FRAME * 1.5);
  const bars = { lying: "", standing: "" };
  for (const [i, corner] of corners.entries()) {
    const next = (i + 1) % corners.length;
    const kind = Math.abs(corners[next].y - corner.y) < 0.5 ? "lying" : "standing";
    bars[kind] += path([corner, corners[next], inner[next], inner[i]]);
  }
  return [
    svg("path", { class: "bar", d: bars.lying, fill: whole(name) }),
    svg("path", { class: "bar", d: bars.standing, fill: upright(name) }),
  ];
}
