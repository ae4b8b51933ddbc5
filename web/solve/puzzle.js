// Puzzles: which one comes next, and what a move is worth in it. No DOM here.

/** @import { PuzzleStanding } from "../types.d.ts" */

/**
 * A position with one way: the moves of the solver and the best answers between them, the first and the last
 * the solver's.
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} [rules]
 * @property {string} position
 * @property {string[]} moves
 * @property {string} goal
 * @property {string[]} themes
 * @property {number} rating
 */

/** So many points away a puzzle is still about as hard as wanted. */
const NEAR = 150;
const DAY = 86_400_000;

/** The puzzles of a file, one a line. @param {string} text @returns {Puzzle[]} */
export const parsed = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/**
 * One that was not tried yet and is about as hard as wanted; one that was, when there is no other.
 * @param {Puzzle[]} puzzles
 * @param {Pick<PuzzleStanding, "rating" | "done">} standing
 * @param {string} theme empty for any
 * @param {() => number} [chance] from 0 to 1
 * @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, { rating, done }, theme, chance = Math.random) {
  const fitting = puzzles.filter(({ themes }) => theme === "" || themes.includes(theme));
  const known = new Set(done);
  const fresh = fitting.filter(({ id }) => !known.has(id));
  const choice = fresh.length > 0 ? fresh : fitting;
  const away = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - rating);
  const nearest = Math.min(...choice.map(away));
  const near = choice.filter((puzzle) => away(puzzle) <= nearest + NEAR);
  return near[Math.floor(chance() * near.length)];
}

/**
 * The puzzle of a day, the same for everybody.
 * @param {Puzzle[]} puzzles
 * @param {number} time in milliseconds since 1970
 */
export function puzzleOfTheDay(puzzles, time) {
  // A prime makes neighbouring days lie far apart in the list.
  const day = Math.floor(time / DAY);
  return puzzles[(day * 7919) % puzzles.length];
}

/** Is this the move that is wanted after so many? @param {Puzzle} puzzle @param {number} count @param {string} text */
export const isRight = ({ moves }, count, text) => moves[count] === text;

/** The themes that these puzzles have, the most frequent first. @param {Puzzle[]} puzzles */
export function themesOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const theme of puzzles.flatMap(({ themes }) => themes))
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([theme]) => theme);
}
