// The men that are gone.

import assert from "node:assert/strict";
import test from "node:test";
import { captured } from "../web/play/captured.js";

const men = (seat, kinds) => [...kinds].map((kind, cell) => ({ cell, seat, kind }));

test("men that are gone are listed by kind", () => {
  const start = [...men(0, "ppprnk"), ...men(1, "ppprnk")];
  assert.deepEqual(captured(start, start, 0), []);
  const now = [...men(0, "pprk"), ...men(1, "ppprnk")];
  assert.deepEqual(captured(start, now, 0), ["p", "n"]);
  assert.deepEqual(captured(start, now, 1), []);
});

test("a man that became another one is not gone", () => {
  const start = men(0, "ppprqk");
  assert.deepEqual(captured(start, men(0, "pprqqk"), 0), []);
  assert.deepEqual(captured(start, men(0, "prqqk"), 0), ["p"]);
});

test("where men are alike a number says it", () => {
  assert.deepEqual(captured(men(0, "mmmk"), men(0, "mk"), 0), []);
  assert.deepEqual(captured([], [], 0), []);
});
