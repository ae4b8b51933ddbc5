// The game that somebody wishes for, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { Wish } from "../web/new/wish.js";

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
  const wish = new Wish(entry, () => 4);
  assert.deepEqual(wish.plans, [{ who: "me" }, { who: "computer", kind: "usual", level: 4 }]);
  // Without the field everything is there.
  const all = { ...entry, kinds: [{ name: "perfect", about: "" }] };
  assert.equal(new Wish(all, () => 4).computer().kind, "perfect");
});

test("the mode fills the seats, and a variant may have more of them", () => {
  const wish = new Wish(entry, () => 1);
  wish.playBy("local");
  wish.vary("more");
  assert.deepEqual(wish.plans, [{ who: "me" }, { who: "me" }, { who: "me" }]);
  assert.equal(wish.request().rules, "n=3");
  wish.playBy("online");
  assert.deepEqual(wish.plans.slice(1), [{ who: "open" }, { who: "open" }]);
  wish.playBy("watch");
  assert.equal(wish.request().pace, 800);
  wish.leisure = true;
  assert.equal(wish.request().leisure, true);
  wish.playBy("local");
  assert.equal(wish.request().leisure, false);
  assert.equal(wish.seatedBy(two), true);
  assert.equal(wish.plans.length, 2);
  assert.equal(wish.seatedBy(two), false);
});

test("who chooses a side changes places, unless all play on one screen", () => {
  const wish = new Wish(entry, () => 2);
  wish.sit(1, "me");
  assert.deepEqual(
    wish.plans.map((plan) => plan.who),
    ["computer", "me"],
  );
  wish.playBy("online");
  wish.sit(1, "computer");
  wish.sit(1, "me");
  assert.deepEqual(
    wish.plans.map((plan) => plan.who),
    ["computer", "me"],
  );
  wish.playBy("local");
  wish.sit(1, "open");
  wish.sit(1, "me");
  assert.deepEqual(
    wish.plans.map((plan) => plan.who),
    ["me", "me"],
  );
});
