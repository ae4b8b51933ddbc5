// Players who have gone away, and what the others may do about it. No DOM here.

/** @import { Known } from "../state.js" */

/**
 * Others who are away from a game that does not wait for ever.
 * @typedef {object} Absence
 * @property {number[]} away the seats of all who are away
 * @property {number[]} gone those of them who have been away for long enough
 * @property {number} wait milliseconds until somebody has
 * @property {boolean} wins is nobody left when they are out?
 */

/**
 * @param {Known} known
 * @param {number} now the server's time
 * @returns {Absence | null} nothing where nobody is away, or it does not matter
 */
export function absence({ presence, state, mine }, now) {
  const { grace, away_since } = presence;
  if (state.phase !== "playing" || mine.length === 0 || grace === null) return null;
  const playing = state.seats.flatMap(({ out }, seat) => (out ? [] : [seat]));
  const others = playing.filter((seat) => !mine.includes(seat));
  const waitFor = (/** @type {number} */ seat) =>
    Math.max(0, (away_since[seat] ?? now) + grace - now);
  const away = others.filter((seat) => away_since[seat] !== null);
  if (away.length === 0) return null;
  const gone = away.filter((seat) => waitFor(seat) === 0);
  // As long as nobody has been away for long enough, it is about the first who will have.
  const out = gone.length > 0 ? gone : away;
  return {
    away,
    gone,
    wait: Math.min(...away.map(waitFor)),
    wins: others.every((seat) => out.includes(seat)),
  };
}
