// Plates around a board, and names of variants.

import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage } from "../web/i18n.js";
import { placeOf } from "../web/play/seating.js";
import { moverOf, speakerOf } from "../web/play/state.js";
import { variantOf } from "../web/variant.js";

globalThis.document = { documentElement: {} };
await setLanguage("en");

const six = [0, 60, 120, 180, 240, 300].map((degrees) => ({ degrees }));

test("six players are around the board at their points", () => {
  const places = Object.fromEntries(placeOf(six, 0).map(({ seat, place }) => [seat, place]));
  assert.deepEqual(places, {
    0: "below",
    1: "right",
    2: "right",
    3: "above",
    4: "left",
    5: "left",
  });
  // From top to bottom: the third is above the second.
  const right = placeOf(six, 0).filter(({ place }) => place === "right");
  assert.deepEqual(
    right.map(({ seat }) => seat),
    [2, 1],
  );
});

test("the player for whom the board is turned is below", () => {
  for (const [seat, { degrees }] of six.entries()) {
    const below = placeOf(six, degrees).filter(({ place }) => place === "below");
    assert.deepEqual(below, [{ seat, place: "below" }]);
  }
});

const options = [
  { name: "layers", about: "", values: { kind: "number" }, default: "3" },
  { name: "flying", about: "", values: { kind: "flag" }, default: "on" },
  { name: "colors", about: "", values: { kind: "letters" }, default: "gr" },
];
const presets = [{ name: "six", about: "", rules: "colors=gyorpb", seats: [] }];
const entry = { options, presets };
const complete = async (_game, rules) => `layers=3,flying=off,${rules}`;

test("only unusual rules have a name", async () => {
  const name = (rules) => variantOf(entry, rules, complete);
  assert.equal(await name("layers=3,flying=on,colors=gr"), "");
  assert.equal(await name("layers=9,flying=on,colors=gr"), "Layers: 9");
  assert.equal(await name("layers=3,flying=on,colors=gyb"), "Colours: Green, Yellow, Blue");
});

test("options that follow from a preset are not named", async () => {
  const name = (rules) => variantOf(entry, rules, complete);
  assert.equal(await name("layers=3,flying=off,colors=gyorpb"), "Six players");
  assert.equal(await name("layers=5,flying=off,colors=gyorpb"), "Six players, Layers: 5");
});

test("an announced move does not change the player to move", () => {
  const known = { state: { phase: "playing", turn: 0, paused: false }, mine: [0] };
  const page = { known, announced: 1, at: null, offline: false, wished: null };
  assert.equal(moverOf(page), 1);
  assert.equal(speakerOf(page), 1);
  assert.equal(moverOf({ ...page, announced: null }), 0);
  assert.equal(speakerOf({ ...page, at: 2 }), null);
});
