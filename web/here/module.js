// The WebAssembly program that plays without a server: texts in, texts out. For workers.

import { system } from "./wasi.js";

/** The single-threaded program. */
const PROGRAM = "/agon.wasm";

/**
 * Exports of the program.
 * @typedef {object} Program
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => number} length
 * @property {() => number} stop_flag
 * @property {(now: number) => number} tell
 * @property {(seed: number) => void} seed
 * @property {() => number} think
 * @property {(game: number, opening: number) => number} signature
 * @property {() => void} _initialize only with threads: called once, before all else
 * @property {(thread: number, start: number) => void} wasi_thread_start only with threads
 */

/** Fetches and compiles the program. @returns {Promise<WebAssembly.Module>} */
export async function compile(file = PROGRAM) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  // Some hosts do not know the media type of WebAssembly.
  if (answer.headers.get("content-type") === "application/wasm")
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * @param {WebAssembly.Module} module
 * @param {{now: () => number, progress: (text: string) => void}} imports functions that it calls
 * @param {{memory: WebAssembly.Memory, spawn: (start: number) => number} | null} [shared] the memory of all threads,
 *   and the function that starts one
 */
export async function begin(module, { now, progress }, shared = null) {
  /** TextDecoder rejects shared memory, so a copy is decoded. @param {number} address @param {number} length */
  const text = (address, length) =>
    new TextDecoder().decode(new Uint8Array(program.memory.buffer, address, length).slice());
  const instance = await WebAssembly.instantiate(module, {
    agon: {
      now,
      progress: (/** @type {number} */ at, /** @type {number} */ length) =>
        progress(text(at, length)),
    },
    ...(shared ? system(module, shared) : {}),
  });
  const program = /** @type {Program} */ (/** @type {unknown} */ (instance.exports));
  /**
   * Calls a function with a text; its answer must be read before the next call.
   * @param {() => number} call
   * @param {string} said
   */
  const ask = (call, said) => {
    const bytes = new TextEncoder().encode(said);
    const room = program.room(bytes.length);
    new Uint8Array(program.memory.buffer, room, bytes.length).set(bytes);
    const address = call();
    return text(address, program.length());
  };
  /** Makes the search stop at its next look at the clock, or go on. */
  const halt = (over = true) => {
    new Uint8Array(program.memory.buffer)[program.stop_flag()] = Number(over);
  };
  return { program, ask, halt };
}
