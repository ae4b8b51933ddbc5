// The games of the house, asked for once.

import { t, word } from "./i18n.js";
import { ask } from "./net.js";

/** @import { Entry, NewGame, Made, Occupant, Outcome, PositionReport, Seat, SeatState } from "./types.d.ts" */

/** @type {Promise<Entry[]> | null} */
let known = null;

/** @returns {Promise<Entry[]>} */
export function catalog() {
  known ??= ask("/api/catalog");
  known.catch(() => {
    known = null;
  });
  return /** @type {Promise<Entry[]>} */ (known);
}

/** Something has changed, such as who can play: it is asked for again. */
export function forget() {
  known = null;
}

/** @type {Map<string, Promise<PositionReport>>} */
const positions = new Map();

/**
 * A position of a game, ready to draw.
 * @param {string} game
 * @param {string} [rules]
 * @param {string | null} [position]
 * @param {string[]} [moves]
 * @returns {Promise<PositionReport>}
 */
export function positionOf(game, rules = "", position = null, moves = []) {
  const key = JSON.stringify([game, rules, position, moves]);
  let answer = positions.get(key);
  if (!answer) {
    answer = ask("/api/positions", { game, rules, position, moves });
    positions.set(key, answer);
    answer.catch(() => positions.delete(key));
  }
  return answer;
}

/** @param {NewGame} wish @returns {Promise<Made>} */
export const create = (wish) => ask("/api/games", wish);

/** @param {Entry | {id: string, title?: string}} entry */
export const titleOf = (entry) => word("game", entry.id, entry.title ?? entry.id);

/** What a player is called. @param {Occupant | null} occupant */
export function nameOf(occupant) {
  if (!occupant) return t("seat.free");
  if (occupant.who === "computer") return t("seat.computer", { level: occupant.level });
  // Files of games say `?` where they know no name.
  return occupant.name === "?" ? t("seat.unknown") : occupant.name;
}

/**
 * How a game ended, in words.
 * @param {Outcome} outcome
 * @param {Seat[]} seats
 */
export function outcomeOf({ winner, places, reason }, seats) {
  const why = word("reason", reason);
  if (winner === null) return places.length > 0 ? `${t("result.draw")}: ${why}` : why;
  const { name } = seats[winner];
  const key = name.endsWith("s") ? "result.wins.many" : "result.wins";
  return `${t(key, { side: word("seat", name) })} ${t("result.because", { reason: why })}`;
}

/** All players of a game. @param {SeatState[]} seats */
export const namesOf = (seats) => seats.map((seat) => nameOf(seat.occupant)).join(" – ");
