// What a list knows of a board, made into a position that can be drawn. No DOM here.

/** @import { Scene, Summary, View } from "../types.d.ts" */

/**
 * @param {Scene} scene
 * @param {number} turn
 * @returns {View}
 */
export function viewOf({ men }, turn) {
  const pieces = men.flatMap(({ cells, ...man }) => cells.map((cell) => ({ ...man, cell })));
  return { position: "", turn, pieces, counters: [], alarms: [], moves: [] };
}

/** The seats of a person. @param {Summary} game @param {string} person */
export const seatsOf = ({ seats }, person) =>
  seats.flatMap(({ occupant }, seat) =>
    occupant?.who === "person" && occupant.id === person ? [seat] : [],
  );

/** Is it this person's turn? @param {Summary} game @param {string} person */
export const isTurnOf = (game, person) =>
  game.phase === "playing" && game.turn !== null && seatsOf(game, person).includes(game.turn);

/** Does the game belong to this person? @param {Summary} game @param {string} person */
export const isOf = (game, person) =>
  person !== "" && (game.host === person || seatsOf(game, person).length > 0);

/** Do only computers play? @param {Summary} game */
export const isOfComputers = ({ seats }) =>
  seats.every(({ occupant }) => occupant?.who === "computer");

/** What I have to do comes first, then what moved last. @param {string} person @returns {(a: Summary, b: Summary) => number} */
export const mineFirst = (person) => (a, b) =>
  Number(isTurnOf(b, person)) - Number(isTurnOf(a, person)) || b.updated - a.updated;

/**
 * Which running games are shown, and in which order: those that are shown keep their places, so that
 * nobody clicks another one than was meant; new ones come after them, and computers alone at the end.
 * @param {string[]} shown ids in their order
 * @param {Summary[]} games
 * @returns {Summary[]}
 */
export function inPlace(shown, games) {
  const place = new Map(shown.map((id, i) => [id, i]));
  const rank = (/** @type {Summary} */ game) => place.get(game.id) ?? shown.length;
  return [...games].sort(
    (a, b) =>
      Number(isOfComputers(a)) - Number(isOfComputers(b)) ||
      rank(a) - rank(b) ||
      b.updated - a.updated,
  );
}
