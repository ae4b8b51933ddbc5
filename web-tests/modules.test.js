// Picking, geometry, and the state of a game.

import assert from "node:assert/strict";
import test from "node:test";
import { nearest, neighbour, nextTurn, turnedBoard } from "../web/geometry.js";
import {
  answer,
  choices,
  drop,
  NOTHING,
  pickCell,
  placeless,
  selectable,
  targets,
} from "../web/picking.js";
import { apply, begin, clockText, mayAbort, myTurn, timeLeft } from "../web/state.js";

const row = (n) =>
  Array.from({ length: n }, (_, i) => ({ name: `c${i}`, x: i, y: 0, shape: "square", zone: "" }));

test("a piece is selected, deselected and moved", () => {
  const moves = [
    { text: "0-1", display: "0-1", from: [0], to: 1 },
    { text: "2-3", display: "2-3", from: [2], to: 3 },
  ];
  const one = pickCell(moves, NOTHING, 0);
  assert.deepEqual(one.pick.from, [0]);
  assert.deepEqual(pickCell(moves, one.pick, 0).pick.from, []);
  assert.deepEqual(pickCell(moves, one.pick, 2).pick.from, [2]);
  assert.equal(pickCell(moves, one.pick, 1).move.text, "0-1");
  assert.equal(pickCell(moves, one.pick, 3).refused, true);
  assert.equal(pickCell(moves, NOTHING, 1).refused, true);
});

test("a group is selected in any order and dragged by any of its pieces", () => {
  const group = {
    text: "g",
    display: "g",
    from: [0, 1, 2],
    to: 3,
    shifts: [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  };
  const moves = [group, { text: "s", display: "s", from: [2], to: 3 }];
  let { pick } = pickCell(moves, NOTHING, 2);
  assert.deepEqual([...selectable(moves, pick)], [0, 1]);
  ({ pick } = pickCell(moves, pick, 0));
  ({ pick } = pickCell(moves, pick, 1));
  assert.equal(pickCell(moves, pick, 3).move, group);
  assert.equal(drop(moves, pick, 0, 1).move, group);
  assert.equal(drop(moves, pick, 0, 5).refused, true);
});

test("a target that only one group reaches can be picked before the group is complete", () => {
  const moves = [{ text: "g", display: "g", from: [0, 1], to: 4 }];
  const { pick } = pickCell(moves, NOTHING, 0);
  assert.deepEqual([...targets(moves, pick).keys()], [4]);
});

test("a piece is placed, then one is removed", () => {
  const moves = [5, 6].map((cell) => ({ text: `p${cell}`, display: "", to: 1, more: [{ cell }] }));
  const { pick, move } = pickCell(moves, NOTHING, 1);
  assert.equal(move, undefined);
  assert.deepEqual(choices(pick), [{ cell: 5 }, { cell: 6 }]);
  assert.equal(pickCell(moves, pick, 6).move.text, "p6");
  assert.equal(pickCell(moves, pick, 9).refused, true);
});

test("a kind is chosen", () => {
  const moves = ["queen", "rook"].map((kind) => ({
    text: kind,
    display: "",
    from: [0],
    to: 1,
    more: [{ kind }],
  }));
  const { pick } = pickCell(moves, pickCell(moves, NOTHING, 0).pick, 1);
  assert.equal(answer(pick, { kind: "rook" }).move.text, "rook");
  assert.equal(answer(pick, { kind: "king" }), undefined);
});

test("a pass is a move without cells", () => {
  assert.equal(placeless([{ text: "pass", display: "pass" }]).text, "pass");
  assert.equal(placeless([{ text: "a", display: "a", to: 0 }]), undefined);
});

test("a board is turned in the steps of its game", () => {
  const cells = [0, 1, 2, 3].map((y) => ({ name: String(y), x: 0, y, shape: "hole", zone: "" }));
  const labels = [{ text: "a", x: 0, y: 4 }];
  const board = { cells, links: [], lined: false, labels, turning: 180 };
  assert.deepEqual([nextTurn(board, 0), nextTurn(board, 180)], [180, 0]);
  assert.equal(nextTurn({ ...board, turning: 60 }, 300), 0);
  assert.equal(nextTurn({ ...board, turning: null }, 0), 0);
  const turned = turnedBoard(board, 180);
  assert.equal(turned.cells[0].y, 3);
  // If rows stay rows, their labels stay below; else they move along.
  assert.equal(turned.labels[0].y, 4);
  assert.equal(turnedBoard({ ...board, turning: 60 }, 180).labels[0].y, -1);
});

test("arrow keys reach the next cell, fingers the nearest", () => {
  const cells = row(4);
  assert.equal(neighbour(cells, 1, { x: 1, y: 0 }), 2);
  assert.equal(neighbour(cells, 3, { x: 1, y: 0 }), 3);
  assert.equal(nearest(cells, { x: 2.2, y: 0.1 }, 0.5), 2);
  assert.equal(nearest(cells, { x: 9, y: 0 }, 0.5), null);
});

const seat = (name) => ({ name, tone: name, occupant: null, out: false });
const state = (more) => ({
  version: 2,
  phase: "playing",
  ply: 0,
  turn: 0,
  seats: [seat("a"), seat("b")],
  clock: null,
  paused: false,
  pace: 0,
  draw_offers: [],
  take_back: null,
  rematch: null,
  outcome: null,
  next: null,
  ...more,
});
const view = (position, moves = []) => ({
  position,
  turn: 0,
  pieces: [],
  counters: [],
  alarms: [],
  moves,
});
const snapshot = () => ({
  id: "g",
  setup: {},
  board: {},
  steps: [],
  state: state({}),
  view: view("start", [{ text: "m", display: "M", shifts: [[0, 1]] }]),
  presence: {},
  mine: [0],
});

test("events are applied, and gaps are noticed", () => {
  const known = begin(snapshot());
  assert.equal(myTurn(known), true);
  const moved = {
    type: "event",
    id: "g",
    version: 3,
    at: 0,
    event: { kind: "moved", seat: 0, ply: 0, text: "m", display: "M" },
    step: { kind: "move", seat: 0, text: "m", display: "M", shifts: [[2, 3]] },
    state: state({ version: 3, ply: 1, turn: 1 }),
    view: view("next"),
  };
  const next = apply(known, moved);
  assert.deepEqual(next.moved.shifts, [[2, 3]], "the step as it was told");
  assert.equal(next.known.steps.length, 1);
  assert.equal(next.known.past.get(0).position, "start");
  assert.equal(apply(next.known, moved), undefined);
  assert.equal(apply(known, { ...moved, version: 5 }).lost, true);
  const back = apply(next.known, {
    type: "event",
    id: "g",
    version: 4,
    at: 0,
    event: { kind: "took_back", ply: 0 },
    state: state({ version: 4 }),
    view: view("start"),
  });
  assert.equal(back.known.steps.length, 0);
  assert.deepEqual([...back.known.past.keys()], [0]);
  const seated = { ...moved, event: { kind: "seated", seat: 1 }, step: undefined };
  assert.equal(apply(known, seated).lost, true, "which seats are mine is asked for anew");
});

test("a game can be aborted before the second move", () => {
  const known = begin(snapshot());
  const move = { kind: "move", seat: 0, text: "m", display: "M" };
  assert.equal(mayAbort({ ...known, steps: [move, { kind: "out", seat: 1 }] }), true);
  assert.equal(mayAbort({ ...known, steps: [move, move] }), false);
  assert.equal(mayAbort({ ...known, state: state({ phase: "ended" }) }), false);
});

test("missed events are caught up from the steps", () => {
  const step = (text) => ({ kind: "move", seat: 0, text, display: text });
  const first = begin(snapshot());
  const known = {
    ...first,
    steps: [step("a"), step("b")],
    past: new Map([...first.past, [1, view("a")], [2, view("a b")]]),
  };
  const { known: now } = apply(known, {
    type: "resumed",
    id: "g",
    events: [
      { version: 3, at: 0, event: { kind: "moved", seat: 0, ply: 0, text: "m", display: "M" } },
    ],
    steps: [step("a"), step("c")],
    state: state({ version: 3, ply: 2, turn: 1 }),
    view: view("next"),
    presence: {},
  });
  assert.equal(now.state.version, 3);
  assert.equal(now.view.position, "next");
  assert.deepEqual(
    now.steps.map(({ text }) => text),
    ["a", "c"],
  );
  assert.deepEqual(
    [...now.past].map(([ply, { position }]) => [ply, position]),
    [
      [0, "start"],
      [1, "a"],
      [2, "next"],
    ],
  );
});

test("a player changes their name", () => {
  const known = begin(snapshot());
  const seats = [{ name: "first", occupant: { who: "person", id: "a", name: "Hanna" } }];
  const changed = apply(known, { type: "seats", id: known.id, seats });
  assert.deepEqual(changed.known.state.seats, seats);
  assert.equal(changed.known.state.version, known.state.version);
  assert.equal(apply(known, { type: "seats", id: "another", seats }), undefined);
});

test("clocks run down and are formatted", () => {
  const running = state({ clock: { left: [60_000, 5_000], running: 0, at: 1_000 } });
  assert.equal(timeLeft(running, 0, 11_000), 50_000);
  assert.equal(timeLeft(running, 1, 11_000), 5_000);
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9_450), "9.4");
  assert.equal(clockText(3_661_000), "1:01:01");
});
