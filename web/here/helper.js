// A worker that runs threads of another worker's search; they share the memory.

import { begin } from "./module.js";
import { clock, help } from "./threads.js";

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("message", async ({ data }) => {
  const { module, memory, board, helper, origin } = data;
  const now = clock(board, origin, () => halt());
  const shared = { memory, spawn: () => -1 };
  const { program, halt } = await begin(module, { now, progress() {} }, shared);
  worker.postMessage({ ready: true });
  help(board, helper, program.wasi_thread_start);
});

// Rejections reach no other listener.
worker.addEventListener("unhandledrejection", ({ reason }) => {
  worker.postMessage({ ready: false, error: String(reason) });
});
