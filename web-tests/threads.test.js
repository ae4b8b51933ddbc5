// Threads of a search.

import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";

globalThis.self = globalThis;
const { begin, clock, count, begun, makeBoard, spawner, stop } = await import(
  "../web/here/threads.js"
);

test("threads need isolation and two cores, and leave one core to the page", () => {
  assert.equal(count(false, 8), 1);
  assert.equal(count(true, 1), 1);
  assert.equal(count(true, Number.NaN), 1);
  assert.equal(count(true, 2), 2);
  assert.equal(count(true, 4), 3);
  assert.equal(count(true, 64), 8);
});

test("reading the clock stops only the stopped job", () => {
  const board = makeBoard(1);
  let halted = 0;
  const now = clock(board, performance.timeOrigin - 1_000, () => {
    halted += 1;
  });
  begin(board, 7);
  assert.ok(now() >= 1_000);
  stop(board, 6);
  now();
  assert.equal(halted, 0);
  stop(board, 7);
  now();
  assert.equal(halted, 1);
});

test("a helper runs one thread at a time", async () => {
  const board = makeBoard(1);
  const spawn = spawner(board);
  assert.equal(spawn(40), 1);
  assert.equal(spawn(41), -1);
  const url = new URL("../web/here/threads.js", import.meta.url);
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(${JSON.stringify(url.href)}).then(({ help }) =>
      help(workerData, 0, (thread, start) => parentPort.postMessage([thread, start])));`;
  const helper = new Worker(code, { eval: true, workerData: board });
  const heard = () => new Promise((done) => helper.once("message", done));
  assert.deepEqual(await heard(), [1, 40]);
  const again = heard();
  assert.equal(spawn(42), 2);
  assert.deepEqual(await again, [2, 42]);
  while (begun(board) < 2) await new Promise((done) => setTimeout(done, 5));
  await helper.terminate();
});
