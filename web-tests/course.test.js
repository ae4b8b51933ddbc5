// Judging moves in a course, and the next step.

import assert from "node:assert/strict";
import test from "node:test";
import { countDone, judge, nextStep } from "../web/teach/course.js";

const words = { ask: "?", hint: "!", praise: "good", otherwise: "no", wrong: { near: "nearly" } };
const task = { accept: ["a", "b"], wrong: { near: { moves: ["c"], reply: "d" } } };

test("an accepted move is praised", () => {
  assert.deepEqual(judge(task, words, "b"), { right: true, say: "good" });
  assert.equal(judge({}, words, "anything").right, true);
});

test("foreseen mistakes have explanations of their own", () => {
  assert.deepEqual(judge(task, words, "c"), { right: false, say: "nearly", reply: "d" });
  assert.deepEqual(judge(task, words, "e"), { right: false, say: "no" });
  const { otherwise: _, ...fewer } = words;
  assert.deepEqual(judge(task, fewer, "e"), { right: false });
});

test("a course continues at the first step that is not done", () => {
  const course = { steps: [{ id: "one" }, { id: "two" }, { id: "three" }] };
  assert.equal(nextStep(course, new Set(["one", "three"])).id, "two");
  assert.equal(nextStep(course, new Set(["one", "two", "three"])).id, "one");
  assert.equal(countDone(course, new Set(["three", "gone"])), 1);
});
