// Threads of a search: a worker each, with one memory and one program. They tell each other what to do in an array of
// numbers that all see (a board): which job is to be stopped, and which thread each helper is to run.

import { compile } from "./module.js";

const PROGRAM = "/agon-threads.wasm";
const LIST = "/shell.json";

/** More than these find little that the others do not find. */
const MOST = 8;
/** The memory at first and at most, in pages of 64 KiB, as the program was linked (.cargo/config.toml). */
const PAGES = 512;
const MOST_PAGES = 4_096;

/** Places on the board: the number of the job to be stopped, of the one in work, and how many threads have begun. */
const STOP = 0;
const CURRENT = 1;
const BEGUN = 2;
/** From here on each helper has so many: what it does, its thread, and what that begins with. */
const FIRST = 3;
const EACH = 3;
/** What a helper does. */
const WAITS = 0;
const RUNS = 1;
/** Milliseconds in which one that is just ending becomes free. */
const SOON = 50;

/** How many threads a search may have here. @param {boolean} isolated @param {number} cores */
export function count(isolated = self.crossOriginIsolated, cores = navigator.hardwareConcurrency) {
  if (!isolated || !(cores >= 2)) return 1;
  // Where there are some more one is left to the page.
  return Math.min(cores > 2 ? cores - 1 : cores, MOST);
}

/** Is the program to be had? Asking for what is not there would alarm whoever reads the console. */
async function isThere() {
  try {
    return (await (await fetch(LIST)).json()).threads !== null;
  } catch {
    return Boolean(await caches.match(PROGRAM));
  }
}

/** The program for several threads; nothing where one has to be enough. @returns {Promise<WebAssembly.Module | null>} */
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

/** How many threads helpers have run. @param {Int32Array} board */
export const begun = (board) => Atomics.load(board, BEGUN);

/**
 * What time it is, the same in all workers that know the same origin; and whoever looks sees whether to stop.
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
 * Finds a helper for a thread; the thread's number, or one below 0 where nobody is free. For the one worker that begins
 * threads.
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
 * Runs one thread after the other, for ever.
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
