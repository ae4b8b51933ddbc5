// Trees of moves, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { fromQuery, fromStudy, toMoves, toQuery, toStudy } from "../web/study/convert.js";
import {
  alternative,
  canPromote,
  deleted,
  endOf,
  fresh,
  extended,
  inOrder,
  isMain,
  isPlain,
  marked,
  movesTo,
  next,
  numbers,
  previous,
  promoted,
  readable,
  commented,
  withDrawings,
  pathTo,
} from "../web/study/tree.js";

/** Moves of two players in turn. */
const moves = (text, first = 0) =>
  text
    .split(" ")
    .map((one, i) => ({ text: one, display: one.toUpperCase(), seat: (first + i) % 2 }));

/** A tree: a b c, with x y instead of b, and z instead of y. */
function sample() {
  const main = extended({ tree: fresh("g"), at: 0 }, moves("a b c"));
  const a = pathTo(main.tree, main.at)[0];
  const side = extended({ tree: main.tree, at: a }, moves("x y", 1));
  const x = previous(side.tree, side.at);
  const within = extended({ tree: side.tree, at: x }, moves("z"));
  const [, b, c] = pathTo(main.tree, main.at);
  return { tree: within.tree, a, b, c, x, y: side.at, z: within.at };
}

const line = (tree, at) => movesTo(tree, at).join(" ");

test("known moves are followed, new ones are added", () => {
  const { tree, a, c, x, y, z } = sample();
  assert.equal(line(tree, c), "a b c");
  assert.equal(line(tree, y), "a x y");
  assert.equal(line(tree, z), "a x z");
  const again = extended({ tree, at: 0 }, moves("a x y"));
  assert.equal(again.tree, tree);
  assert.equal(again.at, y);
  assert.equal(line(tree, endOf(tree, 0)), "a b c");
  assert.equal(line(tree, endOf(tree, x)), "a x y");
  assert.equal(next(tree, a), tree.nodes[a].children[0]);
  assert.equal(next(tree, c), c);
  assert.equal(previous(tree, 0), 0);
});

test("up and down lead to alternatives", () => {
  const { tree, a, b, c, x, y, z } = sample();
  assert.equal(alternative(tree, b, 1), x);
  assert.equal(alternative(tree, x, -1), b);
  assert.equal(alternative(tree, y, 1), z);
  // Deeper in a line it is the last branching before.
  assert.equal(alternative(tree, c, 1), x);
  assert.equal(alternative(tree, a, 1), a);
  assert.equal(alternative(tree, b, -1), b);
});

test("a side line is promoted step by step to the main line", () => {
  const { tree, c, z } = sample();
  assert.ok(canPromote(tree, z) && !canPromote(tree, c));
  const once = promoted(tree, z);
  assert.equal(line(once, endOf(once, 0)), "a b c");
  assert.ok(!isMain(once, z));
  const twice = promoted(once, z);
  assert.equal(line(twice, endOf(twice, 0)), "a x z");
  assert.ok(isMain(twice, z));
  assert.equal(promoted(twice, z), twice);
  // The old tree is unchanged.
  assert.equal(line(tree, endOf(tree, 0)), "a b c");
});

test("a line is deleted with its side lines", () => {
  const { tree, a, b, x } = sample();
  const without = deleted({ tree, at: x });
  assert.deepEqual([without.at, without.tree.nodes[a].children], [a, [b]]);
  assert.equal(inOrder(without.tree).length, 4);
  assert.equal(toStudy(without.tree).nodes.length, 4);
  const root = deleted({ tree, at: 0 });
  assert.equal(root.tree, tree);
});

test("marks are toggled, other glyphs stay", () => {
  const { tree, b } = sample();
  const good = marked(tree, b, 1);
  assert.deepEqual(good.nodes[b].glyphs, [1]);
  assert.deepEqual(marked(good, b, 4).nodes[b].glyphs, [4]);
  assert.deepEqual(marked(good, b, 1).nodes[b].glyphs, []);
  const slight = { ...tree, nodes: tree.nodes.with(b, { ...tree.nodes[b], glyphs: [14] }) };
  assert.deepEqual(marked(slight, b, 2).nodes[b].glyphs, [2, 14]);
  assert.equal(marked(tree, 0, 1), tree);
});

test("a tree round-trips through the server's form", () => {
  const { tree, b, z } = sample();
  const full = withDrawings(commented(marked(tree, z, 5), b, "a comment"), 0, [
    { tone: "Y", from: "a1", to: "b2" },
  ]);
  const study = toStudy(full);
  // Lines in depth-first order, each step after its parent.
  assert.deepEqual(
    study.nodes.map((node) => node.text),
    ["", "a", "b", "c", "x", "y", "z"],
  );
  assert.deepEqual(
    study.nodes.map((node) => node.parent),
    [null, 0, 1, 2, 1, 4, 4],
  );
  assert.deepEqual(toStudy(fromStudy(study)), study);
  assert.ok(!isPlain(full));
  assert.ok(isPlain(extended({ tree: fresh("g"), at: 0 }, moves("a b")).tree));
});

test("moves are numbered by rounds", () => {
  const { tree, a, b, c, x, y } = sample();
  const counted = numbers(tree);
  assert.deepEqual(
    [a, b, c, x, y].map((step) => counted[step]),
    [1, 1, 2, 1, 2],
  );
  // With three players a round has three moves; leaving is no move.
  const steps = [0, 1, 2, 0].map((seat, i) => ({ text: `m${i}`, display: "", seat }));
  const left = { text: "out red", display: "", seat: 1 };
  const many = extended({ tree: fresh("g"), at: 0 }, [...steps, left, { ...steps[2], text: "n" }]);
  assert.deepEqual(
    pathTo(many.tree, many.at).map((step) => numbers(many.tree)[step]),
    [1, 1, 1, 2, 2, 2],
  );
});

test("a line round-trips through its address", () => {
  const { tree, a, y } = sample();
  const query = (at) => fromQuery(new URLSearchParams(toQuery(tree, at)));
  assert.deepEqual(query(y), { rules: "", position: null, moves: ["a", "x", "y"], at: 3 });
  assert.deepEqual(query(a), { rules: "", position: null, moves: ["a", "b", "c"], at: 1 });
  const other = extended({ tree: fresh("g", "layers=5", "../.. r 1"), at: 0 }, [
    { text: "out red", display: "", seat: 0 },
  ]);
  const read = fromQuery(new URLSearchParams(toQuery(other.tree, other.at)));
  assert.deepEqual(read, {
    rules: "layers=5",
    position: "../.. r 1",
    moves: ["out red"],
    at: 1,
  });
  assert.equal(fromQuery(new URLSearchParams("moves=a&at=junk")).at, 0);
  assert.equal(fromQuery(new URLSearchParams("moves=a&at=9")).at, 1);
});

test("steps of a game are moves and leaves", () => {
  const steps = [
    { kind: "move", seat: 0, text: "a", display: "A" },
    { kind: "out", seat: 1 },
  ];
  assert.deepEqual(toMoves(steps, [{ name: "green" }, { name: "red" }]), [
    { text: "a", display: "A", seat: 0 },
    { text: "out red", display: "", seat: 1 },
  ]);
});

test("commands in comments are hidden", () => {
  assert.equal(readable("good [%clk 0:10:00] [%eval 0.3]"), "good");
});
