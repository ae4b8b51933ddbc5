// Sounds of events, rendered when they are first needed.

import { settings } from "./settings.js";
import { render, SOUNDS } from "./sound/synth.js";

/** @import { Move, View } from "./types.d.ts" */

/** @typedef {"wood" | "glass" | "hops" | "push" | "capture" | "check" | "low" | "turn" | "win" | "lose" | "draw"} Sound */

/** Relative volumes. @type {Record<Sound, number>} */
const LEVELS = {
  wood: 0.75,
  glass: 0.55,
  hops: 0.55,
  push: 0.75,
  capture: 0.9,
  check: 0.8,
  low: 0.6,
  turn: 0.5,
  win: 0.7,
  lose: 0.65,
  draw: 0.6,
};

/** Random variation of the pitch. */
const VARIATION = 0.05;

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<Sound, AudioBuffer>} */
const made = new Map();

/** @param {AudioContext} audio @param {Sound} name */
function buffer(audio, name) {
  const known = made.get(name);
  if (known) return known;
  const samples = render(SOUNDS[name], audio.sampleRate);
  const fresh = audio.createBuffer(1, samples.length, audio.sampleRate);
  fresh.copyToChannel(samples, 0);
  made.set(name, fresh);
  return fresh;
}

/** @param {Sound} name */
export function play(name) {
  // Browsers block sound before the first interaction.
  if (!settings.sound || settings.volume <= 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const source = context.createBufferSource();
  source.buffer = buffer(context, name);
  source.playbackRate.value = 1 + (Math.random() - 0.5) * VARIATION;
  const volume = context.createGain();
  // Perceived loudness is a power of the gain.
  volume.gain.value = settings.volume ** 1.6 * LEVELS[name];
  source.connect(volume).connect(context.destination);
  source.start();
}

/**
 * Returns the sound of a move, by its effect and the material.
 * @param {Pick<View, "pieces" | "alarms" | "turn">} view after the move
 * @param {Move | null | undefined} move
 * @returns {Sound}
 */
export function soundOf({ pieces, alarms, turn }, move) {
  const glass = pieces.some((piece) => piece.kind === "marble");
  const takes = (move?.captures?.length ?? 0) > 0;
  const several = (move?.shifts?.length ?? 0) > (move?.from?.length ?? 0);
  // Only a new danger to the player to move is a check.
  const warned = pieces.some(({ cell, seat }) => seat === turn && alarms.includes(cell));
  if (warned) return "check";
  if (glass && (takes || several)) return "push";
  if (takes) return "capture";
  if (glass) return (move?.path?.length ?? 0) > 2 ? "hops" : "glass";
  return "wood";
}
