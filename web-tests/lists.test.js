// Lists of games and studies of the server and of this browser, as one.

import assert from "node:assert/strict";
import test from "node:test";
import { hasLocalEntries, merged } from "../web/net/lists.js";

const entry = (id, updated) => ({ id, updated });
const ids = (list) => list.map(({ id }) => id);

test("only lists of my own games and studies have local entries", () => {
  assert.equal(hasLocalEntries("/api/studies"), true);
  assert.equal(hasLocalEntries("/api/games?mine=true&limit=5"), true);
  assert.equal(hasLocalEntries("/api/archive?game=x&mine=true"), true);
  assert.equal(hasLocalEntries("/api/games?mine=false"), false);
  assert.equal(hasLocalEntries("/api/games"), false);
  assert.equal(hasLocalEntries("/api/studies/abc"), false);
  assert.equal(hasLocalEntries("/api/puzzles/x?mine=true"), false);
});

test("local entries are on the first page of the archive only", () => {
  assert.equal(hasLocalEntries("/api/archive?mine=true&after=abc"), false);
});

test("entries are sorted by time, and each is listed once", () => {
  const list = merged(
    "/api/games?mine=true",
    [entry("a", 30), entry("b", 10)],
    [entry("c", 20), entry("a", 5)],
  );
  assert.deepEqual(ids(list), ["a", "c", "b"]);
  assert.equal(list[0].updated, 30);
});

test("the merged list is no longer than asked for", () => {
  const many = Array.from({ length: 60 }, (_, i) => entry(`r${i}`, i));
  const local = [entry("l", 100)];
  assert.deepEqual(ids(merged("/api/games?mine=true&limit=2", many, local)), ["l", "r59"]);
  assert.equal(merged("/api/games?mine=true", many, local).length, 50);
  assert.equal(merged("/api/studies", many, local).length, 61);
});

test("an archive keeps its other fields", () => {
  const remote = { games: [entry("a", 1)], next: "n", count: 7 };
  const list = merged("/api/archive?mine=true", remote, { games: [entry("b", 2)], count: 1 });
  assert.deepEqual(list, { games: [entry("b", 2), entry("a", 1)], next: "n", count: 7 });
  assert.equal(remote.games.length, 1);
});
