// Who thinks: one team for moves at tables, and another one for analyses and reports, so that neither waits for the
// other. They are begun when they are needed.

import { Team } from "./team.js";
import { count, load } from "./threads.js";

/** Milliseconds that a job waits for several threads; then one has to do. */
const PATIENCE = 2_000;

/** @import { Job, Told } from "./team.js" */
/** What becomes of jobs. @typedef {(input: Record<string, unknown>) => void} Tell */

/** A team with the jobs that wait for it. */
class Lane {
  /** Who thinks with one thread. @type {Team | null} */
  #one = null;
  /** Who thinks with several; nothing came of it where one has to be enough. @type {Promise<Team | null> | null} */
  #many = null;
  /** Who has the present job. @type {Team | null} */
  #team = null;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | null} */
  #current = null;
  #module;
  #load;
  #tell;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => Promise<WebAssembly.Module | null>} load the program for several threads
   * @param {Tell} tell
   */
  constructor(module, load, tell) {
    this.#module = module;
    this.#load = load;
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
    if (this.#current?.number !== number || this.#team?.stop(number)) return;
    // Nobody has it yet, or nothing reaches whoever has it: another one begins.
    if (this.#team) this.#dismiss(this.#team);
    this.#current = null;
    this.#next();
  }

  /** @param {Team} team */
  #dismiss(team) {
    team.end();
    if (this.#team === team) this.#team = null;
    if (this.#one === team) this.#one = null;
    else this.#many = Promise.resolve(null);
  }

  /** @param {Team} team */
  #attend(team) {
    team.heard = (told) => {
      if (team === this.#team) this.#hear(told);
    };
    team.failed = () => this.#fail(team);
    return team;
  }

  /** @returns {Promise<Team | null>} */
  async #gather() {
    try {
      const module = await this.#load();
      return module && this.#attend(await Team.gather(module, count()));
    } catch {
      return null;
    }
  }

  /** Who is to have a job. @param {Job} job */
  async #find(job) {
    if (job.many) this.#many ??= this.#gather();
    const late = new Promise((/** @type {(nobody: null) => void} */ done) =>
      setTimeout(() => done(null), PATIENCE),
    );
    const many = this.#many && (await Promise.race([this.#many, late]));
    if (!many) {
      this.#one ??= this.#attend(Team.alone(this.#module));
      return this.#one;
    }
    this.#one?.end();
    this.#one = null;
    return many;
  }

  /** @param {Told} told */
  #hear({ job, progress, thought }) {
    if (progress !== undefined) {
      this.#tell({ kind: "progress", job, thought: JSON.parse(progress) });
      return;
    }
    this.#current = null;
    this.#team = null;
    this.#tell({ kind: "thought", job, ...(thought ? { thought: JSON.parse(thought) } : {}) });
    this.#next();
  }

  /** @param {Team} team */
  #fail(team) {
    const job = team === this.#team ? this.#current : null;
    const again = team !== this.#one && job && !team.isStopped(job.number);
    this.#dismiss(team);
    if (!job) return;
    // What several cannot do one can; otherwise it could not be done, and the next one is done by another worker.
    if (again) {
      void this.#give(job);
      return;
    }
    this.#current = null;
    this.#tell({ kind: "thought", job: job.number });
    this.#next();
  }

  /** @param {Job} job */
  async #give(job) {
    const team = await this.#find(job);
    // It may have been stopped meanwhile.
    if (this.#current !== job) return;
    this.#team = team;
    team.think(job);
  }

  #next() {
    if (this.#current) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#current = job;
    void this.#give(job);
  }
}

export class Thinkers {
  #urgent;
  #patient;

  /** @param {WebAssembly.Module} module @param {Tell} tell */
  constructor(module, tell) {
    /** @type {Promise<WebAssembly.Module | null> | null} */
    let program = null;
    const once = () => {
      program ??= load();
      return program;
    };
    this.#urgent = new Lane(module, once, tell);
    this.#patient = new Lane(module, once, tell);
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
