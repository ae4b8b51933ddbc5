// The draft of a new game, without a browser.

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

test("only available kinds of computers are chosen", () => {
  const draft = new Draft(entry, 4);
  assert.deepEqual(draft.plans, [{ who: "me" }, { who: "computer", kind: "usual", level: 4 }]);
  // Kinds without the field are available.
  const all = { ...entry, kinds: [{ name: "perfect", about: "" }] };
  assert.equal(new Draft(all, 4).computer().kind, "perfect");
});

test("the mode fills the seats, and a variant may add some", () => {
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

test("choosing a side swaps seats, except on one screen", () => {
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
  // A variant that was put together by hand has its name, too; others have none.
  const draft = new Draft(named, 3);
  assert.equal(draft.preset, "two");
  draft.rules.set("n", "3");
  assert.equal(draft.preset, "more");
  draft.rules.set("n", "4");
  assert.equal(draft.preset, null);
});

test("a side is chosen or random", () => {
  const draft = new Draft(entry, 3);
  draft.take(1);
  assert.deepEqual(
    draft.request().seats.map((plan) => plan.who),
    ["computer", "me"],
  );
  // The side stays with another mode, and with more seats.
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

test("computers have one level or one each", () => {
  const draft = new Draft(entry, 3);
  draft.vary("more");
  draft.grade(7);
  assert.equal(draft.common, 7);
  draft.computers()[0].level = 2;
  assert.equal(draft.common, null);
  // The level of one computer does not change the common one.
  assert.equal(draft.level, 7);
});

test("custom clocks have limits", () => {
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
  // Games against computers are never played over weeks.
  draft.playBy("computer");
  assert.equal(draft.clock, "none");
});
