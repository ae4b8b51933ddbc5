// The catalogue of games, and texts about games and people.

import { Cache } from "./cache.js";
import { t, word } from "./i18n.js";
import { ask } from "./net.js";

/** @import { Entry, NewGame, Made, Occupant, Outcome, PositionReport, Seat, SeatState } from "./types.d.ts" */

/** @type {Promise<Entry[]> | null} */
let loading = null;

/** Titles of the games, from the catalogue. @type {Map<string, string>} */
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

/** Drops the catalogue: something has changed, such as who can play. */
export function forget() {
  loading = null;
}

/** The latest positions; each has some kilobytes. @type {Cache<string, Promise<PositionReport>>} */
const positions = new Cache(200);

/**
 * Returns a position of a game, with what is needed to draw it.
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

/** Returns the title of a game; call `catalog` first. @param {string} id */
export const titleOf = (id) => word("game", id, titles.get(id) ?? id);

/** Returns the name of a person; names of guests are translated. @param {string} name */
export function personName(name) {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? t("seat.guest", { number: guest[1] }) : name;
}

/** Returns the name of a player. @param {Occupant | null} occupant */
export function nameOf(occupant) {
  if (!occupant) return t("seat.free");
  if (occupant.who === "computer") return t("seat.computer", { level: occupant.level });
  // Files of games use `?` for unknown names.
  return occupant.name === "?" ? t("seat.unknown") : personName(occupant.name);
}

/**
 * Describes the end of a game.
 * @param {Outcome} outcome
 * @param {Seat[]} seats
 */
export function outcomeOf({ winner, places, reason }, seats) {
  // Old imported games have a winner and the reason "unfinished".
  const why = word("reason", winner !== null && reason === "unfinished" ? "recorded" : reason);
  if (winner === null) return places.length > 0 ? `${t("result.draw")}: ${why}` : why;
  const { name, plural } = seats[winner];
  const key = plural ? "result.wins.many" : "result.wins";
  return `${t(key, { side: word("seat", name) })} ${t("result.because", { reason: why })}`;
}

/** Returns the names of all players. @param {SeatState[]} seats */
export const namesOf = (seats) => seats.map((seat) => nameOf(seat.occupant)).join(" – ");
