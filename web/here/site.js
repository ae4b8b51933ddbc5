// The worker in which the site runs without a server. Writes are stored before messages are sent; inputs are handled
// one after the other.

import { begin, compile } from "./module.js";
import { isOvertaken, Store } from "./store.js";
import { Thinkers } from "./thinkers.js";

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Milliseconds between notes that a window is open. */
const NOTE = 5_000;

/** Broadcast when a study was written; for games it is their id. */
const STUDIES = "studies";

/** @typedef {Record<string, unknown> & {kind: string}} Input */

/** @import { Job } from "./team.js" */
/** @import { Write } from "./store.js" */

/**
 * Output of the program; see `wire` of the crate.
 * @typedef {object} Output
 * @property {{game?: string, file?: string}} [need]
 * @property {Write[]} writes
 * @property {unknown[]} answers
 * @property {string[]} messages
 * @property {Job[]} jobs
 * @property {number[]} stops
 * @property {string[]} reload
 * @property {number | null} wake
 */

/** Returns what other windows have to reload. @param {Write[]} writes */
const changedBy = (writes) =>
  new Set(
    writes.flatMap((write) =>
      write.what === "study" ? [STUDIES] : "id" in write ? [write.id] : [],
    ),
  );

class Site {
  /** The queue of inputs. @type {Promise<void>} */
  #turn = Promise.resolve();
  #timer = 0;
  /** Why nothing is stored; reported once. @type {string} */
  unkept = "";
  /** @type {Store | null} */
  store = null;
  /** Other windows of the same site. */
  #others = new BroadcastChannel("agon");
  #call;
  #thinkers;

  /** @param {(now: number, input: Input) => Output} call @param {WebAssembly.Module} module */
  constructor(call, module) {
    this.#call = call;
    this.#thinkers = new Thinkers(module, (input) => this.enqueue(/** @type {Input} */ (input)));
    this.#others.onmessage = ({ data }) => this.#reload(data);
  }

  /** @param {Input} input */
  enqueue(input) {
    this.#turn = this.#turn.then(() => this.#handle(input)).catch((error) => console.error(error));
    return this.#turn;
  }

  /** Reloads what another window has written. @param {string} id */
  #reload(id) {
    this.#turn = this.#turn.then(() => this.#load(id)).catch(() => {});
  }

  /** @param {string} id */
  async #load(id) {
    if (id === STUDIES) {
      const studies = (await this.store?.studies()) ?? {};
      await this.#handle({ kind: "studies", studies });
      return;
    }
    const kept = (await this.store?.game(id)) ?? { events: [] };
    await this.#handle({ kind: "loaded", id, ...kept });
  }

  /** @param {{game?: string, file?: string}} need */
  async #fetch(need) {
    if (need.game !== undefined) await this.#load(need.game);
    else if (need.file !== undefined) {
      const answer = await fetch(need.file).catch(() => null);
      const text = answer?.ok ? { text: await answer.text() } : {};
      await this.#handle({ kind: "read", path: need.file, ...text });
    }
  }

  /** @param {Input} input @param {number} [tries] */
  async #handle(input, tries = 0) {
    const output = this.#call(Date.now(), input);
    if (output.need) {
      // Missing data that was loaded twice does not exist.
      if (tries > 2) return;
      await this.#fetch(output.need);
      await this.#handle(input, tries + 1);
      return;
    }
    for (const job of output.stops) this.#thinkers.stop(job);
    for (const job of output.jobs) this.#thinkers.add(job);
    if (output.writes.length > 0) {
      try {
        await this.store?.write(output.writes, Date.now());
        for (const changed of changedBy(output.writes)) this.#others.postMessage(changed);
      } catch (error) {
        const overtaken = isOvertaken(error);
        await this.#handle({ kind: "refused", overtaken });
        if (changedBy(output.writes).has(STUDIES)) await this.#load(STUDIES);
        if (overtaken && tries < 2) await this.#handle(input, tries + 1);
        return;
      }
    }
    for (const answer of output.answers) worker.postMessage({ answer });
    for (const message of output.messages) worker.postMessage({ message });
    for (const id of output.reload) await this.#load(id);
    clearTimeout(this.#timer);
    if (output.wake !== null) {
      const wait = Math.min(Math.max(0, output.wake - Date.now()), 2 ** 30);
      this.#timer = setTimeout(() => void this.enqueue({ kind: "tick" }), wait);
    }
  }

  /** Notes that a window is open: clocks run only then. */
  note() {
    void this.store?.write([], Date.now()).catch(() => {});
  }
}

async function start() {
  const [module, opened] = await Promise.all([
    compile(),
    Store.open().catch((/** @type {unknown} */ error) => String(error)),
  ]);
  const { program, ask } = await begin(module, { now: () => performance.now(), progress() {} });
  const site = new Site(
    (now, input) => JSON.parse(ask(() => program.tell(now), JSON.stringify(input))),
    module,
  );
  const store = opened instanceof Store ? opened : null;
  site.store = store;
  const kept = (await store?.kept().catch(() => null)) ?? {};
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const seed = String((BigInt(high) << 32n) | BigInt(low));
  await site.enqueue({ kind: "start", kept, seed });
  setInterval(() => site.note(), NOTE);
  return { site, keeps: store !== null };
}

const started = start();
started.then(
  ({ keeps }) => worker.postMessage({ ready: true, keeps }),
  (error) => worker.postMessage({ ready: false, error: String(error) }),
);

worker.addEventListener("message", async ({ data }) => {
  const { site } = await started;
  void site.enqueue(data);
});
