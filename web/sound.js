// Five short sounds, made here.

import { settings } from "./settings.js";

/** The gain at full volume. */
const LOUDEST = 0.3;

/** Tones as frequency, beginning and length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  step: [[330, 0, 0.07]],
  capture: [
    [220, 0, 0.07],
    [165, 0.06, 0.1],
  ],
  warn: [
    [660, 0, 0.08],
    [660, 0.12, 0.08],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.25],
  ],
  lose: [
    [392, 0, 0.15],
    [330, 0.15, 0.15],
    [262, 0.3, 0.3],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {"step" | "capture" | "warn" | "win" | "lose"} name */
export function play(name) {
  // Browsers refuse sound before the first touch.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, begin, length] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, now + begin);
    volume.gain.exponentialRampToValueAtTime(
      Math.max(0.001, LOUDEST * settings.volume),
      now + begin + 0.01,
    );
    volume.gain.exponentialRampToValueAtTime(0.0001, now + begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + begin);
    tone.stop(now + begin + length);
  }
}
