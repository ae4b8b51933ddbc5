// Everything that can change on the page of a game: one record, which the page changes and its parts draw.

import { begin, myTurn } from "../state.js";

/** @import { Move, SeatState, Snapshot, View } from "../types.d.ts" */
/** @import { Premove } from "../premove.js" */
/** @import { Known } from "../state.js" */

/** @typedef {{words: (string | Node)[], warns: boolean}} Remark without words only the mood is another one */

/**
 * @typedef {object} PageState
 * @property {string | undefined} key secret of the invitation
 * @property {string} person my id
 * @property {Known} known the game as the server sent it
 * @property {number | null} at number of steps before the shown position; null for the present one
 * @property {"resign" | "leave" | "restart" | null} confirming what I must confirm: resigning, aborting, or restarting
 * @property {boolean} offline whether the connection is lost
 * @property {Move | null} proposed the move that must be confirmed before it is sent
 * @property {Premove | null} premove my premove
 * @property {Move | null} sent the move that was sent and is not confirmed yet
 * @property {Remark | null} remark shown instead of what is expected until the situation changes: a hint, or why a click was refused
 * @property {number | null} announced seat of the move that is shown before it is made on the board
 * @property {boolean | null} swap whether sides are swapped in the rematch; null for the default, or as offered
 */

/**
 * @param {Snapshot} snapshot
 * @param {string} person
 * @param {string | undefined} key
 * @returns {PageState}
 */
export const open = (snapshot, person, key) => ({
  key: key ?? snapshot.key,
  person,
  known: begin(snapshot),
  at: null,
  confirming: null,
  offline: false,
  proposed: null,
  premove: null,
  sent: null,
  remark: null,
  announced: null,
  swap: null,
});

/** Returns the player to move as the board shows it: an announced move is still being made. @param {PageState} state */
export const moverOf = ({ known: { state }, announced }) =>
  state.phase === "playing" ? (announced ?? state.turn) : null;

/** Returns the seat whose plate shows what is expected; null if it concerns no single player. @param {PageState} state */
export function speakerOf(state) {
  const { offline, at, known, premove } = state;
  if (offline || at !== null || known.state.paused) return null;
  return premove && known.state.phase === "playing" ? known.mine[0] : moverOf(state);
}

/** Returns the shown position. @param {PageState} state @returns {View} */
export const viewOf = ({ known, at }) =>
  at === null ? known.view : (known.past.get(at) ?? known.view);

/** Whether I play in the game, or have set it up. @param {PageState} state */
export const isConcerned = ({ known: { mine, setup }, person }) =>
  mine.length > 0 || setup.host?.id === person;

/** Returns the address of the analysis at the shown position. @param {PageState} state */
export function analysisOf({ known, key, at }) {
  const query = new URLSearchParams({ id: known.id });
  if (key) query.set("key", key);
  if (at !== null) query.set("ply", String(at));
  return `/analysis/${known.setup.game}?${query}`;
}

/** Returns what the board shows and which moves may be made there, as a key. @param {PageState} state */
export function situation({ known, at, sent }) {
  const { ply, phase } = known.state;
  return [ply, known.view.position, phase, myTurn(known), at, sent?.text].join("|");
}

/**
 * Returns by how much the board is turned for me: on one screen for the player to move, if that is wanted.
 * @param {PageState} state
 * @param {boolean} autoturn
 */
export function homeDegrees({ known: { mine, state } }, autoturn) {
  const mover = autoturn && mine.length > 1 ? state.turn : null;
  return state.seats[mover ?? mine[0] ?? 0].degrees;
}

/** Returns the seat at the lower side of the board. @param {PageState} state @param {number} degrees of the board */
export const nearSeat = ({ known: { mine, state } }, degrees) =>
  mine.length === 1 ? mine[0] : atBottom(state.seats, degrees);

/** @param {SeatState[]} seats @param {number} degrees */
function atBottom(seats, degrees) {
  const fitting = [0, 1].filter((seat) => seats[seat].degrees === degrees);
  // On boards whose seats have no sides the first one begins there.
  return fitting.length === 1 ? fitting[0] : degrees === 180 ? 1 : 0;
}
