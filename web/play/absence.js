// Absent players, and when the others can claim the win. No DOM here.

/** @import { Known } from "../state.js" */

/**
 * Absent opponents in a game with a time limit for absence.
 * @typedef {object} Absence
 * @property {number[]} away seats of all absent opponents
 * @property {number[]} gone seats of those absent for long enough
 * @property {number} wait milliseconds until the first one is
 * @property {boolean} wins whether the claim ends the game
 */

/**
 * @param {Known} known
 * @param {number} now server time
 * @returns {Absence | null} nothing null if no opponent is absent, or it does not matter
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
  // Until one has been absent for long enough, it is about the first one.
  const out = gone.length > 0 ? gone : away;
  return {
    away,
    gone,
    wait: Math.min(...away.map(waitFor)),
    wins: others.every((seat) => out.includes(seat)),
  };
}
