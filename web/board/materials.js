// Materials of boards. Each is a bitmap that is computed when a board first needs it, and then repeated.

import { svg } from "../dom.js";
import { definitions } from "./definitions.js";
import { address, bitmap, ramp, STONE, stone, wood } from "./texture.js";

/** @import { Relief } from "./texture.js" */

/** Grains: materials of one grain differ in their colours. @type {Record<string, () => Relief>} */
const GRAINS = {
  plain: () => wood({ seed: 5, rings: 31, figure: 1.5, late: 0.5, fibre: 0.2, pores: 0.5 }),
  figured: () => wood({ seed: 8, rings: 26, figure: 2.6, late: 0.75, fibre: 0.2, pores: 1.6 }),
  porous: () => wood({ seed: 11, rings: 19, figure: 1.9, late: 0.75, fibre: 0.2, pores: 2 }),
  split: () => stone({ seed: 3, clouds: 0.42, layers: 0.06, grain: 0.16 }),
};

/** Colours from dark to light. @type {Record<string, {grain: keyof typeof GRAINS, colours: string[]}>} */
export const MATERIALS = {
  maple: { grain: "plain", colours: ["#c59d67", "#dfc190", "#eed8ad", "#f7e8c8"] },
  beech: { grain: "plain", colours: ["#b07f48", "#cfa268", "#dfb880", "#ecce9d"] },
  oak: { grain: "figured", colours: ["#7a4a1d", "#9c6a33", "#b07d43", "#c29257"] },
  cherry: { grain: "figured", colours: ["#7d441f", "#965a2e", "#a3683a", "#b27c4d"] },
  teak: { grain: "figured", colours: ["#b48450", "#d4a871", "#e0ba88", "#ebcda2"] },
  walnut: { grain: "porous", colours: ["#432614", "#714628", "#8b5a33", "#a26f44"] },
  smoked: { grain: "porous", colours: ["#2b170b", "#4f2f1a", "#623d24", "#775033"] },
  slate: { grain: "split", colours: ["#39424a", "#4d5862", "#5e6a74", "#717e88"] },
  basalt: { grain: "split", colours: ["#1f252b", "#2d353c", "#38414a", "#485460"] },
  limestone: { grain: "split", colours: ["#a9aba8", "#c0c2be", "#d2d3ce", "#e4e4df"] },
};

/**
 * Materials of the parts of boards.
 * @typedef {object} Theme
 * @property {string} plate boards with holes
 * @property {string} panel boards with lines
 * @property {string} frame around squares
 * @property {string} field squares of boards with one kind of square
 * @property {string} camp squares of other zones
 * @property {string} light
 * @property {string} dark
 */

/** @type {Record<string, Theme>} */
export const THEMES = {
  walnut: {
    plate: "walnut",
    panel: "walnut",
    frame: "smoked",
    field: "teak",
    camp: "walnut",
    light: "maple",
    dark: "walnut",
  },
  light: {
    plate: "beech",
    panel: "maple",
    frame: "oak",
    field: "maple",
    camp: "cherry",
    light: "maple",
    dark: "cherry",
  },
  slate: {
    plate: "slate",
    panel: "slate",
    frame: "basalt",
    field: "limestone",
    camp: "slate",
    light: "limestone",
    dark: "slate",
  },
};

/** Returns a theme by its name; the default for unknown names. @param {string} name */
export const themeOf = (name) => THEMES[name] ?? THEMES.walnut;

/** Size of the bitmaps on a board, in cells. */
const SIZES = { wood: { width: 11, height: 9 }, stone: { width: 7, height: 7 } };

/** Offsets of the cuts, so that neighbouring squares differ. */
const CUTS = [
  "translate(0 0)",
  "translate(3.370 1.930)",
  "translate(7.910 5.210) scale(-1 1)",
  "translate(1.630 7.370) scale(1 -1)",
  "translate(5.230 3.710) scale(-1 -1)",
  "translate(9.130 6.470)",
  "translate(2.710 4.190) scale(-1 1)",
];

/** @type {Map<string, Relief>} */
const reliefs = new Map();

/** @param {keyof typeof GRAINS} grain */
function reliefOf(grain) {
  const known = reliefs.get(grain);
  if (known) return known;
  const made = GRAINS[grain]();
  reliefs.set(grain, made);
  return made;
}

/** @param {string} name @returns {SVGElement[]} */
function patterns(name) {
  const { grain, colours } = MATERIALS[name];
  const relief = reliefOf(grain);
  const { width, height } = relief.width === STONE.width ? SIZES.stone : SIZES.wood;
  const href = address(bitmap(relief, ramp(colours)), "image/bmp");
  const whole = svg(
    "pattern",
    { id: name, width, height, patternUnits: "userSpaceOnUse" },
    // Slightly larger, so that no gap shows between repetitions.
    svg("image", {
      href,
      x: -0.005,
      y: -0.005,
      width: width + 0.01,
      height: height + 0.01,
      preserveAspectRatio: "none",
    }),
  );
  const cut = (/** @type {string} */ id, /** @type {string} */ patternTransform) =>
    svg("pattern", { id, href: `#${name}`, patternTransform });
  return [
    whole,
    cut(`${name}-upright`, "rotate(90) translate(0.7 1.3)"),
    ...CUTS.map((transform, i) => cut(`${name}-${i}`, transform)),
  ];
}

/** Adds a material to the definitions, unless it is there. @param {string} material */
function provide(material) {
  const holder = definitions();
  if (!holder.querySelector(`#${material}`)) holder.append(...patterns(material));
}

/** Returns the fill of a whole board. @param {string} material */
export function whole(material) {
  provide(material);
  return `url(#${material})`;
}

/** Returns the fill of an upright bar. @param {string} material */
export function upright(material) {
  provide(material);
  return `url(#${material}-upright)`;
}

/** Returns the fill of a small part; neighbours differ. @param {string} material @param {number} n */
export function cut(material, n) {
  provide(material);
  return `url(#${material}-${(n * 5 + (n >> 3) * 3) % CUTS.length})`;
}
