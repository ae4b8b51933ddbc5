// Duration, loudness and variety of the sounds.

import assert from "node:assert/strict";
import test from "node:test";
import { render, SOUNDS } from "../web/sound/synth.js";
import { soundOf } from "../web/sound.js";

const RATE = 44_100;

const loudness = (samples) =>
  Math.sqrt(samples.reduce((sum, n) => sum + n * n, 0) / samples.length);

/** Returns the zero crossings per second: a measure of brightness. */
const brightness = (samples) =>
  (samples.slice(1).filter((n, i) => n > 0 !== samples[i] > 0).length / samples.length) * RATE;

test("sounds are short, not clipped, and end in silence", () => {
  for (const [name, strikes] of Object.entries(SOUNDS)) {
    const samples = render(strikes, RATE);
    assert.ok(samples.length > RATE * 0.05 && samples.length < RATE * 1.6, name);
    assert.ok(
      samples.every((n) => Math.abs(n) <= 0.9001),
      name,
    );
    assert.ok(loudness(samples) > 0.005, name);
    const [begin, end] = [samples.slice(0, 4000), samples.slice(-400)].map(loudness);
    assert.ok(end < begin / 10, `${name}: ${begin} ${end}`);
    assert.ok(Math.abs(samples.at(-1)) < 1e-6, name);
  }
});

test("sounds are deterministic and work at any sample rate", () => {
  assert.deepEqual(render(SOUNDS.wood, 48_000), render(SOUNDS.wood, 48_000));
  assert.ok(render(SOUNDS.glass, 8000).every(Number.isFinite));
});

test("glass is brighter than wood", () => {
  const [wood, glass] = ["wood", "glass"].map((name) =>
    brightness(render(SOUNDS[name], RATE).slice(0, RATE / 20)),
  );
  assert.ok(glass > wood * 1.3, `${glass} ${wood}`);
});

test("the sound of a move depends on its effect and the material", () => {
  const of = (kind, alarms = []) => ({ pieces: [{ cell: 3, seat: 0, kind }], alarms, turn: 0 });
  const step = { text: "", display: "", from: [0], to: 1, shifts: [[0, 1]] };
  assert.equal(soundOf(of("pawn"), step), "wood");
  assert.equal(soundOf(of("pawn", [3]), step), "check");
  // Only the player to move is warned.
  assert.equal(soundOf({ ...of("pawn", [3]), turn: 1 }, step), "wood");
  assert.equal(soundOf(of("man"), { ...step, captures: [4] }), "capture");
  assert.equal(soundOf(of("marble"), step), "glass");
  assert.equal(soundOf(of("marble"), { ...step, path: [0, 2, 4] }), "hops");
  const pushed = {
    ...step,
    shifts: [
      [0, 1],
      [1, 2],
    ],
  };
  assert.equal(soundOf(of("marble"), pushed), "push");
  assert.equal(soundOf(of("marble"), { ...step, captures: [1] }), "push");
  assert.equal(soundOf(of("man"), null), "wood");
});
