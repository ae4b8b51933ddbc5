// Board input, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { toggled } from "../web/board/drawing.js";
import { direction, pushed } from "../web/board/goals.js";
import { rack, roomy } from "../web/board/hands.js";
import { column, inOrder } from "../web/board/picker.js";
import { drop, lineUp, NOTHING, whyNot } from "../web/picking.js";
import { fulfilled, premoves, rows } from "../web/premove.js";
import { preview } from "../web/preview.js";

/** A row of six cells: pieces of the first player on 0 to 2, one of the second on 3. */
const row = {
  cells: [0, 1, 2, 3, 4, 5].map((x) => ({ name: String(x), x, y: 0, shape: "hole", zone: "" })),
  links: [0, 1, 2, 3, 4].map((x) => [x, x + 1]),
};
const pieces = [0, 1, 2].map((cell) => ({ cell, seat: 0, kind: "marble" }));
const view = {
  position: "",
  turn: 0,
  pieces: [...pieces, { cell: 3, seat: 1, kind: "marble" }],
  counters: [],
  alarms: [],
  moves: [],
};
const shift = (...cells) => cells.map((cell) => [cell, cell + 1]);
const push3 = { text: "3", display: "3", from: [0, 1, 2], to: 3, shifts: shift(0, 1, 2, 3) };
const push2 = { text: "2", display: "2", from: [1, 2], to: 3, shifts: shift(1, 2, 3) };
const moves = [push3, push2];

test("a line drawn over pieces selects the smallest group with both ends", () => {
  assert.deepEqual(lineUp(moves, 2, 2), [2]);
  assert.deepEqual(lineUp(moves, 2, 1), [1, 2]);
  assert.deepEqual(lineUp(moves, 0, 2), [0, 1, 2]);
  assert.deepEqual(lineUp(moves, 0, 1), [0, 1, 2]);
  assert.equal(lineUp(moves, 0, 3), null);
});

test("a dragged group moves as the piece under the pointer", () => {
  const group = { ...NOTHING, from: [0, 1, 2] };
  assert.equal(drop(moves, group, 2, 3).move, push3);
  assert.equal(drop(moves, group, 0, 1).move, push3);
  assert.equal(drop(moves, group, 0, 5).refused, true);
});

test("pushed pieces and their targets follow from the move", () => {
  assert.deepEqual(pushed(push3), [{ from: 3, to: 4 }]);
  const off = { text: "x", display: "x", from: [1, 2], to: 3, shifts: shift(1, 2), captures: [3] };
  assert.deepEqual(pushed(off), [{ from: 3, to: null }]);
  // A capture is no push.
  assert.deepEqual(
    pushed({ text: "", display: "", from: [1], to: 3, shifts: [[1, 3]], captures: [3] }),
    [],
  );
  assert.deepEqual(direction(row, push3), { x: 1, y: 0 });
});

test("refused clicks have a reason", () => {
  const why = (all, from, cell) => whyNot(all, { ...NOTHING, from }, cell, view);
  assert.equal(why([], [], 0), "turn");
  assert.equal(why(moves, [], 5), "empty");
  assert.equal(why(moves, [], 3), "foreign");
  assert.equal(why([push2], [], 0), "stuck");
  assert.equal(why(moves, [0], 5), "there");
  assert.equal(why([{ text: "5", display: "5", to: 5 }], [], 0), "taken");
  assert.equal(whyNot(moves, { from: [], open: moves, asked: 0 }, 5, view), "asked");
});

test("rows of pieces are found along the links", () => {
  assert.deepEqual(rows(row, new Set([0, 1, 2]), 3), [
    [0, 1],
    [1, 2],
    [0, 1, 2],
  ]);
  assert.deepEqual(rows(row, new Set([0, 2]), 3), []);
});

test("premoves go anywhere", () => {
  const alone = premoves(row, view, 1, 1);
  assert.deepEqual(
    alone.map((move) => move.to),
    [0, 1, 2, 4, 5],
  );
  const groups = premoves(row, view, 0, 3).filter((move) => move.from.length > 1);
  assert.deepEqual(
    groups.map((move) => [...move.from, move.to].join("")),
    ["123", "0123"],
  );
  const hands = [{ seat: 0, kind: "man", count: 2, whole: 3 }];
  assert.deepEqual(
    premoves(row, { ...view, hands }, 0, 1).map((move) => [move.from, move.to]),
    [
      [undefined, 4],
      [undefined, 5],
    ],
  );
});

test("a premove is made if it is legal", () => {
  const kinds = ["queen", "rook"];
  assert.equal(fulfilled(moves, { from: [2, 1], to: 3 }, kinds).move, push2);
  assert.equal(fulfilled(moves, { from: [2], to: 3 }, kinds), undefined);
  const become = (kind) => ({ text: kind, display: kind, from: [2], to: 3, more: [{ kind }] });
  const promotions = ["knight", "queen"].map(become);
  assert.equal(fulfilled(promotions, { from: [2], to: 3 }, kinds).move, promotions[1]);
  // Open choices are asked.
  const removals = [4, 5].map((cell) => ({
    text: `${cell}`,
    display: "",
    to: 3,
    more: [{ cell }],
  }));
  const answer = fulfilled(removals, { from: [], to: 3 }, kinds);
  assert.equal(answer.move, undefined);
  assert.deepEqual(answer.pick.open, removals);
});

test("kinds are offered from the cell towards the middle, the queen first", () => {
  assert.deepEqual(inOrder(["knight", "bishop", "rook", "queen"]), [
    "queen",
    "rook",
    "bishop",
    "knight",
  ]);
  const tall = { cells: [0, 1, 2, 3, 4].map((y) => ({ x: 7, y })) };
  assert.deepEqual(
    column(tall, 0, 3).map(({ y }) => y),
    [0, 1, 2],
  );
  assert.deepEqual(
    column(tall, 4, 3).map(({ y }) => y),
    [4, 3, 2],
  );
});

test("all pieces in hand fit beside the plate", () => {
  for (let layers = 2; layers <= 9; layers += 1) {
    const plate = { x: -1, y: -1, width: 2 * layers + 2, height: 2 * layers + 2.1 };
    for (const tall of [false, true]) {
      const room = roomy(plate, tall);
      for (const near of [false, true]) {
        const { places, size } = rack(plate, tall, near, 3 * layers);
        assert.equal(places.length, 3 * layers);
        for (const { x, y } of places) {
          const half = size / 2;
          const inRoom =
            x - half >= room.x - 1e-9 &&
            x + half <= room.x + room.width + 1e-9 &&
            y - half >= room.y - 1e-9 &&
            y + half <= room.y + room.height + 1e-9;
          assert.ok(inRoom, `${layers} layers: ${x}, ${y}`);
          const beside = tall
            ? y + half <= plate.y || y - half >= plate.y + plate.height
            : x + half <= plate.x || x - half >= plate.x + plate.width;
          assert.ok(beside, `${layers} layers: on the plate at ${x}, ${y}`);
        }
      }
    }
  }
});

test("a placed piece leaves the hand in the preview", () => {
  const hands = [0, 1].map((seat) => ({ seat, kind: "man", count: 2, whole: 3 }));
  const seats = ["red", "blue"].map((tone) => ({ name: tone, tone, piece: "man", degrees: 0 }));
  const after = preview({ ...view, hands }, { text: "5", display: "5", to: 5 }, seats);
  assert.deepEqual(
    after.hands.map((hand) => hand.count),
    [1, 2],
  );
});

test("drawing twice removes a drawing", () => {
  const once = toggled([], { from: 1, to: 2 });
  assert.deepEqual(once, [{ from: 1, to: 2 }]);
  assert.deepEqual(toggled(once, { from: 1, to: 1 }).length, 2);
  assert.deepEqual(toggled(once, { from: 1, to: 2 }), []);
});
