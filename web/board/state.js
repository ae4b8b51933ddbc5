// Everything that a board shows: one record that drawing reads and hands change.

import { NOTHING } from "../picking.js";

/** @import { Board, Move, MoveVerdict, Seat, View } from "../types.d.ts" */
/** @import { Pick } from "../picking.js" */
/** @import { Premove } from "../premove.js" */
/** @import { Drawn } from "./drawing.js" */

/**
 * @typedef {object} BoardState
 * @property {Board | null} plain the board as the server sent it
 * @property {Board | null} board the board as it is drawn
 * @property {number} degrees by how much it is turned
 * @property {View | null} view the position
 * @property {Seat[]} seats
 * @property {Move[]} moves those that may be picked now
 * @property {boolean} early are these only wishes, for when the turn has come?
 * @property {Premove | null} premove what was wished
 * @property {number} largest the most men that went together so far
 * @property {number} near the seat at the lower side of the board
 * @property {Pick} pick what has been picked so far
 * @property {Move | null} last the move that led here
 * @property {Move | null} hint the move that is recommended
 * @property {Move[]} arrows moves that are shown as arrows, the best first
 * @property {Move | null} threat what the other side would do
 * @property {Drawn[]} drawn what people drew to think
 * @property {boolean} keeps does a click leave it as it is?
 * @property {boolean} sketching does every pointer draw?
 * @property {MoveVerdict[]} verdicts what is known of the moves for certain
 * @property {number} focused the cell that keys act on
 * @property {boolean} still is this only a picture?
 */

/** @returns {BoardState} */
export const emptyState = () => ({
  plain: null,
  board: null,
  degrees: 0,
  view: null,
  seats: [],
  moves: [],
  early: false,
  premove: null,
  largest: 1,
  near: 0,
  pick: NOTHING,
  last: null,
  hint: null,
  arrows: [],
  threat: null,
  drawn: [],
  keeps: false,
  sketching: false,
  verdicts: [],
  focused: 0,
  still: true,
});
