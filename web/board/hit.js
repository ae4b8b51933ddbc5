// Which cell a pointer is over.

import { nearest } from "../geometry.js";

/** @import { Point } from "../geometry.js" */
/** @import { Cells } from "./cells.js" */
/** @import { BoardState } from "./state.js" */

/** Distance in pixels by which a finger may miss a cell that can be picked. */
const FINGER = 24;

/** Returns the point of an event, in the units of the board. @param {SVGSVGElement} root @param {PointerEvent} event @returns {Point | null} */
export function pointAt(root, { clientX, clientY }) {
  const matrix = root.getScreenCTM();
  return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
}

/**
 * @param {SVGSVGElement} root
 * @param {BoardState} state
 * @param {Cells} cells
 * @param {PointerEvent} event
 */
export function cellUnder(root, { board }, cells, event) {
  const at = pointAt(root, event);
  if (!board || !at) return null;
  if (event.pointerType === "touch") {
    const live = (/** @type {number} */ cell) => cells.isLive(cell);
    const pitch = root.getScreenCTM()?.a ?? 1;
    const close = nearest(board.cells, at, FINGER / pitch, live);
    if (close !== null) return close;
  }
  const square = board.cells[0].shape === "square";
  const cell = nearest(board.cells, at, square ? 0.71 : 0.62);
  if (cell === null || !square) return cell;
  const { x, y } = board.cells[cell];
  return Math.abs(at.x - x) <= 0.5 && Math.abs(at.y - y) <= 0.5 ? cell : null;
}
