// Choosing puzzles, and judging moves. No DOM here.

/** @import { PuzzleStanding } from "../types.d.ts" */

/**
 * A position with a single solution: moves of the solver and best answers, from the solver's first move to their
 * last.
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} [rules]
 * @property {string} position
 * @property {string[]} moves
 * @property {string} goal
 * @property {string[]} themes
 * @property {number} rating
 */

/** Maximum distance in rating points from the wanted one. */
const NEAR = 150;
const DAY = 86_400_000;

/** Parses a file of puzzles, one per line. @param {string} text @returns {Puzzle[]} */
export const parsed = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/**
 * Returns an untried puzzle of suitable rating; a tried one if there is no other.
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
 * Returns the puzzle of the day, the same for all.
 * @param {Puzzle[]} puzzles
 * @param {number} time milliseconds since 1970
 */
export function puzzleOfTheDay(puzzles, time) {
  // A prime step: puzzles of neighbouring days are far apart in the list.
  const day = Math.floor(time / DAY);
  return puzzles[(day * 7919) % puzzles.length];
}

/** Whether a move is the solution after a number of moves. @param {Puzzle} puzzle @param {number} count @param {string} text */
export const isRight = ({ moves }, count, text) => moves[count] === text;

/** Returns the themes of puzzles, the most frequent first. @param {Puzzle[]} puzzles */
export function themesOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const theme of puzzles.flatMap(({ themes }) => themes))
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([theme]) => theme);
}
