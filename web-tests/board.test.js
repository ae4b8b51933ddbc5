// What a board shows, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { change, emptyState, hasHands, leavePosition } from "../web/board/state.js";

const move = (...from) => ({ text: "m", display: "m", from, to: 9 });
const shown = (more = {}) => ({
  ...emptyState(),
  still: false,
  view: { position: "", turn: 0, pieces: [], counters: [], alarms: [], moves: [] },
  ...more,
});
const hands = [{ seat: 0, kind: "man", count: 1, whole: 9 }];

test("other moves end what was picked and the premove", () => {
  const state = shown({
    pick: { from: [1], open: [], asked: 0 },
    early: true,
    premove: { from: [1], to: 2 },
  });
  assert.equal(change(state, { moves: [move(1, 2)] }), "marks");
  assert.deepEqual(state.pick.from, []);
  assert.equal(state.early, false);
  assert.equal(state.premove, null);
  assert.equal(state.largest, 2);
});

test("premoves are offered together with the chosen one", () => {
  const state = shown();
  change(state, { moves: [move(1)], early: true, premove: { from: [1], to: 9 } });
  assert.equal(state.early, true);
  assert.deepEqual(state.premove, { from: [1], to: 9 });
});

test("only a turned board, and another near seat with pieces in hand, are drawn again", () => {
  const state = shown();
  assert.equal(change(state, { degrees: 180 }), "board");
  assert.equal(change(state, { degrees: 180, hint: null }), null);
  assert.equal(change(state, { near: 1 }), "marks");
  state.view.hands = hands;
  assert.equal(hasHands(state), true);
  assert.equal(change(state, { near: 0 }), "board");
  assert.equal(hasHands({ ...state, still: true }), false);
});

test("drawings of a page are kept at a click", () => {
  const state = shown();
  change(state, { drawn: [{ from: 1, to: 2 }] });
  assert.equal(state.keeps, true);
});

test("another position drops arrows, drawings, hint and selection", () => {
  const state = shown({
    hint: move(1),
    threat: move(1),
    arrows: [move(1)],
    verdicts: [{}],
    drawn: [{ from: 1, to: 2 }],
    pick: { from: [1], open: [], asked: 0 },
  });
  leavePosition(state, move(1, 2, 3));
  const { hint, threat, arrows, verdicts, drawn, pick, largest } = state;
  assert.deepEqual(
    [hint, threat, arrows, verdicts, drawn, pick.from],
    [null, null, [], [], [], []],
  );
  assert.equal(largest, 3);
});
