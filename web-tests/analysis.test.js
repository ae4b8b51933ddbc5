// Evaluations and proven values, without a browser.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { setLanguage } from "../web/i18n.js";
import { inWords, share, short } from "../web/study/score.js";
import { best, inWords as verdictWords, rankedMoves } from "../web/verdicts.js";

before(async () => {
  globalThis.document = { documentElement: {} };
  await setLanguage("en");
});

const seats = [
  { name: "white", tone: "white" },
  { name: "black", tone: "black" },
];

test("scores are those of the first of two players", () => {
  assert.equal(short({ score: 31 }, 2), "+0.31");
  assert.equal(short({ score: 31 }, 2, true), "−0.31");
  assert.equal(short({ score: 0 }, 2), "0.00");
  assert.equal(short({ mate: -4 }, 2), "−#2");
  assert.equal(short({ mate: 3 }, 2), "+#2");
  assert.equal(short({ mate: 7 }, 3), "+#3");
  assert.equal(share({ score: 0 }), 0.5);
  assert.equal(share({ mate: 3 }), 1);
  assert.equal(share({ mate: -3 }), 0);
  assert.ok(share({ score: 500 }) > 0.9);
});

test("an evaluation in words names the side", () => {
  assert.equal(inWords({ score: 10 }, seats, 0), "About equal");
  assert.equal(inWords({ score: 100 }, seats, 1), "Black: better");
  assert.equal(inWords({ score: -400 }, seats, 1), "White: much better");
  assert.equal(inWords({ mate: -4 }, seats, 0), "Black wins in 2 moves");
  assert.equal(inWords({ mate: 1 }, seats, 0), "White wins in 1 move");
});

test("short wins and long losses are ranked first", () => {
  const moves = ["a", "b", "c", "d", "e"].map((text) => ({ text, display: text }));
  const verdicts = [
    { text: "a", value: "lost", distance: 4 },
    { text: "b", value: "won", distance: 17 },
    { text: "c", value: "drawn", distance: null },
    { text: "d", value: "lost", distance: 24 },
    { text: "e", value: "won", distance: 3 },
    { text: "not a move", value: "won", distance: 1 },
  ];
  const rows = rankedMoves(verdicts, moves);
  assert.deepEqual(
    rows.map((row) => row.text),
    ["e", "b", "c", "d", "a"],
  );
  assert.deepEqual(rows.map(verdictWords), [
    "won in 3",
    "won in 17",
    "drawn",
    "lost in 24",
    "lost in 4",
  ]);
  assert.equal(best(moves.slice(0, 3), verdicts).text, "b");
  assert.equal(best(moves, []), undefined);
  assert.equal(verdictWords({ value: "won", distance: null }), "won");
});
