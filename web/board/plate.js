// The plate that everything lies on: its shape, its edge in the light, and its shadow.

import { svg } from "../dom.js";
import { extent, isDrilled } from "../geometry.js";
import { upright, whole } from "./materials.js";
import { path, rim, rounded, spread } from "./outline.js";

/** @import { Board } from "../types.d.ts" */
/** @import { Box } from "../geometry.js" */
/** @import { Polygon } from "./outline.js" */
/** @import { Theme } from "./materials.js" */

/** Clips have names that are known in the whole document. */
let clips = 0;

/**
 * How much thicker lines and margins are on boards with many cells, so that they look alike.
 * @param {Board} board
 */
export function coarseness(board) {
  const { width, height } = extent(board.cells);
  return Math.max(1, Math.min(2, Math.max(width, height) / 8));
}

/** The material of a board, as a class. @param {Board} board */
export const material = (board) =>
  isDrilled(board) ? "drilled" : board.lined ? "engraved" : "inlaid";

/** How far the plate reaches beyond the middles of the cells. @param {Board} board */
export function reach(board) {
  const coarse = coarseness(board);
  if (isDrilled(board)) return 0.62 + 0.17 * coarse;
  return board.lined ? 0.42 + 0.42 * coarse : 0.5 + FRAME;
}

/** The width of the frame around squares. */
export const FRAME = 0.36;

/** The outer corners of a board. @param {Board} board */
export const outer = (board) => spread(rim(board), reach(board));

/**
 * The part of the plane that is seen: the plate, whose shadow may fall beyond.
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

/** The points that a rounded polygon reaches. @param {Polygon} polygon @param {number} radius */
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
 * @returns {{parts: SVGElement[], clip: string}} and the name of the clip that has its shape
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

/** How many thin shadows make a soft one. */
const SOFT = 16;

/**
 * A soft shadow below and to the right: many thin ones, the wider the further away. Their paint is thin: an opacity of
 * each path would cost a layer, and the rounding of sixteen layers darkens all that lies behind.
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
 * The edge, lit where it looks to the upper left: what lies outside the shape when that is moved.
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

/** A fine line cut into the plate. @param {string} d @param {number} width */
export const groove = (d, width) =>
  svg(
    "g",
    { class: "groove", "stroke-width": width },
    svg("path", { class: "far", d, transform: `translate(${width * 0.45} ${width * 0.55})` }),
    svg("path", { class: "near", d }),
  );

/**
 * Four bars, joined at the corners: those that lie and those that stand, each a shape of its own.
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
