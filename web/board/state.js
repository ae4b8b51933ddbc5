// Everything that a board shows: one record, which drawing reads and input changes. No DOM here.

import { NOTHING } from "../picking.js";

/** @import { Board, Move, MoveVerdict, Seat, View } from "../types.d.ts" */
/** @import { Pick as Picked } from "../picking.js" */
/** @import { Premove } from "../premove.js" */
/** @import { Drawn } from "./drawing.js" */

/**
 * @typedef {object} BoardState
 * @property {Board | null} plain the board as the server sent it
 * @property {Board | null} board the board as it is drawn: turned
 * @property {number} degrees by how much it is turned
 * @property {View | null} view the position
 * @property {Seat[]} seats
 * @property {Move[]} moves those that may be picked
 * @property {boolean} early whether they are premoves
 * @property {Premove | null} premove the chosen premove
 * @property {number} largest size of the largest group of pieces that moved together so far
 * @property {number} near the seat at the lower side of the board: its pieces in hand are drawn there
 * @property {Picked} pick what has been picked so far
 * @property {Move | null} announced a move that is shown before it is made
 * @property {Move | null} last the move that led to the position
 * @property {Move | null} hint the recommended move
 * @property {Move[]} arrows moves that are shown as arrows, the best first
 * @property {Move | null} threat the opponent's move if it were their turn
 * @property {Drawn[]} drawn arrows and circles drawn by the user
 * @property {boolean} keeps whether a click on the board leaves them
 * @property {boolean} sketching whether every pointer draws, not only the right button
 * @property {MoveVerdict[]} verdicts proven values of the moves
 * @property {number} focused the cell that keys act on
 * @property {boolean} still whether this is a picture, without input
 * @property {(seat: number) => Element | null} trays returns the element beside the board to which a seat's captured
 *   pieces move
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
  announced: null,
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
  trays: () => null,
});

/** Whether pieces in hand are drawn beside the board. @param {BoardState} state */
export const hasHands = ({ still, view }) => !still && (view?.hands?.length ?? 0) > 0;

/** Notes how many pieces move together. @param {BoardState} state @param {Move[]} moves */
function noteGroups(state, moves) {
  for (const { from = [] } of moves) state.largest = Math.max(state.largest, from.length);
}

/** Forgets all that belongs to the position shown before. @param {BoardState} state @param {Move | null} last the move to the new one */
export function leavePosition(state, last) {
  Object.assign(state, {
    hint: null,
    arrows: [],
    threat: null,
    verdicts: [],
    drawn: [],
    pick: NOTHING,
  });
  noteGroups(state, last ? [last] : []);
}

/**
 * What a page may change on a board beside its position.
 * @typedef {Partial<Pick<BoardState, "degrees" | "near" | "moves" | "early" | "premove" | "hint" | "arrows" | "threat"
 *   | "drawn" | "sketching" | "verdicts" | "trays">>} Changes
 */

/**
 * Applies changes: other moves end what was picked, and drawings that are set are kept.
 * @param {BoardState} state
 * @param {Changes} changes
 * @returns {"board" | "marks" | null} what has to be drawn again
 */
export function change(state, changes) {
  const before = { ...state };
  if (changes.moves) {
    Object.assign(state, { pick: NOTHING, early: false, premove: null });
    noteGroups(state, changes.moves);
  }
  Object.assign(state, changes);
  if (changes.drawn) state.keeps = true;
  const { degrees, near } = before;
  if (state.degrees !== degrees || (state.near !== near && hasHands(state))) return "board";
  const differs = (/** @type {string} */ name) =>
    Reflect.get(state, name) !== Reflect.get(before, name);
  return Object.keys(changes).some(differs) ? "marks" : null;
}
