// A worker that searches, one job at a time. It gets no messages meanwhile: it is stopped through shared memory, or
// terminated.

import { begin } from "./module.js";
import { clock, begin as note, spawner } from "./threads.js";

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {Promise<(job: string) => string> | null} */
let ready = null;

/**
 * @typedef {object} Start
 * @property {WebAssembly.Module} module
 * @property {Int32Array | null} board
 * @property {WebAssembly.Memory | null} memory shared with helpers, if there are any
 * @property {number} origin
 */

/** @param {Start} start */
async function start({ module, board, memory, origin }) {
  let current = 0;
  const now = clock(board, origin, () => halt());
  const progress = (/** @type {string} */ text) =>
    worker.postMessage({ job: current, progress: text });
  const shared = board && memory ? { memory, spawn: spawner(board) } : null;
  const { program, ask, halt } = await begin(module, { now, progress }, shared);
  if (shared) program._initialize();
  program.seed(Math.random());
  return (/** @type {string} */ job) => {
    current = JSON.parse(job).number;
    if (board) note(board, current);
    halt(false);
    return ask(program.think, job);
  };
}

worker.addEventListener("message", async ({ data }) => {
  if (data.module) {
    ready = start(data);
    // Helpers wait for this.
    if (data.memory)
      ready.then(
        () => worker.postMessage({ ready: true }),
        (error) => worker.postMessage({ ready: false, error: String(error) }),
      );
    return;
  }
  const { number, job } = data;
  try {
    const thought = await (await ready)?.(job);
    worker.postMessage({ job: number, thought: thought || null });
  } catch {
    // Its memory may be corrupt: it is not used again.
    worker.postMessage({ job: number, thought: null, broken: true });
  }
});
