// Positions from the scenes of listed games. No DOM here.

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

/** Returns the seats of a person. @param {Summary} game @param {string} person */
export const seatsOf = ({ seats }, person) =>
  seats.flatMap(({ occupant }, seat) =>
    occupant?.who === "person" && occupant.id === person ? [seat] : [],
  );

/** Whether it is this person's turn. @param {Summary} game @param {string} person */
export const isTurnOf = (game, person) =>
  game.phase === "playing" && game.turn !== null && seatsOf(game, person).includes(game.turn);

/** Whether the person plays or has set up the game. @param {Summary} game @param {string} person */
export const isOf = (game, person) =>
  person !== "" && (game.host === person || seatsOf(game, person).length > 0);

/** Whether only computers play. @param {Summary} game */
export const isOfComputers = ({ seats }) =>
  seats.every(({ occupant }) => occupant?.who === "computer");

/** Returns a comparison: games with my turn first, then by the last move. @param {string} person @returns {(a: Summary, b: Summary) => number} */
export const mineFirst = (person) => (a, b) =>
  Number(isTurnOf(b, person)) - Number(isTurnOf(a, person)) || b.updated - a.updated;

/**
 * Returns the running games to show: shown ones keep their positions, so that no click hits another game; new ones
 * come after them, games of computers last.
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
