// The trail of a move, fading in towards its end.

import { svg } from "../dom.js";

/** @import { Board, Move } from "../types.d.ts" */
/** @import { Point } from "../geometry.js" */

/** Ids of gradients are global in the document. */
let names = 0;

/** Returns the paths of the pieces that a move shifted. @param {Move} move */
function ways(move) {
  if (move.path && move.path.length > 1) return [move.path];
  return (move.shifts ?? []).map(([from, to]) => [from, to]);
}

/**
 * Returns the segments of a path, with the opacity at both ends.
 * @param {Point[]} points
 * @returns {{from: Point, to: Point, begin: number, end: number}[]}
 */
export function fading(points) {
  const lengths = points
    .slice(1)
    .map(({ x, y }, i) => Math.hypot(x - points[i].x, y - points[i].y));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  let walked = 0;
  return lengths.map((length, i) => {
    const begin = all === 0 ? 1 : walked / all;
    walked += length;
    return { from: points[i], to: points[i + 1], begin, end: all === 0 ? 1 : walked / all };
  });
}

/** @param {Board} board @param {Move} move @returns {SVGElement[]} */
export function trails({ cells }, move) {
  return ways(move).flatMap((way) =>
    fading(way.map((cell) => cells[cell])).map(({ from, to, begin, end }) => {
      const id = `trail-${names++}`;
      const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
      return svg(
        "g",
        { class: "trail" },
        svg(
          "linearGradient",
          { id, gradientUnits: "userSpaceOnUse", ...line },
          ...[begin, end].map((opacity, offset) =>
            svg("stop", { class: "trail-stop", offset, "stop-opacity": opacity }),
          ),
        ),
        svg("line", { ...line, stroke: `url(#${id})` }),
      );
    }),
  );
}
