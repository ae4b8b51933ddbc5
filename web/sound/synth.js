// Synthesized sounds: noise bursts that excite bodies with a few decaying modes, which depend on the material. No DOM
// here.

import { dice } from "../board/texture.js";

/** A mode: frequency in Hz, decay time in seconds, amplitude. @typedef {[number, number, number]} Mode */

/**
 * A strike of a body.
 * @typedef {object} Strike
 * @property {number} at seconds after the start
 * @property {number} force from 0 to 1
 * @property {number} contact seconds of contact: longer ones sound softer
 * @property {Mode[]} modes
 */

/** A wooden board on which a piece is put. @type {Mode[]} */
const BOARD = [
  [165, 0.07, 0.9],
  [390, 0.06, 1],
  [810, 0.045, 0.6],
  [1420, 0.03, 0.45],
  [2650, 0.016, 0.3],
];
/** A wooden piece. @type {Mode[]} */
const WOOD = [...BOARD, [1080, 0.03, 0.5], [1990, 0.02, 0.35]];
/** A glass marble. @type {Mode[]} */
const GLASS = [
  [210, 0.05, 0.7],
  [520, 0.04, 0.6],
  [2480, 0.06, 0.3],
  [4120, 0.08, 0.32],
  [6350, 0.05, 0.2],
];
/** Two marbles. @type {Mode[]} */
const CLICK = [
  [3050, 0.03, 0.5],
  [4720, 0.045, 0.5],
  [7100, 0.03, 0.3],
];
/** A hollow wood block. @type {Mode[]} */
const BLOCK = [
  [1180, 0.05, 1],
  [2210, 0.03, 0.5],
  [3640, 0.015, 0.3],
];

/** A tuned wooden bar. @param {number} pitch @returns {Mode[]} */
const bar = (pitch) => [
  [pitch, 0.55, 1],
  [pitch * 3.93, 0.16, 0.22],
  [pitch * 9.3, 0.05, 0.1],
];

/** @param {number} at @param {number} force @param {Mode[]} modes @param {number} [contact] */
const strike = (at, force, modes, contact = 0.002) => ({ at, force, contact, modes });

/** @param {number} at @param {number} pitch @param {number} [force] */
const note = (at, pitch, force = 0.7) => strike(at, force, bar(pitch), 0.005);

/** Strikes by sound. @type {Record<string, Strike[]>} */
export const SOUNDS = {
  wood: [strike(0, 0.8, WOOD)],
  glass: [strike(0, 0.7, GLASS, 0.0012)],
  hops: [
    strike(0, 0.5, GLASS, 0.0012),
    strike(0.13, 0.6, GLASS, 0.0012),
    strike(0.26, 0.7, GLASS, 0.0012),
  ],
  push: [
    strike(0, 0.6, CLICK, 0.0008),
    strike(0.028, 0.5, CLICK, 0.0008),
    strike(0.05, 0.35, GLASS, 0.0012),
    strike(0.24, 0.8, GLASS, 0.0015),
    strike(0.33, 0.35, GLASS, 0.0015),
  ],
  capture: [strike(0, 1, WOOD, 0.0015), strike(0.075, 0.55, WOOD), strike(0.19, 0.25, BOARD)],
  check: [strike(0, 0.9, WOOD, 0.0015), note(0.06, 698, 0.5), note(0.17, 698, 0.35)],
  low: [strike(0, 0.6, BLOCK, 0.001), strike(0.16, 0.6, BLOCK, 0.001)],
  turn: [note(0, 523, 0.45), note(0.11, 784, 0.5)],
  win: [
    note(0, 523),
    note(0.13, 659),
    note(0.26, 784),
    note(0.42, 1047, 0.8),
    note(0.42, 523, 0.5),
  ],
  lose: [note(0, 440), note(0.2, 349), note(0.42, 262, 0.8)],
  draw: [note(0, 440), note(0.18, 587), note(0.4, 440, 0.6)],
};

/** Returns the duration in seconds. @param {Strike[]} strikes */
const length = (strikes) =>
  Math.max(
    ...strikes.map(({ at, modes }) => at + Math.max(...modes.map(([, decay]) => decay)) * 1.6),
  );

/**
 * Returns samples between -1 and 1.
 * @param {Strike[]} strikes
 * @param {number} rate samples per second
 */
export function render(strikes, rate) {
  const samples = new Float32Array(Math.ceil(length(strikes) * rate));
  const random = dice(7);
  for (const { at, force, contact, modes } of strikes) {
    const begin = Math.round(at * rate);
    const burst = Math.max(2, Math.round(contact * rate * 4));
    // The excitation: noise that rises and falls during contact.
    const drive = Float32Array.from({ length: burst }, (_, i) => {
      const window = Math.sin((Math.PI * (i + 0.5)) / burst) ** 2;
      return (random() * 2 - 1 + 1.5) * window * force;
    });
    for (const [frequency, decay, gain] of modes) {
      if (frequency < rate / 2) ringing(samples, { begin, drive, frequency, decay, gain, rate });
    }
  }
  return levelled(samples);
}

/**
 * Adds a mode: a two-pole filter.
 * @param {Float32Array} samples
 * @param {{begin: number, drive: Float32Array, frequency: number, decay: number, gain: number, rate: number}} tone
 */
function ringing(samples, { begin, drive, frequency, decay, gain, rate }) {
  // After `decay` seconds a thousandth is left.
  const radius = 0.001 ** (1 / (decay * rate));
  const angle = (2 * Math.PI * frequency) / rate;
  const [a, b] = [2 * radius * Math.cos(angle), radius * radius];
  const scale = gain * Math.sin(angle);
  let [last, before] = [0, 0];
  const end = Math.min(samples.length, begin + Math.ceil(decay * 1.6 * rate));
  for (let i = begin; i < end; i++) {
    const now = (i - begin < drive.length ? drive[i - begin] : 0) * scale + a * last - b * before;
    samples[i] += now;
    [before, last] = [last, now];
  }
}

/** Scales the loudest sample to 0.9, and fades out. @param {Float32Array} samples */
function levelled(samples) {
  const loudest = samples.reduce((most, n) => Math.max(most, Math.abs(n)), 1e-9);
  const fade = Math.min(samples.length, 256);
  return samples.map(
    (n, i) => ((n * 0.9) / loudest) * Math.min(1, (samples.length - 1 - i) / fade),
  );
}
