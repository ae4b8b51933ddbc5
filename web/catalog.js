// The games of the house, asked for once.

import { Cache } from "./cache.js";
import { t, word } from "./i18n.js";
import { ask } from "./net.js";

/** @import { Entry, NewGame, Made, Occupant, Outcome, PositionReport, Seat, SeatState } from "./types.d.ts" */

/** @type {Promise<Entry[]> | null} */
let loading = null;

/** What games are called, once the catalogue is known. @type {Map<string, string>} */
const titles = new Map();

/** @returns {Promise<Entry[]>} */
async function fetched() {
  /** @type {Entry[]} */
  const entries = await ask("/api/catalog");
  for (const { id, title } of entries) titles.set(id, title);
  return entries;
}

/** @returns {Promise<Entry[]>} */
export function catalog() {
  loading ??= fetched();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Something has changed, such as who can play: it is asked for again. */
export function forget() {
  loading = null;
}

/** The latest positions; each has some kilobytes. @type {Cache<string, Promise<PositionReport>>} */
const positions = new Cache(200);

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

/** Returns all options of rules that name some. @param {string} game @param {string} rules */
export const completeRules = async (game, rules) => (await positionOf(game, rules)).rules;

/** @param {NewGame} game @returns {Promise<Made>} */
export const create = (game) => ask("/api/games", game);

/** What a game is called, after `catalog`. @param {string} id */
export const titleOf = (id) => word("game", id, titles.get(id) ?? id);

/** What a person is called; guests who have not said a name in the language of the reader. @param {string} name */
export function personName(name) {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? t("seat.guest", { number: guest[1] }) : name;
}

/** What a player is called. @param {Occupant | null} occupant */
export function nameOf(occupant) {
  if (!occupant) return t("seat.free");
  if (occupant.who === "computer") return t("seat.computer", { level: occupant.level });
  // Files of games say `?` where they know no name.
  return occupant.name === "?" ? t("seat.unknown") : personName(occupant.name);
}

/**
 * How a game ended, in words.
 * @param {Outcome} outcome
 * @param {Seat[]} seats
 */
export function outcomeOf({ winner, places, reason }, seats) {
  // Games that were brought in long ago have a winner and are called unfinished.
  const why = word("reason", winner !== null && reason === "unfinished" ? "recorded" : reason);
  if (winner === null) return places.length > 0 ? `${t("result.draw")}: ${why}` : why;
  const { name, plural } = seats[winner];
  const key = plural ? "result.wins.many" : "result.wins";
  return `${t(key, { side: word("seat", name) })} ${t("result.because", { reason: why })}`;
}

/** All players of a game. @param {SeatState[]} seats */
export const namesOf = (seats) => seats.map((seat) => nameOf(seat.occupant)).join(" – ");
