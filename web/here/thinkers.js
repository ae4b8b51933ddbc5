// Two search queues: one for moves at tables, another one for analyses and reports, so that neither waits for the
// other.

import { Team } from "./team.js";
import { count, load } from "./threads.js";

/** Milliseconds that a job waits for several threads before it runs with one. */
const PATIENCE = 2_000;

/** @import { Job, TeamMessage } from "./team.js" */
/** Sends results to the site. @typedef {(input: Record<string, unknown>) => void} Report */

/** A queue of jobs and the teams that run them. */
class JobQueue {
  /** The team with one thread. @type {Team | null} */
  #one = null;
  /** The team with several threads; null if they cannot start. @type {Promise<Team | null> | null} */
  #many = null;
  /** The team with the present job. @type {Team | null} */
  #team = null;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | null} */
  #current = null;
  #module;
  #load;
  #report;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => Promise<WebAssembly.Module | null>} load loads the multi-threaded program
   * @param {Report} report
   */
  constructor(module, load, report) {
    this.#module = module;
    this.#load = load;
    this.#report = report;
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
    // The job has no team yet, or its team cannot be reached: another one starts.
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
  #listen(team) {
    team.onMessage = (message) => {
      if (team === this.#team) this.#receive(message);
    };
    team.failed = () => this.#fail(team);
    return team;
  }

  /** @returns {Promise<Team | null>} */
  async #gather() {
    try {
      const module = await this.#load();
      return module && this.#listen(await Team.gather(module, count()));
    } catch {
      return null;
    }
  }

  /** Returns the team for a job. @param {Job} job */
  async #find(job) {
    if (job.many) this.#many ??= this.#gather();
    const late = new Promise((/** @type {(none: null) => void} */ done) =>
      setTimeout(() => done(null), PATIENCE),
    );
    const many = this.#many && (await Promise.race([this.#many, late]));
    if (!many) {
      this.#one ??= this.#listen(Team.alone(this.#module));
      return this.#one;
    }
    this.#one?.end();
    this.#one = null;
    return many;
  }

  /** @param {TeamMessage} message */
  #receive({ job, progress, thought }) {
    if (progress !== undefined) {
      this.#report({ kind: "progress", job, thought: JSON.parse(progress) });
      return;
    }
    this.#current = null;
    this.#team = null;
    this.#report({ kind: "thought", job, ...(thought ? { thought: JSON.parse(thought) } : {}) });
    this.#next();
  }

  /** @param {Team} team */
  #fail(team) {
    const job = team === this.#team ? this.#current : null;
    const again = team !== this.#one && job && !team.isStopped(job.number);
    this.#dismiss(team);
    if (!job) return;
    // A job that failed with several threads is tried with one; otherwise it has failed.
    if (again) {
      void this.#give(job);
      return;
    }
    this.#current = null;
    this.#report({ kind: "thought", job: job.number });
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

  /** @param {WebAssembly.Module} module @param {Report} report */
  constructor(module, report) {
    /** @type {Promise<WebAssembly.Module | null> | null} */
    let program = null;
    const once = () => {
      program ??= load();
      return program;
    };
    this.#urgent = new JobQueue(module, once, report);
    this.#patient = new JobQueue(module, once, report);
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
