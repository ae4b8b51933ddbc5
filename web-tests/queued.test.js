// Texts about a computer that may not think yet, and about a stopped analysis.

import assert from "node:assert/strict";
import test, { before } from "node:test";
import { setLanguage } from "../web/i18n.js";
import { apply, begin } from "../web/state.js";
import { depth } from "../web/study/evaluation.js";

before(async () => {
  globalThis.document = { documentElement: {} };
  await setLanguage("en");
});

const state = { version: 2, ply: 0, phase: "playing", turn: 0, seats: [] };
const known = begin({ id: "g", setup: {}, steps: [], state, view: { moves: [] }, mine: [] });

test("a computer waits until the next event of its game", () => {
  const queued = { type: "queued", id: "g", version: 2, code: "queue_full", message: "..." };
  assert.equal(known.queued, null);
  const waits = apply(known, queued)?.known;
  assert.equal(waits?.queued, "queue_full");
  assert.equal(apply(known, { ...queued, id: "other" }), undefined);
  assert.equal(apply(known, { ...queued, version: 1 }), undefined);
  const paced = {
    type: "event",
    id: "g",
    version: 3,
    event: { kind: "paced", ms: 1 },
    state: { ...state, version: 3 },
  };
  assert.equal(apply(waits, paced)?.known.queued, null);
});

test("a stopped analysis says so", () => {
  const analysis = { depth: 9, nodes: 1234, done: true };
  assert.equal(depth({ ...analysis, end: "time" }), "Depth 9, 1234 positions");
  assert.equal(depth({ ...analysis, end: "stopped" }), "Stopped early: depth 9, 1234 positions");
});
