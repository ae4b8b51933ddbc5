// Who thinks: a worker for moves at tables, and another one for analyses and reports, so that neither waits for the
// other. They are begun when they are needed.

/** @typedef {{number: number, urgent: boolean}} Job */
/** What becomes of jobs. @typedef {(input: Record<string, unknown>) => void} Tell */

/** One worker with the jobs that wait for it. */
class Lane {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | null} */
  #current = null;
  /** The number of the job to be stopped, where memory can be shared. @type {Int32Array | null} */
  #flag = null;
  #module;
  #tell;

  /** @param {WebAssembly.Module} module @param {Tell} tell */
  constructor(module, tell) {
    this.#module = module;
    this.#tell = tell;
  }

  /** @param {Job} job */
  add(job) {
    this.#waiting.push(job);
    this.#next();
  }

  /** @param {number} number */
  stop(number) {
    this.#waiting = this.#waiting.filter((job) => job.number !== number);
    if (this.#current?.number !== number) return;
    if (this.#flag) {
      Atomics.store(this.#flag, 0, number);
      return;
    }
    // Without shared memory nothing reaches it: another one begins.
    this.#end();
    this.#next();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#current = null;
  }

  #begin() {
    const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    this.#flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    worker.postMessage({ module: this.#module, flag: this.#flag });
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#hear(data);
    });
    worker.addEventListener("error", () => {
      if (worker === this.#worker) this.#fail();
    });
    return worker;
  }

  /** @param {{job: number, progress?: string, thought?: string | null, broken?: boolean}} data */
  #hear({ job, progress, thought, broken }) {
    if (progress !== undefined) {
      this.#tell({ kind: "progress", job, thought: JSON.parse(progress) });
      return;
    }
    if (broken) {
      this.#fail();
      return;
    }
    this.#current = null;
    this.#tell({ kind: "thought", job, ...(thought ? { thought: JSON.parse(thought) } : {}) });
    this.#next();
  }

  /** It could not be done; the next one is done by another worker. */
  #fail() {
    const job = this.#current?.number;
    this.#end();
    if (job !== undefined) this.#tell({ kind: "thought", job });
    this.#next();
  }

  #next() {
    if (this.#current) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#current = job;
    this.#worker ??= this.#begin();
    this.#worker.postMessage({ number: job.number, job: JSON.stringify(job) });
  }
}

export class Thinkers {
  #urgent;
  #patient;

  /** @param {WebAssembly.Module} module @param {Tell} tell */
  constructor(module, tell) {
    this.#urgent = new Lane(module, tell);
    this.#patient = new Lane(module, tell);
  }

  /** @param {Job} job */
  add(job) {
    (job.urgent ? this.#urgent : this.#patient).add(job);
  }

  /** @param {number} job */
  stop(job) {
    this.#urgent.stop(job);
    this.#patient.stop(job);
  }
}
