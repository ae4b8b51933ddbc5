// Pieces seen from above: glass marbles, turned stones, and a king.

import { svg } from "../dom.js";

/** Radii. A marble is smaller than the distance of holes, a king larger than other stones. */
const MARBLE = 0.4;
const STONE = 0.38;
const KING = 0.45;

/** @param {string} kind */
export const castOf = (kind) => (kind === "marble" ? MARBLE : kind === "crowned" ? KING : STONE);

/** @param {string} tone */
export function marble(tone) {
  const r = MARBLE;
  return [
    svg("circle", { class: "orb", r, fill: `url(#glass-${tone})` }),
    svg("circle", { r, fill: `url(#through-${tone})` }),
    svg("circle", { class: "film", r: r - 0.016, stroke: "url(#film)" }),
    svg("ellipse", {
      class: "glint",
      rx: r * 0.36,
      ry: r * 0.22,
      transform: `translate(${-r * 0.34} ${-r * 0.46}) rotate(-34)`,
    }),
    svg("circle", { class: "spark", cx: -r * 0.4, cy: -r * 0.5, r: r * 0.075 }),
  ];
}

/** @param {string} tone @param {number} [r] */
export function stone(tone, r = STONE) {
  const dish = r * 0.68;
  return [
    svg("circle", { class: "flank", cy: r * 0.1, r }),
    svg("circle", { class: "top", r, fill: `url(#turned-${tone})` }),
    svg("circle", { class: "brim", r: r * 0.93, stroke: "url(#raised)", "stroke-width": r * 0.13 }),
    // Polished, so that it contrasts with a board of the same colour.
    svg("circle", { class: "polish", r: r * 0.96 }),
    svg("circle", { class: "dish", r: dish, fill: "url(#dished)" }),
    svg("circle", { class: "cut", r: dish, "stroke-width": r * 0.035 }),
    svg("circle", { class: "cut faint", r: dish * 0.56, "stroke-width": r * 0.028 }),
    svg("circle", { class: "edge", r: r * 0.99 }),
    svg("ellipse", {
      class: "glint soft",
      rx: r * 0.34,
      ry: r * 0.1,
      transform: `translate(${-r * 0.5} ${-r * 0.62}) rotate(-38)`,
    }),
  ];
}

const CROWN = "M-.235 .15-.285-.12-.135 -.01 0-.2 .135-.01 .285-.12 .235 .15Q0 .195-.235 .15Z";
const JEWELS = [
  [-0.285, -0.135, 0.038],
  [0, -0.215, 0.045],
  [0.285, -0.135, 0.038],
];

/** A larger stone with a metal rim and a crown. @param {string} tone */
export function crowned(tone) {
  return [
    ...stone(tone, KING),
    svg("circle", { class: "band", r: KING * 0.8, "stroke-width": KING * 0.11 }),
    svg("path", { class: "crown-shade", d: CROWN, transform: "translate(.02 .035)" }),
    svg("path", { class: "crown", d: CROWN }),
    ...JEWELS.map(([cx, cy, r]) => svg("circle", { class: "crown", cx, cy, r })),
    svg("path", { class: "crown-line", d: "M-.222 .085Q0 .128 .222 .085" }),
  ];
}
