// A worker that searches, with helpers for its threads.

import { begun, isStopped, makeBoard, makeMemory, stop } from "./threads.js";

/** Milliseconds in which helpers must start. */
const PATIENCE = 10_000;

/** @typedef {{number: number, urgent: boolean, many: boolean}} Job */
/** @typedef {{job: number, progress?: string, thought?: string | null, broken?: boolean}} TeamMessage */

/** @param {string} file */
const begin = (file) => new Worker(new URL(file, import.meta.url), { type: "module" });

/** Resolves when a worker shares its memory with others. @param {Worker} worker @returns {Promise<void>} */
const readiness = (worker) =>
  new Promise((done, failed) => {
    setTimeout(() => failed(new Error("the workers did not start in time")), PATIENCE);
    worker.addEventListener("error", () => failed(new Error("a worker failed to run")));
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) done();
      else failed(new Error(data.error));
    });
  });

export class Team {
  #worker;
  #helpers;
  #board;
  /** Called with progress and results. @type {(message: TeamMessage) => void} */
  onMessage = () => {};
  /** Called when it cannot continue. */
  failed = () => {};

  /** @param {Worker} worker @param {Worker[]} helpers @param {Int32Array | null} board */
  constructor(worker, helpers, board) {
    this.#worker = worker;
    this.#helpers = helpers;
    this.#board = board;
    worker.addEventListener("message", ({ data }) => {
      if (data.broken) this.failed();
      else this.onMessage(data);
    });
    for (const one of [worker, ...helpers]) one.addEventListener("error", () => this.failed());
    for (const helper of helpers)
      helper.addEventListener("message", ({ data }) => {
        if (!data.ready) this.failed();
      });
  }

  /** Returns a team with one thread. @param {WebAssembly.Module} module */
  static alone(module) {
    const worker = begin("./thinker.js");
    const board = self.crossOriginIsolated ? makeBoard(0) : null;
    worker.postMessage({ module, board, memory: null, origin: performance.timeOrigin });
    return new Team(worker, [], board);
  }

  /** Returns a team with several threads; rejects if they cannot start. @param {WebAssembly.Module} module @param {number} threads */
  static async gather(module, threads) {
    const memory = makeMemory();
    const board = makeBoard(threads - 1);
    const start = { module, memory, board, origin: performance.timeOrigin };
    /** @type {Worker[]} */
    const workers = [];
    /** @param {string} file @param {object} how */
    const add = (file, how) => {
      const worker = begin(file);
      workers.push(worker);
      const ready = readiness(worker);
      worker.postMessage({ ...start, ...how });
      return ready;
    };
    try {
      // The first worker gets the main thread's part of the memory.
      await add("./thinker.js", {});
      const helpers = Array.from({ length: threads - 1 }, (_, helper) => helper);
      await Promise.all(helpers.map((helper) => add("./helper.js", { helper })));
    } catch (error) {
      for (const worker of workers) worker.terminate();
      throw error;
    }
    const [worker, ...helpers] = workers;
    if (!worker) throw new Error("there is no worker");
    return new Team(worker, helpers, board);
  }

  /** @param {Job} job */
  think(job) {
    const threads = job.many ? 1 + this.#helpers.length : 1;
    this.#worker.postMessage({ number: job.number, job: JSON.stringify({ ...job, threads }) });
  }

  /** Stops a job; returns false if it cannot be reached. @param {number} job */
  stop(job) {
    if (this.#board) stop(this.#board, job);
    return this.#board !== null;
  }

  /** @param {number} job */
  isStopped(job) {
    return this.#board !== null && isStopped(this.#board, job);
  }

  /** Number of threads that helpers have run. */
  get helped() {
    return this.#board ? begun(this.#board) : 0;
  }

  end() {
    this.onMessage = () => {};
    this.failed = () => {};
    for (const worker of [this.#worker, ...this.#helpers]) worker.terminate();
  }
}
