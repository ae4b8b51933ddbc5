// Choosing puzzles, and judging their moves.

import assert from "node:assert/strict";
import test from "node:test";
import { isRight, nextPuzzle, parsed, puzzleOfTheDay, themesOf } from "../web/solve/puzzle.js";

const puzzle = (id, rating, themes = ["win"]) => ({ id, rating, themes, moves: ["a", "b", "c"] });
const puzzles = [puzzle("easy", 800), puzzle("near", 1250), puzzle("hard", 2000, ["save", "win"])];

test("the next puzzle is untried and of suitable rating", () => {
  const first = () => 0;
  assert.equal(nextPuzzle(puzzles, { rating: 1200, done: [] }, "", first).id, "near");
  assert.equal(nextPuzzle(puzzles, { rating: 1200, done: ["near"] }, "", first).id, "easy");
  assert.equal(nextPuzzle(puzzles, { rating: 1200, done: [] }, "save", first).id, "hard");
  const all = puzzles.map(({ id }) => id);
  assert.equal(nextPuzzle(puzzles, { rating: 1200, done: all }, "", first).id, "near");
  assert.equal(nextPuzzle(puzzles, { rating: 1200, done: [] }, "unknown", first), undefined);
});

test("each day has another puzzle", () => {
  const day = 86_400_000;
  const many = Array.from({ length: 300 }, (_, i) => puzzle(String(i), 1000));
  assert.equal(puzzleOfTheDay(many, 20_000 * day), puzzleOfTheDay(many, 20_000 * day + 5_000_000));
  const month = Array.from({ length: 30 }, (_, i) => puzzleOfTheDay(many, (20_000 + i) * day).id);
  assert.equal(new Set(month).size, 30);
});

test("only the move of the solution is right", () => {
  assert.equal(isRight(puzzles[0], 0, "a"), true);
  assert.equal(isRight(puzzles[0], 0, "c"), false);
  assert.equal(isRight(puzzles[0], 2, "c"), true);
});

test("puzzles are parsed by line, and themes are sorted by frequency", () => {
  const text = puzzles.map((one) => `${JSON.stringify(one)}\n`).join("");
  assert.deepEqual(parsed(text), puzzles);
  assert.deepEqual(themesOf(puzzles), ["win", "save"]);
});
