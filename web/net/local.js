// The site in this browser as a transport: it runs in a worker (here/site.js), which starts when it is first needed.

import { offline } from "./refusal.js";
import { noteLocalGame } from "./stored.js";

/** @import { Me, Message } from "../types.d.ts" */
/** @import { Transport } from "./remote.js" */
/** @import { Request } from "./route.js" */

/** The worker's answer to a request. @typedef {{number: number, status: number, body: string}} Answer */

/** The page of a site that has no server. */
export const ALONE = globalThis.document?.documentElement?.dataset?.server === "none";

/** Starts the worker. @returns {Promise<{worker: Worker, keeps: boolean}>} `keeps`: whether the browser stores games */
function start() {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL("../here/site.js", import.meta.url), { type: "module" });
    const first = (/** @type {MessageEvent} */ { data }) => {
      if (data.ready === undefined) return;
      worker.removeEventListener("message", first);
      if (data.ready) done({ worker, keeps: data.keeps });
      else failed(new Error(data.error));
    };
    worker.addEventListener("message", first);
    worker.addEventListener("error", () => failed(new Error("the worker does not run")));
  });
}

/** Whether a request makes a local game or study. @param {Request} request */
const creates = ({ method, path }) =>
  method === "POST" && (path === "/api/games" || path === "/api/studies");

/** @implements {Transport} */
export class Local {
  onMessage = (/** @type {Message} */ _message) => {};
  /** Called once, when the site has started. */
  onStart = (/** @type {{keeps: boolean}} */ _site) => {};
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<Worker> | null} */
  #starting = null;
  #number = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();

  get started() {
    return this.#worker !== null;
  }

  /** @param {Request} request */
  async request(request) {
    const worker = await this.#start();
    if (creates(request)) noteLocalGame();
    const { method, path, body } = request;
    this.#number += 1;
    const number = this.#number;
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    /** @type {Promise<Answer>} */
    const answer = new Promise((done) => this.#waiting.set(number, done));
    worker.postMessage({ kind: "request", number, method, path, ...content });
    const { status, body: text } = await answer;
    return new Response(status === 204 ? null : text, { status });
  }

  /** @param {string} text */
  async send(text) {
    (await this.#start()).postMessage({ kind: "message", text });
  }

  /** Makes the person of the server the one who plays here; without effect before the start. @param {Me} me */
  adopt(me) {
    this.#worker?.postMessage({ kind: "adopt", me });
  }

  /** Rejects with `offline` if the program cannot be loaded; the next call tries again. */
  #start() {
    this.#starting ??= start().then(({ worker, keeps }) => {
      worker.addEventListener("message", ({ data }) => this.#receive(data));
      this.#worker = worker;
      this.onStart({ keeps });
      worker.postMessage({ kind: "open" });
      return worker;
    });
    return this.#starting.catch(() => {
      this.#starting = null;
      throw offline();
    });
  }

  /** @param {{message?: string, answer?: Answer}} data */
  #receive({ message, answer }) {
    if (message !== undefined) this.onMessage(JSON.parse(message));
    if (!answer) return;
    this.#waiting.get(answer.number)?.(answer);
    this.#waiting.delete(answer.number);
  }
}
