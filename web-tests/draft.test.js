// A new game as it is being planned, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { Draft } from "../web/new/draft.js";

const two = [
  { name: "white", tone: "white" },
  { name: "black", tone: "black" },
];
const entry = {
  id: "g",
  title: "G",
  about: "",
  options: [],
  presets: [
    { name: "more", about: "", rules: "n=3", seats: [...two, { name: "red", tone: "red" }] },
  ],
  seats: two,
  kinds: [
    { name: "perfect", about: "", available: false, reason: "database" },
    { name: "usual", about: "" },
  ],
};

test("a computer is of a kind that can play here", () => {
  const draft = new Draft(entry, () => 4);
  assert.deepEqual(draft.plans, [{ who: "me" }, { who: "computer", kind: "usual", level: 4 }]);
  // Without the field everything is there.
  const all = { ...entry, kinds: [{ name: "perfect", about: "" }] };
  assert.equal(new Draft(all, () => 4).computer().kind, "perfect");
});

test("the mode fills the seats, and a variant may have more of them", () => {
  const draft = new Draft(entry, () => 1);
  draft.playBy("local");
  draft.vary("more");
  assert.deepEqual(draft.plans, [{ who: "me" }, { who: "me" }, { who: "me" }]);
  assert.equal(draft.request().rules, "n=3");
  draft.playBy("online");
  assert.deepEqual(draft.plans.slice(1), [{ who: "open" }, { who: "open" }]);
  draft.playBy("watch");
  assert.equal(draft.request().pace, 800);
  draft.leisure = true;
  assert.equal(draft.request().leisure, true);
  draft.playBy("local");
  assert.equal(draft.request().leisure, false);
  assert.equal(draft.seatedBy(two), true);
  assert.equal(draft.plans.length, 2);
  assert.equal(draft.seatedBy(two), false);
});

test("who chooses a side changes places, unless all play on one screen", () => {
  const draft = new Draft(entry, () => 2);
  draft.sit(1, "me");
  assert.deepEqual(
    draft.plans.map((plan) => plan.who),
    ["computer", "me"],
  );
  draft.playBy("online");
  draft.sit(1, "computer");
  draft.sit(1, "me");
  assert.deepEqual(
    draft.plans.map((plan) => plan.who),
    ["computer", "me"],
  );
  draft.playBy("local");
  draft.sit(1, "open");
  draft.sit(1, "me");
  assert.deepEqual(
    draft.plans.map((plan) => plan.who),
    ["me", "me"],
  );
});
