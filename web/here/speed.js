// A worker that measures the speed of this machine: nodes per second of a fixed search.

import { begin, compile } from "./module.js";

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const { program } = await begin(await compile(), { now: () => performance.now(), progress() {} });
const start = performance.now();
const nodes = program.signature(0, 0);
worker.postMessage(Math.round((1000 * nodes) / (performance.now() - start)));
