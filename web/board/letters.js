// Labels on a board: in the corners of squares, or on the rim.

import { svg } from "../dom.js";
import { extent, isDrilled, nearest } from "../geometry.js";
import { coarseness } from "./plate.js";

/** @import { Board, Label } from "../types.d.ts" */

/**
 * Position, size and background of a label.
 * @typedef {{text: string, x: number, y: number, size: number, on: string}} Letter
 */

/**
 * @param {Board} board
 * @returns {Letter[]}
 */
export function letters(board) {
  const place = isDrilled(board) ? onRim : board.lined ? inMargin : inCorner;
  return board.labels.map((label) => place(board, label));
}

/** Labels the nearest hole whose name has it. @param {Board} board @param {Label} label @returns {Letter} */
function onRim(board, { text, x, y }) {
  const named = (/** @type {number} */ cell) => {
    const name = board.cells[cell].name.toLowerCase();
    return name.startsWith(text.toLowerCase()) || name.replace(/^\D+/, "") === text;
  };
  const hole = board.cells[nearest(board.cells, { x, y }, 2, named) ?? 0];
  const far = Math.hypot(x - hole.x, y - hole.y);
  const by = 0.64 / far;
  const size = 0.15 + 0.08 * coarseness(board);
  return { text, x: hole.x + (x - hole.x) * by, y: hole.y + (y - hole.y) * by, size, on: "plate" };
}

/** Labels in the margin around lines. @param {Board} board @param {Label} label @returns {Letter} */
function inMargin(board, { text, x, y }) {
  const box = extent(board.cells);
  const coarse = coarseness(board);
  const out = 0.42 + 0.16 * coarse;
  return {
    text,
    x: x < box.x ? box.x - out : x,
    y: y > box.y + box.height ? box.y + box.height + out : y,
    size: 0.24 * coarse,
    on: "panel",
  };
}

/** Row labels in the upper left corner of their first square, column labels in the lower right one of their last. @param {Board} board @param {Label} label @returns {Letter} */
function inCorner(board, { text, x, y }) {
  const box = extent(board.cells);
  const row = x < box.x;
  const at = { x: Math.max(x, box.x), y: Math.min(y, box.y + box.height) };
  const square = board.cells[nearest(board.cells, at, 1) ?? 0];
  const by = row ? { x: -0.41, y: -0.38 } : { x: 0.41, y: 0.385 };
  return { text, x: at.x + by.x, y: at.y + by.y, size: 0.18, on: square.zone || "field" };
}

/** @param {Letter} letter */
const drawn = ({ text, x, y, size, on }) =>
  svg("text", { class: `label on-${on}`, x, y: y + size * 0.36, "font-size": size }, text);

/** @param {Board} board */
export const lettering = (board) => svg("g", { class: "lettering" }, ...letters(board).map(drawn));
