// The present position and earlier ones on the board.

import { ask } from "../net.js";
import { explain, notice } from "../notice.js";

/** @import { Move, View } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Known } from "../state.js" */
/** @import { PageState } from "./state.js" */

/**
 * Returns the position after a number of steps. The first one that is missing is loaded with all others.
 * @param {Known} known
 * @param {number} ply
 * @param {string} [key] of an unlisted game
 * @returns {Promise<View | undefined>}
 */
async function positionAfter(known, ply, key) {
  if (!known.past.has(ply)) {
    const query = key ? `?key=${encodeURIComponent(key)}` : "";
    /** @type {{ply: number, view: View}[]} */
    const frames = await ask(`/api/games/${known.id}/replay${query}`);
    for (const frame of frames)
      if (!known.past.has(frame.ply)) known.past.set(frame.ply, frame.view);
  }
  return known.past.get(ply);
}

/** Returns the move before a position; null if it was no move. @param {Known} known @param {number} ply */
function moveBefore({ steps }, ply) {
  const step = steps[ply - 1];
  return step?.kind === "move" ? step : null;
}

/**
 * Shows the position after a number of steps.
 * @param {PageState} state
 * @param {BoardElement} board
 * @param {number} ply
 * @returns {Promise<boolean>} whether another position is shown
 */
export async function walkTo(state, board, ply) {
  const { known, at, key } = state;
  const all = known.steps.length;
  const wanted = Math.max(0, Math.min(all, ply));
  const before = at ?? all;
  if (wanted === before) return false;
  /** @type {View | undefined} */
  let view;
  try {
    view = await positionAfter(known, wanted, key);
  } catch (error) {
    notice(explain(error));
  }
  if (!view) return false;
  Object.assign(state, { at: wanted === all ? null : wanted, remark: null, proposed: null });
  const last = moveBefore(known, wanted);
  board.update(view, { moved: wanted === before + 1 ? last : null, last });
  return true;
}

/**
 * Shows the present position. A computer's move is announced if computers are given time.
 * @param {PageState} state
 * @param {BoardElement} board
 * @param {Move | null} moved the move that just led here
 * @param {() => void} offer lets moves be picked
 */
export function showPresent(state, board, moved, offer) {
  const { steps, view, state: game } = state.known;
  const step = steps.at(-1);
  const mover = moved && step ? game.seats[step.seat] : null;
  const announce = mover?.occupant?.who === "computer" && game.pace > 0;
  state.proposed = null;
  board.update(view, { moved, last: moveBefore(state.known, steps.length), announce });
  offer();
  // The turn changes on the page when the move is on the board.
  state.announced = announce && board.state.announced ? (step?.seat ?? null) : null;
}
