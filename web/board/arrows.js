// A move as arrows.

import { svg } from "../dom.js";

/** @import { Board, Move } from "../types.d.ts" */

/**
 * Returns arrows along the path, for each piece of a group; a ring where a piece is placed.
 * @param {Board} board
 * @param {Move} move
 * @param {string} kind
 * @returns {SVGElement[]}
 */
export function arrow({ cells }, move, kind) {
  if (move.to === undefined) return [];
  const men = move.from ?? [];
  /** @type {SVGElement[]} */
  const parts = [];
  const line = (/** @type {number[]} */ path) => {
    const points = path.map((cell) => `${cells[cell].x},${cells[cell].y}`).join(" ");
    for (const layer of ["arrow-back", "arrow"])
      parts.push(
        svg("polyline", { class: `${layer} ${kind}`, points, "marker-end": "url(#head)" }),
      );
  };
  if (move.path && move.path.length > 1) line(move.path);
  else if (men.length > 0) {
    for (const shift of move.shifts?.filter(([from]) => men.includes(from)) ?? []) line(shift);
  } else {
    const { x, y } = cells[move.to];
    parts.push(svg("circle", { class: `ring ${kind}`, cx: x, cy: y, r: 0.4 }));
  }
  if (kind === "other") return parts;
  for (const choice of move.more ?? []) {
    if (!("cell" in choice)) continue;
    const { x, y } = cells[choice.cell];
    parts.push(svg("circle", { class: "ring asked", cx: x, cy: y, r: 0.45 }));
  }
  return parts;
}
