// Threads of a search: one worker each, with one memory and one program. They communicate by a shared array (the
// board): which job to stop, and which thread each helper runs.

import { compile } from "./module.js";

const PROGRAM = "/agon-threads.wasm";
const LIST = "/shell.json";

/** Maximum number of threads; more gain little. */
const MOST = 8;
/** Initial and maximum size of the memory in pages of 64 KiB, as the program was linked (.cargo/config.toml). */
const PAGES = 512;
const MOST_PAGES = 4_096;

/** Indices: the job to stop, the present job, the number of started threads. */
const STOP = 0;
const CURRENT = 1;
const BEGUN = 2;
/** First index of the helpers' entries, and their size: state, thread, start argument. */
const FIRST = 3;
const EACH = 3;
/** States of a helper. */
const WAITS = 0;
const RUNS = 1;
/** Milliseconds to wait for a helper that is just finishing. */
const SOON = 50;

/** Number of threads of a search. @param {boolean} isolated @param {number} cores */
export function count(isolated = self.crossOriginIsolated, cores = navigator.hardwareConcurrency) {
  if (!isolated || !(cores >= 2)) return 1;
  // On larger machines one core is left to the page.
  return Math.min(cores > 2 ? cores - 1 : cores, MOST);
}

/** Whether the program exists. A request for a missing file would log an error. */
async function isThere() {
  try {
    return (await (await fetch(LIST)).json()).threads !== null;
  } catch {
    return Boolean(await caches.match(PROGRAM));
  }
}

/** Loads the multi-threaded program; null if one thread has to do. @returns {Promise<WebAssembly.Module | null>} */
export async function load() {
  try {
    return count() > 1 && (await isThere()) ? await compile(PROGRAM) : null;
  } catch {
    return null;
  }
}

export const makeMemory = () =>
  new WebAssembly.Memory({ initial: PAGES, maximum: MOST_PAGES, shared: true });

/** @param {number} helpers */
export const makeBoard = (helpers) =>
  new Int32Array(new SharedArrayBuffer(4 * (FIRST + EACH * helpers)));

/** @param {Int32Array} board @param {number} job */
export const begin = (board, job) => Atomics.store(board, CURRENT, job);

/** @param {Int32Array} board @param {number} job */
export const stop = (board, job) => Atomics.store(board, STOP, job);

/** @param {Int32Array} board @param {number} job */
export const isStopped = (board, job) => Atomics.load(board, STOP) === job;

/** Number of threads that helpers have run. @param {Int32Array} board */
export const begun = (board) => Atomics.load(board, BEGUN);

/**
 * Returns a clock that is the same in all workers with one origin; reading it stops the search if that was requested.
 * @param {Int32Array | null} board
 * @param {number} origin
 * @param {() => void} halt
 */
export function clock(board, origin, halt) {
  const ahead = performance.timeOrigin - origin;
  return () => {
    if (board && isStopped(board, Atomics.load(board, CURRENT))) halt();
    return performance.now() + ahead;
  };
}

/**
 * Returns a function that starts a thread on a free helper; it returns the thread's number, or -1. For the worker
 * that starts threads.
 * @param {Int32Array} board
 */
export function spawner(board) {
  let thread = 0;
  return (/** @type {number} */ start) => {
    const late = performance.now() + SOON;
    do {
      for (let place = FIRST; place < board.length; place += EACH) {
        if (Atomics.load(board, place) !== WAITS) continue;
        thread += 1;
        board[place + 1] = thread;
        board[place + 2] = start;
        Atomics.store(board, place, RUNS);
        Atomics.notify(board, place);
        return thread;
      }
    } while (performance.now() < late);
    return -1;
  };
}

/**
 * Runs one thread after the other, forever.
 * @param {Int32Array} board
 * @param {number} helper
 * @param {(thread: number, start: number) => void} run
 */
export function help(board, helper, run) {
  const place = FIRST + EACH * helper;
  for (;;) {
    Atomics.wait(board, place, WAITS);
    if (Atomics.load(board, place) !== RUNS) continue;
    const [, thread = 0, start = 0] = board.subarray(place, place + EACH);
    Atomics.add(board, BEGUN, 1);
    run(thread, start);
    Atomics.store(board, place, WAITS);
  }
}
