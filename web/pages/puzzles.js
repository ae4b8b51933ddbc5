// The page of a puzzle: a given one, today's, or the next one of suitable rating.

import { catalog } from "../catalog.js";
import { styled } from "../dom.js";
import { me } from "../identity.js";
import { ask, askText } from "../net.js";
import { Shortcuts } from "../shortcuts.js";
import { overview } from "../solve/overview.js";
import { SolvePage } from "../solve/page.js";
import { nextPuzzle, parsed, puzzleOfTheDay } from "../solve/puzzle.js";

/** @import { PuzzleStanding } from "../types.d.ts" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id, wanted]) {
  /** @type {[import("../types.d.ts").Entry[], string[], unknown, unknown]} */
  const [games, names] = await Promise.all([
    catalog(),
    ask("/exercises.json"),
    styled("/teach/teach.css"),
    me,
  ]);
  const entry = games.find((game) => game.id === id && names.includes(game.id));
  if (!entry) {
    const listed = games.filter((game) => names.includes(game.id));
    await overview(main, listed);
    return undefined;
  }
  /** @type {[string, PuzzleStanding]} */
  const [file, standing] = await Promise.all([
    askText(`/exercises/${entry.id}.jsonl`),
    ask(`/api/puzzles/${entry.id}`),
  ]);
  const puzzles = parsed(file);
  const theme = new URLSearchParams(location.search).get("theme") ?? "";
  const named =
    wanted === "today"
      ? puzzleOfTheDay(puzzles, Date.now())
      : puzzles.find((puzzle) => puzzle.id === wanted);
  const puzzle = named ?? nextPuzzle(puzzles, standing, theme) ?? puzzles[0];
  if (puzzle.id !== wanted)
    history.replaceState(null, "", `/puzzles/${entry.id}/${puzzle.id}${location.search}`);
  const page = new SolvePage(main, entry, puzzles, puzzle, standing, theme);
  const keys = new Shortcuts(
    () => ({ n: () => page.next(), s: () => void page.solve() }),
    () => [],
    () => {},
  );
  const press = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", press);
  void page.begin();
  return () => {
    page.end();
    document.removeEventListener("keydown", press);
    keys.forget();
  };
}
