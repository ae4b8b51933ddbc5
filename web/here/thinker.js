// A worker that thinks: one job at a time. While it thinks it hears nothing; whoever wants it to stop sets the flag
// that it shares, or ends the worker.

import { begin } from "./module.js";

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {Promise<(job: string) => string> | null} */
let ready = null;

/** @param {WebAssembly.Module} module @param {Int32Array | null} flag the number of the job to be stopped */
async function start(module, flag) {
  let current = 0;
  const now = () => {
    if (flag && Atomics.load(flag, 0) === current) stop();
    return performance.now();
  };
  const progress = (/** @type {string} */ text) =>
    worker.postMessage({ job: current, progress: text });
  const { program, ask } = await begin(module, { now, progress });
  const stop = () => {
    new Uint8Array(program.memory.buffer)[program.stop_flag()] = 1;
  };
  program.seed(Math.random());
  return (/** @type {string} */ job) => {
    current = JSON.parse(job).number;
    new Uint8Array(program.memory.buffer)[program.stop_flag()] = 0;
    return ask(program.think, job);
  };
}

worker.addEventListener("message", async ({ data }) => {
  if (data.module) {
    ready = start(data.module, data.flag);
    return;
  }
  const { number, job } = data;
  try {
    const thought = await (await ready)?.(job);
    worker.postMessage({ job: number, thought: thought || null });
  } catch {
    // Whatever has happened to its memory, it is not used again.
    worker.postMessage({ job: number, thought: null, broken: true });
  }
});
