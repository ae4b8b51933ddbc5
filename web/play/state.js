// Everything that can change on the page of a game: one record, which the page changes and its parts draw.

import { begin, myTurn } from "../state.js";

/** @import { Move, SeatState, Snapshot, View } from "../types.d.ts" */
/** @import { Premove } from "../premove.js" */
/** @import { Known } from "../state.js" */

/** @typedef {{words: (string | Node)[], warns: boolean}} Remark without words only the mood is another one */

/**
 * @typedef {object} PageState
 * @property {string | undefined} key the secret of the invitation, where I have it
 * @property {string} person my id
 * @property {Known} known the game, as the server told it
 * @property {number | null} at the steps after which the board is shown; nothing for the present position
 * @property {"resign" | "leave" | "restart" | null} confirming what I have to confirm: that I give up, put the game away, or begin it again
 * @property {boolean} offline is the connection lost?
 * @property {Move | null} proposed the move that shall be confirmed before it is sent
 * @property {Premove | null} wished what I want to do as soon as it is my turn
 * @property {Move | null} sent the move that was sent and is not yet confirmed
 * @property {Remark | null} remark what is said until the situation changes, instead of what is expected: a hint, or why a click was in vain
 * @property {number | null} announced the seat whose move is being shown, but not yet made on the board
 * @property {boolean | null} swap are sides to be swapped in the next game? Nothing: as is usual, or as offered
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
  wished: null,
  sent: null,
  remark: null,
  announced: null,
  swap: null,
});

/** Who is to move, as the board shows it: a move that is only announced is still being made. @param {PageState} state */
export const moverOf = ({ known: { state }, announced }) =>
  state.phase === "playing" ? (announced ?? state.turn) : null;

/** With whose plate the sentence stands that says what is expected; nothing where it concerns nobody alone. @param {PageState} state */
export function speakerOf(state) {
  const { offline, at, known, wished } = state;
  if (offline || at !== null || known.state.paused) return null;
  return wished && known.state.phase === "playing" ? known.mine[0] : moverOf(state);
}

/** The position that is looked at. @param {PageState} state @returns {View} */
export const viewOf = ({ known, at }) =>
  at === null ? known.view : (known.past.get(at) ?? known.view);

/** Am I a player of this game, or was it me who set it up? @param {PageState} state */
export const isConcerned = ({ known: { mine, setup }, person }) =>
  mine.length > 0 || setup.host?.id === person;

/** Where the game can be analysed, at the position that is looked at. @param {PageState} state */
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
