// Portraits of people, drawn from a short text: an animal in one of its coats, with eyes, clothes, and a background.
// Nothing is loaded.

import { svg } from "./dom.js";
import { ANIMALS } from "./portrait/animals.js";

/** @import { Occupant } from "./types.d.ts" */
/** @import { Shape } from "./portrait/animals.js" */

const GROUNDS = [
  "#8fb3c9",
  "#9cc0a2",
  "#e3b778",
  "#d79a8b",
  "#b3a3cc",
  "#c9bfa3",
  "#7fa6a0",
  "#d9a7bd",
  "#a7b46f",
  "#8a9bc4",
];
const CLOTHES = ["#b3413a", "#2f6f8f", "#3f7d54", "#d08a2b", "#6d4f8f", "#f2e6d0"];
const METALS = ["#a9b4bd", "#c9b48a", "#9fb3a5", "#b9a3ad", "#8fa5b8"];
const INK = "#2b2320";

/** Alphabet and length of new texts. */
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const LENGTH = 8;

/** Returns a seeded generator of numbers from 0 to 1. @param {string} text */
function chances(text) {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {() => number} chance @param {T[]} all @returns {T} */
const oneOf = (chance, all) => all[Math.floor(chance() * all.length)];

/** Returns the animal of a text. @param {string} seed */
export const animalOf = (seed) => oneOf(chances(seed), Object.keys(ANIMALS));

/** Returns a random text. */
export const newSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS[byte % 32]).join("");

/** Returns texts of portraits with different animals. @param {number} count @param {string[]} [taken] animals */
export function seeds(count, taken = []) {
  const animals = new Set(taken);
  /** @type {string[]} */
  const found = [];
  while (found.length < count) {
    const seed = newSeed();
    if (animals.size < Object.keys(ANIMALS).length && animals.has(animalOf(seed))) continue;
    animals.add(animalOf(seed));
    found.push(seed);
  }
  return found;
}

/** Whether dark lines are illegible on a colour. @param {string} colour as `#rrggbb` */
function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue < 95;
}

/**
 * The eyes: open, smiling, winking or curious.
 * @param {() => number} chance
 * @param {[number, number, number]} place distance from the middle, height, and size
 * @param {string} behind their background
 * @returns {Shape[]}
 */
function eyes(chance, [apart, y, r], behind) {
  const look = Math.floor(chance() * 5);
  const light = isDark(behind) ? "#f6ead8" : null;
  /** @type {Shape[]} */
  const shapes = [];
  for (const side of [-1, 1]) {
    const x = 32 + side * apart;
    if (look === 1 || (look === 2 && side === 1)) {
      const d = `M${x - r} ${y + r / 3}q${r} ${-1.6 * r} ${2 * r} 0`;
      const line = { fill: "none", "stroke-width": 1.8, "stroke-linecap": "round" };
      shapes.push(["path", { d, stroke: light ?? INK, ...line }]);
      continue;
    }
    const shift = look === 3 ? 0.7 : look === 4 ? -0.7 : 0;
    if (light) shapes.push(["circle", { cx: x, cy: y, r: r + 0.9, fill: light }]);
    shapes.push(["circle", { cx: x, cy: y, r, fill: INK }]);
    shapes.push(["circle", { cx: x + shift - r / 3, cy: y - r / 3, r: r / 2.8, fill: "#fff" }]);
  }
  return shapes;
}

/**
 * The clothes of an animal; none for some.
 * @param {() => number} chance
 * @param {[number, number, number]} place of the eyes
 * @returns {Shape[]}
 */
function wear(chance, [apart, y]) {
  const cloth = oneOf(chance, CLOTHES);
  switch (Math.floor(chance() * 7)) {
    case 0:
      return [
        ["path", { d: "M15 55q17 9 34 0l2 6q-19 9-38 0Z", fill: cloth }],
        ["path", { d: "M41 58l7-1 2 9h-8Z", fill: cloth, stroke: "#0002" }],
      ];
    case 1:
      return [
        ["path", { d: "M32 59l-9-5v10ZM32 59l9-5v10Z", fill: cloth }],
        ["circle", { cx: 32, cy: 59, r: 2.4, fill: cloth, stroke: "#0003" }],
      ];
    case 2:
      return [-1, 1].flatMap((side) => [
        [
          "circle",
          {
            cx: 32 + side * apart,
            cy: y,
            r: 6,
            fill: "#ffffff40",
            stroke: INK,
            "stroke-width": 1.4,
          },
        ],
        ["path", { d: `M${32 + side * (apart - 6)} ${y}H32`, stroke: INK, "stroke-width": 1.4 }],
      ]);
    case 3:
      return [0, 1, 2, 3, 4]
        .map(
          (petal) =>
            /** @type {Shape} */ ([
              "circle",
              {
                cx: 46 + 3.4 * Math.sin(petal * 1.257),
                cy: 24 - 3.4 * Math.cos(petal * 1.257),
                r: 2.6,
                fill: cloth,
              },
            ]),
        )
        .concat([["circle", { cx: 46, cy: 24, r: 2.2, fill: "#f6d66b" }]]);
    default:
      return [];
  }
}

/** Returns the shapes of a person's portrait. @param {string} seed @returns {Shape[]} */
export function drawing(seed) {
  const chance = chances(seed);
  const { coats, eyes: place, behind = "fur", head } = ANIMALS[oneOf(chance, Object.keys(ANIMALS))];
  const [fur, pale, dark] = oneOf(chance, coats);
  const coat = { fur, pale, dark };
  const ground = oneOf(chance, GROUNDS);
  return [
    ["rect", { width: 64, height: 64, fill: ground }],
    ["circle", { cx: 20, cy: 14, r: 30, fill: "#fff", opacity: 0.16 }],
    ["ellipse", { cx: 32, cy: 68, rx: 21, ry: 15, fill: fur }],
    ["ellipse", { cx: 32, cy: 70, rx: 12, ry: 12, fill: pale }],
    ...head(coat),
    ...eyes(chance, place, coat[behind]),
    ...wear(chance, place),
  ];
}

/** Returns the shapes of a computer's portrait: its lamps count the level. @param {string} kind @param {number} level @returns {Shape[]} */
export function machine(kind, level) {
  const chance = chances(kind);
  const metal = oneOf(chance, METALS);
  const mouths = ["M25 46h14", "M25 45q7 5 14 0", "M24 46h4l2-2 4 4 2-2h4"];
  const lit = Math.ceil(level / 2);
  return [
    ["rect", { width: 64, height: 64, fill: "#4d5661" }],
    ["circle", { cx: 20, cy: 14, r: 30, fill: "#fff", opacity: 0.1 }],
    ["path", { d: "M32 20v-8", stroke: metal, "stroke-width": 2.4 }],
    ["circle", { cx: 32, cy: 10, r: 3.4, fill: "#f0b458" }],
    ["path", { d: "M9 34h46", stroke: metal, "stroke-width": 6, "stroke-linecap": "round" }],
    ["rect", { x: 13, y: 19, width: 38, height: 35, rx: 9, fill: metal }],
    ["rect", { x: 17, y: 25, width: 30, height: 15, rx: 7.5, fill: "#232a31" }],
    ["circle", { cx: 25, cy: 32.5, r: 3.6, fill: "#8fe3d0" }],
    ["circle", { cx: 39, cy: 32.5, r: 3.6, fill: "#8fe3d0" }],
    [
      "path",
      {
        d: oneOf(chance, mouths),
        fill: "none",
        stroke: INK,
        "stroke-width": 1.8,
        "stroke-linecap": "round",
      },
    ],
    ...[0, 1, 2, 3, 4].map(
      (lamp) =>
        /** @type {Shape} */ ([
          "circle",
          { cx: 22 + 5 * lamp, cy: 59.5, r: 1.8, fill: lamp < lit ? "#f0b458" : "#323a43" },
        ]),
    ),
  ];
}

/** @param {Shape[]} shapes */
const picture = (shapes) =>
  svg(
    "svg",
    { class: "portrait", viewBox: "0 0 64 64", "aria-hidden": "true", focusable: "false" },
    ...shapes.map(([name, attributes]) => svg(/** @type {"path"} */ (name), attributes)),
  );

/**
 * Returns a person's portrait: round, sized by the style sheet (`.portrait`), hidden from screen readers, as a name
 * is beside it.
 * @param {string} seed text of the portrait, or a name
 */
export const portrait = (seed) => picture(drawing(seed));

/** Returns the portrait of a seat's occupant; an empty disc for a free seat. @param {Occupant | null} occupant */
export function portraitOf(occupant) {
  if (!occupant)
    return svg("svg", { class: "portrait free", viewBox: "0 0 64 64", "aria-hidden": "true" });
  if (occupant.who === "computer") return picture(machine(occupant.kind, occupant.level));
  return portrait((occupant.who === "person" && occupant.picture) || occupant.name);
}
