// Portraits of people.

import assert from "node:assert/strict";
import test from "node:test";
import { animalOf, drawing, machine, newSeed, seeds } from "../web/portrait.js";
import { ANIMALS } from "../web/portrait/animals.js";

test("portraits depend on their text only", () => {
  assert.deepEqual(drawing("abcd2345"), drawing("abcd2345"));
  const texts = Array.from({ length: 300 }, (_, i) => `person${i}`);
  const pictures = new Set(texts.map((text) => JSON.stringify(drawing(text))));
  assert.ok(pictures.size > 270, `${pictures.size} different pictures`);
  assert.deepEqual(new Set(texts.map(animalOf)), new Set(Object.keys(ANIMALS)));
});

test("any text makes a portrait", () => {
  for (const name of ["", "?", "דנה", "👑", "x".repeat(500)]) {
    for (const [element, attributes] of drawing(name)) {
      assert.match(element, /^(rect|circle|ellipse|path)$/);
      assert.doesNotMatch(JSON.stringify(attributes), /NaN|undefined|null/);
    }
  }
});

test("new texts are short, and offered portraits differ", () => {
  assert.match(newSeed(), /^[a-z2-9]{8}$/);
  const offered = seeds(6, ["fox"]);
  const animals = offered.map(animalOf);
  assert.equal(new Set(animals).size, 6);
  assert.ok(!animals.includes("fox"));
  // More texts than animals can be requested.
  assert.equal(seeds(20).length, 20);
});

test("a computer's lamps count its level", () => {
  const lit = (level) => machine("k", level).filter(([, { fill }]) => fill === "#f0b458").length;
  assert.deepEqual([1, 2, 3, 10].map(lit), [2, 2, 3, 6]);
});
