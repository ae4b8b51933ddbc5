// A new game as it is being planned, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { Draft, variants } from "../web/new/draft.js";

const two = [
  { name: "white", tone: "white" },
  { name: "black", tone: "black" },
];
const entry = {
  id: "g",
  title: "G",
  about: "",
  options: [
    { name: "n", about: "", values: { kind: "number", min: 2, max: 3, words: [] }, default: "2" },
  ],
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
  const draft = new Draft(entry, 4);
  assert.deepEqual(draft.plans, [{ who: "me" }, { who: "computer", kind: "usual", level: 4 }]);
  // Without the field everything is there.
  const all = { ...entry, kinds: [{ name: "perfect", about: "" }] };
  assert.equal(new Draft(all, 4).computer().kind, "perfect");
});

test("the mode fills the seats, and a variant may have more of them", () => {
  const draft = new Draft(entry, 1);
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
  const draft = new Draft(entry, 2);
  draft.sit(1, "me");
  assert.deepEqual(
    draft.plans.map((plan) => plan.who),
    ["computer", "me"],
  );
  draft.playBy("online");
  draft.sit(0, "me");
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

test("the usual rules have one name", () => {
  assert.deepEqual(
    variants(entry).map(({ name }) => name),
    ["", "more"],
  );
  const two = { name: "two", about: "", rules: "n=2", seats: entry.seats };
  const named = { ...entry, presets: [two, ...entry.presets] };
  assert.deepEqual(
    variants(named).map(({ name }) => name),
    ["two", "more"],
  );
  assert.deepEqual(variants({ ...entry, presets: [] }), []);
  // A variant that was put together by hand has its name, too; another one has none.
  const draft = new Draft(named, 3);
  assert.equal(draft.preset, "two");
  draft.rules.set("n", "3");
  assert.equal(draft.preset, "more");
  draft.rules.set("n", "4");
  assert.equal(draft.preset, null);
});

test("a side is taken, or drawn", () => {
  const draft = new Draft(entry, 3);
  draft.take(1);
  assert.deepEqual(
    draft.request().seats.map((plan) => plan.who),
    ["computer", "me"],
  );
  // It is kept with another way to play, and where there are more seats.
  draft.playBy("online");
  draft.vary("more");
  assert.deepEqual(
    draft.plans.map((plan) => plan.who),
    ["open", "me", "open"],
  );
  draft.take(null);
  assert.equal(draft.request().shuffle, true);
  draft.playBy("local");
  assert.equal(draft.request().shuffle, false);
});

test("one level for all computers, or one for each", () => {
  const draft = new Draft(entry, 3);
  draft.vary("more");
  draft.grade(7);
  assert.equal(draft.common, 7);
  draft.computers()[0].level = 2;
  assert.equal(draft.common, null);
  // What one of several plays at is not what was chosen for all.
  assert.equal(draft.level, 7);
});

test("a clock of one's own", () => {
  const draft = new Draft(entry, 3);
  draft.clock = "custom";
  draft.minutes = 2.5;
  draft.seconds = 7;
  assert.deepEqual(draft.request().clock, { kind: "increment", main: 150_000, add: 7_000 });
  assert.equal(draft.wrongClock(), null);
  draft.minutes = Number.NaN;
  assert.equal(draft.wrongClock(), "minutes");
  draft.minutes = 5;
  draft.seconds = 3601;
  assert.equal(draft.wrongClock(), "seconds");
  draft.playBy("online");
  draft.clock = "days";
  draft.days = 31;
  assert.equal(draft.wrongClock(), "days");
  draft.days = 7;
  assert.deepEqual(draft.request().clock, { kind: "days", days: 7 });
  // Nobody plays a computer for weeks.
  draft.playBy("computer");
  assert.equal(draft.clock, "none");
});
