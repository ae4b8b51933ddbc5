// Gradients of each tone, in the colours of the style sheet.

import { svg } from "../dom.js";

/** Offset, and the class with the lightness. @typedef {[number, string][]} Shades */

/** @type {Record<string, {place: Record<string, number>, straight?: boolean, shades: Shades}>} */
const GRADIENTS = {
  // Glass: light enters at the upper left and gathers at the lower right.
  glass: {
    place: { cx: 0.4, cy: 0.36, r: 0.68 },
    shades: [
      [0, "lighter"],
      [0.42, "plain"],
      [0.8, "darker"],
      [1, "darkest"],
    ],
  },
  through: {
    place: { cx: 0.66, cy: 0.76, r: 0.46 },
    shades: [
      [0, "bright"],
      [0.55, "bright half"],
      [1, "bright none"],
    ],
  },
  caustic: {
    place: { cx: 0.5, cy: 0.5, r: 0.5 },
    shades: [
      [0, "bright"],
      [1, "bright none"],
    ],
  },
  // Turned on a lathe, seen from above.
  turned: {
    place: { cx: 0.34, cy: 0.28, r: 0.82 },
    shades: [
      [0, "light"],
      [0.45, "plain"],
      [1, "dark"],
    ],
  },
  // Turned, seen from the side: light from the left, reflected from the right.
  round: {
    place: { x1: 0, y1: 0, x2: 1, y2: 0.06 },
    straight: true,
    shades: [
      [0, "dark"],
      [0.1, "plain"],
      [0.3, "lightest"],
      [0.52, "plain"],
      [0.84, "darker"],
      [0.95, "dark"],
      [1, "darker"],
    ],
  },
  // Carved: light from the upper left.
  hewn: {
    place: { x1: 0.1, y1: 0, x2: 0.9, y2: 1 },
    straight: true,
    shades: [
      [0, "lightest"],
      [0.45, "plain"],
      [0.8, "dark"],
      [1, "darker"],
    ],
  },
};

/** Adds the gradients of a tone, unless they exist. @param {SVGElement} holder @param {string} tone */
export function tint(holder, tone) {
  if (holder.querySelector(`#glass-${tone}`)) return;
  const made = Object.entries(GRADIENTS).map(([name, { place, straight, shades }]) =>
    svg(
      straight ? "linearGradient" : "radialGradient",
      { id: `${name}-${tone}`, ...place },
      ...shades.map(([offset, shade]) => svg("stop", { offset, class: `shade ${shade}` })),
    ),
  );
  holder.append(svg("g", { class: `tone-${tone}` }, ...made));
}
