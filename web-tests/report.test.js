// Texts and curve of a report.

import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage } from "../web/i18n.js";
import { borders } from "../web/reports/curve.js";
import { countOf, numberOf, sharesAt, verdictOf, written } from "../web/reports/words.js";

globalThis.document = { documentElement: {} };
await setLanguage("en");

const seats = [{ name: "white" }, { name: "black" }];
const move = (more) => ({
  ply: 15,
  seat: 0,
  display: "Nd4",
  judgement: "blunder",
  before: 0.47,
  after: 0.17,
  ...more,
});

test("the first side is at the bottom, and all shares fill the chart", () => {
  const [first, second] = borders([
    [0.5, 0.5],
    [0.25, 0.75],
    [1, 0],
  ]);
  assert.deepEqual(
    first.map(([x]) => x),
    [0, 300, 600],
  );
  const [top, bottom] = [0, 160];
  assert.deepEqual(
    first.map(([, y]) => y),
    [80, 120, top],
  );
  assert.ok(second.every(([, y]) => y === top));
  assert.ok(first.every(([, y]) => y >= top && y <= bottom));
});

test("move numbers count rounds of two players", () => {
  assert.equal(numberOf(1, 2), "1.");
  assert.equal(numberOf(2, 2), "1…");
  assert.equal(numberOf(15, 2), "8.");
  assert.equal(numberOf(15, 3), "15.");
  assert.equal(written(move({}), 2), "8. Nd4??");
  assert.equal(written(move({ judgement: "best" }), 2), "8. Nd4");
});

test("a judgement states its cost", () => {
  assert.equal(verdictOf(move({}), seats), "Blunder. White: 47% → 17%");
  assert.equal(
    verdictOf(move({ judgement: "best", before: 0.5, after: 0.5 }), seats),
    "Best move. White: 50%",
  );
  assert.equal(
    verdictOf(move({ exact: true, before: 0.5, after: 0 }), seats),
    "Blunder. White, known for certain: drawn → lost",
  );
});

test("chances and counts are listed by side", () => {
  const report = {
    chances: [
      [0.5, 0.5],
      [0.2, 0.8],
    ],
    moves: [move({}), move({ seat: 1 }), move({ judgement: "mistake" })],
  };
  assert.equal(sharesAt(report, seats, 1), "White 20%, Black 80%");
  // There is no move after the last position.
  assert.equal(sharesAt(report, seats, 9), "White 20%, Black 80%");
  assert.equal(countOf(report, 0, "blunder"), 1);
  assert.equal(countOf(report, 0, "inaccuracy"), 0);
});
