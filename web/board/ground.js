// The empty board: wood, squares, holes, lines and letters.

import { svg } from "../dom.js";
import { extent, isHexagonal } from "../geometry.js";

/** @import { Board, Cell } from "../types.d.ts" */
/** @import { Box } from "../geometry.js" */

/** Gradients have ids; one set of them in the document is enough for all boards. */
export function definitions() {
  if (document.getElementById("glass")) return;
  const stop = (
    /** @type {number} */ offset,
    /** @type {string} */ colour,
    /** @type {number} */ opacity,
  ) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  const glass = svg("radialGradient", { id: "glass", cx: 0.35, cy: 0.28, r: 0.8 });
  glass.append(
    stop(0, "#fff", 0.75),
    stop(0.22, "#fff", 0.18),
    stop(0.6, "#000", 0),
    stop(1, "#000", 0.45),
  );
  const hatch = svg("pattern", {
    id: "hatch",
    width: 0.14,
    height: 0.14,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  hatch.append(svg("rect", { class: "hatch", width: 0.05, height: 0.14 }));
  const head = svg("marker", {
    id: "head",
    viewBox: "0 0 10 10",
    refX: 5,
    refY: 5,
    markerWidth: 3,
    markerHeight: 3,
    orient: "auto-start-reverse",
  });
  head.append(svg("path", { class: "arrowhead", d: "M1 1 9 5 1 9Z" }));
  const holder = svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" });
  holder.append(svg("defs", {}, glass, hatch, head));
  document.body.append(holder);
}

/**
 * The part of the plane that is seen: the cells, and the letters unless it is only a picture.
 * @param {Board} board
 * @param {boolean} still
 * @returns {Box}
 */
export function frame(board, still) {
  const box = extent([...board.cells, ...(still ? [] : board.labels)]);
  const inner = extent(board.cells);
  const hole = isHexagonal(board);
  const edge = still ? (hole ? 0.75 : 0.6) : hole ? 0.7 : 0.62;
  const x = Math.min(inner.x - edge, box.x - (hole ? 0.4 : board.lined ? 0 : -0.15));
  const y = Math.min(inner.y - edge, box.y - 0.4);
  const right = Math.max(inner.x + inner.width + edge, box.x + box.width + 0.4);
  const bottom = Math.max(
    inner.y + inner.height + edge,
    box.y + box.height + (hole ? 0.4 : board.lined ? 0.08 : -0.15),
  );
  return { x, y, width: right - x, height: bottom - y };
}

/** The material of a board, as a class. @param {Board} board */
export const material = (board) =>
  isHexagonal(board) ? "drilled" : board.lined ? "engraved" : "inlaid";

/**
 * @param {Board} board
 * @param {boolean} lettered
 * @returns {SVGElement[]}
 */
export function ground(board, lettered) {
  const inner = extent(board.cells);
  const parts = [isHexagonal(board) ? wood(board) : plate(board, inner)];
  if (board.lined) parts.push(...lines(board, "engraving"));
  for (const cell of board.cells) parts.push(...drawnCell(cell, inner));
  if (lettered) parts.push(...letters(board, inner));
  return parts;
}

/** @param {Board} board @param {Box} inner @returns {SVGElement} */
function plate(board, inner) {
  const edge = board.lined ? 0.6 : 0.5;
  return svg("rect", {
    class: "plate",
    x: inner.x - edge,
    y: inner.y - edge,
    width: inner.width + 2 * edge,
    height: inner.height + 2 * edge,
    rx: board.lined ? 0.15 : 0,
  });
}

/** The wood around holes: one rounded shape that follows the outline. @param {Board} board */
const wood = (board) => svg("g", { class: "plate" }, ...lines(board, null));

/** @param {Board} board @param {string | null} kind */
const lines = (board, kind) =>
  board.links.map(([a, b]) => {
    const [p, q] = [board.cells[a], board.cells[b]];
    return svg("line", { class: kind, x1: p.x, y1: p.y, x2: q.x, y2: q.y });
  });

/** @param {Board} board @param {Box} inner */
function letters(board, inner) {
  const square = !isHexagonal(board);
  // Letters are of one size on the screen, however many cells there are.
  const size = Math.min(0.45, 0.03 * Math.max(inner.width + 2, inner.height + 2));
  return board.labels.map((label) => {
    const x = square && label.x < inner.x ? label.x + (board.lined ? 0.12 : 0.28) : label.x;
    const y =
      square && label.y > inner.y + inner.height ? label.y - (board.lined ? 0.12 : 0.25) : label.y;
    return svg("text", { class: "label", x, y: y + size * 0.36, "font-size": size }, label.text);
  });
}

/** @param {Cell} cell @param {Box} inner @returns {SVGElement[]} */
function drawnCell(cell, inner) {
  const zone = cell.zone ? ` zone-${cell.zone}` : "";
  const { x, y } = cell;
  if (cell.shape === "hole")
    return [svg("circle", { class: `hole${zone}`, cx: x, cy: y, r: 0.33 })];
  if (cell.shape === "point")
    return [svg("circle", { class: `point${zone}`, cx: x, cy: y, r: 0.09 })];
  const square = { x: x - 0.5, y: y - 0.5, width: 1, height: 1 };
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { class: `square${zone}`, ...square })];
  if (cell.zone === "camp")
    parts.push(svg("rect", { class: "hatched", ...square, fill: "url(#hatch)" }));
  if (cell.zone === "castle")
    parts.push(svg("rect", { class: "castle", x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }));
  if (cell.zone === "escape") {
    parts.push(
      svg("path", {
        class: "escape",
        d: "M-.1 .08 0-.08 .1 .08",
        transform: `translate(${x} ${y}) rotate(${outwards(cell, inner)})`,
      }),
    );
  }
  return parts;
}

/** The direction out of the board, in degrees from up. @param {Cell} cell @param {Box} inner */
function outwards(cell, inner) {
  const gaps = [
    [cell.y - inner.y, 0],
    [inner.x + inner.width - cell.x, 90],
    [inner.y + inner.height - cell.y, 180],
    [cell.x - inner.x, 270],
  ];
  return gaps.reduce((best, gap) => (gap[0] < best[0] ? gap : best))[1];
}
