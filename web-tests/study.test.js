// The state of an analysis, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { addressOf, remembered, restored } from "../web/study/address.js";
import {
  analysed,
  arrive,
  bestMoves,
  cancelLoad,
  comment,
  drawnOn,
  edit,
  ended,
  forget,
  heading,
  isAway,
  isCurrent,
  keep,
  lineTo,
  load,
  MAX_UNDO,
  marksOf,
  open,
  play,
  receive,
  remove,
  sideBelow,
  undo,
} from "../web/study/state.js";
import { fresh, extended, marked } from "../web/study/tree.js";

const entry = { id: "g" };
const made = (text, seat = 0) => ({ text, display: text, seat });
const legal = (text) => ({ text, display: text, from: [0], to: 1 });

/** A report of a position with these legal moves, after a step. */
const report = (texts, { step, outcome = null } = {}) => ({
  board: { cells: [{ name: "a1" }, { name: "b1" }] },
  view: { position: "p", turn: 1, moves: texts.map(legal) },
  seats: [
    { name: "white", degrees: 0 },
    { name: "black", degrees: 180 },
  ],
  steps: step ? [{ kind: "move", seat: 0, ...legal(step) }] : [],
  outcome,
});

/** A study with moves a and b on the board at a step. */
function study(at = 0) {
  const place = extended({ tree: fresh("g"), at: 0 }, [made("a"), made("b", 1)]);
  const state = open(entry, { ...place, at });
  arrive(state, state.place, report(["a"]));
  return state;
}

/** Carries out a step, as the page does when its position has arrived. */
function apply(state, step, shown = report([])) {
  arrive(state, step.place, shown);
  step.apply();
}

test("the first position and other rules draw the board again, a walk does not", () => {
  const state = open(entry, { tree: fresh("g"), at: 0 });
  assert.equal(arrive(state, state.place, report([])).redraw, true);
  assert.equal(arrive(state, state.place, report([])).redraw, false);
  const other = { tree: fresh("g", "x=1"), at: 0 };
  assert.equal(arrive(state, other, report([])).redraw, true);
});

test("only a move from the position on the board is animated", () => {
  const state = study();
  const { tree } = state.place;
  const next = arrive(state, { tree, at: 1 }, report([], { step: "a" }));
  assert.equal(next.moved.text, "a");
  const back = arrive(state, { tree, at: 0 }, report([]));
  assert.deepEqual([back.moved, back.last], [null, null]);
  const far = arrive(state, { tree, at: 2 }, report([], { step: "b" }));
  assert.deepEqual([far.moved, far.last.text], [null, "b"]);
});

test("another position ends the analysis and a begun arrow", () => {
  const state = study();
  receive(state, { lines: [], verdicts: [] });
  state.arrowStart = 1;
  arrive(state, state.place, report([]));
  assert.deepEqual([state.analysis, state.arrowStart], [null, null]);
});

test("keys walk on from the place that is being loaded", () => {
  const state = study();
  const first = load(state, { ...state.place, at: 1 });
  assert.equal(heading(state).at, 1);
  const second = load(state, { ...state.place, at: 2 });
  assert.deepEqual([isCurrent(state, first), isCurrent(state, second)], [false, true]);
  cancelLoad(state);
  assert.equal(isCurrent(state, second), false);
  assert.equal(heading(state), state.place);
});

test("a new move is a change, a known one is not", () => {
  const state = study();
  apply(state, play(state, [made("a")]));
  assert.deepEqual([state.place.at, state.unsaved, state.past.length], [1, false, 0]);
  apply(state, play(state, [made("c", 1)]));
  assert.deepEqual(lineTo(state.place).moves, ["a", "c"]);
  assert.deepEqual([state.unsaved, state.past.length], [true, 1]);
});

test("a move whose position never arrives changes nothing", () => {
  const state = study();
  const before = state.place;
  play(state, [made("c")]);
  assert.deepEqual([state.place, state.unsaved, state.past.length], [before, false, 0]);
});

test("undo takes back moves, marks, deletions and whole comments", () => {
  const state = study(2);
  const original = state.place.tree;
  edit(state, marked(original, 2, 1));
  comment(state, "n", true);
  comment(state, "no", false);
  apply(state, remove(state));
  assert.deepEqual([state.place.at, state.past.length], [1, 3]);
  apply(state, undo(state));
  assert.equal(state.place.tree.nodes[2].comment, "no");
  apply(state, undo(state));
  assert.equal(state.place.tree.nodes[2].comment, "");
  apply(state, undo(state));
  assert.equal(state.place.tree, original);
  assert.equal(undo(state), null);
  assert.equal(state.unsaved, true);
});

test("edits without effect cannot be undone", () => {
  const state = study();
  assert.equal(edit(state, state.place.tree), false);
  assert.equal(comment(state, "", true), false);
  assert.equal(remove(state), null, "the beginning cannot be deleted");
  assert.equal(state.past.length, 0);
});

test("the number of changes to undo is limited", () => {
  const state = study(1);
  for (let i = 0; i < MAX_UNDO + 20; i += 1) edit(state, marked(state.place.tree, 1, 1));
  assert.equal(state.past.length, MAX_UNDO);
});

test("a finished game and switched-off analysis ask for nothing", () => {
  const state = study(1);
  assert.deepEqual(analysed(state), { game: "g", rules: "", position: null, moves: ["a"] });
  state.analyses = false;
  assert.equal(analysed(state), null);
  state.analyses = true;
  state.report = report([]);
  assert.equal(analysed(state), null);
  state.report = report(["a"], { outcome: { winner: null } });
  assert.equal(analysed(state), null);
});

test("the end of a game is an evaluation for the player to move", () => {
  assert.equal(ended(report(["a"])), null);
  assert.deepEqual(ended(report([], { outcome: { winner: null } })), { score: 0 });
  assert.deepEqual(ended(report([], { outcome: { winner: 1 } })), { mate: 1 });
  assert.deepEqual(ended(report([], { outcome: { winner: 0 } })), { mate: -1 });
});

test("arrows change with the first moves of lines, verdicts with their values", () => {
  const state = study();
  state.report = report(["a", "b"]);
  const lines = (...texts) => texts.map((text) => ({ moves: [text, "x"] }));
  assert.deepEqual(receive(state, { lines: lines("a", "b") }), { lines: true, verdicts: false });
  assert.deepEqual(
    bestMoves(state).map(({ text }) => text),
    ["a", "b"],
  );
  const verdicts = [{ text: "a", value: "win" }];
  assert.deepEqual(receive(state, { lines: lines("a", "b"), verdicts }), {
    lines: false,
    verdicts: true,
  });
  assert.equal(receive(state, { lines: lines("b"), verdicts }).lines, true);
});

test("drawings are stored by the names of cells", () => {
  const state = study();
  assert.deepEqual(marksOf(state, [{ from: 0, to: 1 }]), [{ tone: "Y", from: "a1", to: "b1" }]);
  const { tree } = state.place;
  const drawn = [{ tone: "G", from: "b1", to: "b1" }];
  state.place = { tree: { ...tree, nodes: [{ ...tree.nodes[0], drawn }] }, at: 0 };
  assert.deepEqual(drawnOn(state), [{ tone: "G", from: 1, to: 1 }]);
});

test("the lower side is a seat's, or that of the player to move", () => {
  const state = study();
  assert.deepEqual(
    [0, 180, 90].map((degrees) => sideBelow(state, degrees)),
    [0, 1, 1],
  );
});

test("a tree differs from the opened game by its moves", () => {
  const state = study();
  assert.equal(isAway(state), false, "nothing was opened");
  state.original = state.place;
  edit(state, marked(state.place.tree, 1, 1));
  assert.equal(isAway(state), true);
  state.place = state.original;
  assert.equal(isAway(state), false);
});

test("a saved study is in the address, others by their moves", () => {
  const state = study(1);
  assert.equal(addressOf(state), "/analysis/g?moves=a+b&at=1");
  keep(state, { id: "s1", game: "g", title: "t" });
  assert.equal(addressOf(state), "/analysis/g?study=s1");
  assert.equal(state.unsaved, false);
  forget(state);
  assert.equal(state.kept, null);
});

test("the browser restores the tree, the step and the saved study", () => {
  const state = study(2);
  state.unsaved = true;
  keep(state, { id: "s1", game: "g", title: "t" });
  const kept = structuredClone(remembered(state));
  const { place, kept: saved, unsaved } = restored(kept, "g");
  assert.deepEqual(lineTo(place).moves, ["a", "b"]);
  assert.deepEqual([saved.id, unsaved], ["s1", false]);
  assert.equal(restored(kept, "other"), null);
  assert.equal(restored(null, "g"), null);
});
