// Arrows and circles that users draw on a board.

import { svg } from "../dom.js";

/** @import { Board } from "../types.d.ts" */

/** An arrow, or a circle if both ends are the same. @typedef {{from: number, to: number, tone?: string}} Drawn */

/**
 * Adds a drawing, or removes the same.
 * @param {Drawn[]} drawn
 * @param {Drawn} added
 * @returns {Drawn[]}
 */
export function toggled(drawn, added) {
  const same = (/** @type {Drawn} */ { from, to }) => from === added.from && to === added.to;
  return drawn.some(same) ? drawn.filter((one) => !same(one)) : [...drawn, added];
}

/** @param {Board} board @param {Drawn} what @param {string} [kind] @returns {SVGElement[]} */
export function sketch({ cells }, { from, to, tone: colour = "" }, kind = "drawn") {
  const tone = `${kind}${colour && ` tone-${colour}`}`;
  const [a, b] = [cells[from], cells[to]];
  if (from === to)
    return ["ring-back", "ring"].map((layer) =>
      svg("circle", { class: `${layer} ${tone}`, cx: a.x, cy: a.y, r: 0.45 }),
    );
  // An arrow begins beside the middle, so that the piece is visible, and ends in the middle.
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const begin = { x: a.x + ((b.x - a.x) * 0.28) / length, y: a.y + ((b.y - a.y) * 0.28) / length };
  const points = `${begin.x},${begin.y} ${b.x},${b.y}`;
  return ["arrow-back", "arrow"].map((layer) =>
    svg("polyline", { class: `${layer} ${tone}`, points, "marker-end": "url(#head)" }),
  );
}
