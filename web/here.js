// The site in this browser, without a server: begun when it is first needed. Games here have ids of their own.

/** @import { Me } from "./types.d.ts" */

/** Ids of games here begin so. */
const PREFIX = "local";
/** Is there anything here? Remembered, so that nobody who never played here loads all of it. */
const KEY = "agon.here";

/** Is this the id of a game here? @param {string} id */
export const isHere = (id) => id.startsWith(PREFIX);

/** The page of a site that has no server at all. */
export const ALONE = globalThis.document?.documentElement?.dataset?.server === "none";

/** Has somebody played here? */
export function hasGames() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Somebody plays here. */
export function noteGames() {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // It is played all the same.
  }
}

/** Whom the server knows, for when it is away. */
const ME = "agon.me";

/** @param {Me} me */
export function remember(me) {
  try {
    localStorage.setItem(ME, JSON.stringify(me));
  } catch {
    // Without the server somebody else plays, then.
  }
}

/** Whom the server knew. @returns {Me | null} */
export function known() {
  try {
    return JSON.parse(localStorage.getItem(ME) ?? "null");
  } catch {
    return null;
  }
}

/** @typedef {{number: number, status: number, body: string}} Answer */

export class Here {
  #worker;
  #number = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();
  /** Hears every message. */
  heard = (/** @type {string} */ _text) => {};
  /** Does the browser keep what happens? */
  keeps;
  #open = false;

  /** @param {Worker} worker @param {boolean} keeps */
  constructor(worker, keeps) {
    this.#worker = worker;
    this.keeps = keeps;
    worker.addEventListener("message", ({ data }) => {
      if (data.message !== undefined) this.heard(data.message);
      else if (data.answer) {
        this.#waiting.get(data.answer.number)?.(data.answer);
        this.#waiting.delete(data.answer.number);
      }
    });
  }

  /** As over HTTP. @param {string} method @param {string} path @param {string} [body] @returns {Promise<Answer>} */
  request(method, path, body) {
    this.#number += 1;
    const number = this.#number;
    return new Promise((done) => {
      this.#waiting.set(number, done);
      const content = body === undefined ? {} : { body };
      this.#worker.postMessage({ kind: "request", number, method, path, ...content });
    });
  }

  /** Connects, once. */
  open() {
    if (!this.#open) this.#worker.postMessage({ kind: "open" });
    this.#open = true;
  }

  /** As over a WebSocket. @param {string} text */
  send(text) {
    this.#worker.postMessage({ kind: "message", text });
  }

  /** Whoever the server knows is the same person here. @param {unknown} me */
  adopt(me) {
    this.#worker.postMessage({ kind: "adopt", me });
  }
}

/** @type {Promise<Here> | null} */
let begun = null;

/** The site here; fails where the program is not to be had. @returns {Promise<Here>} */
export function here() {
  begun ??= new Promise((/** @type {(here: Here) => void} */ done, failed) => {
    const worker = new Worker(new URL("./here/site.js", import.meta.url), { type: "module" });
    const first = (/** @type {MessageEvent} */ { data }) => {
      if (data.ready === undefined) return;
      worker.removeEventListener("message", first);
      if (data.ready) done(new Here(worker, data.keeps));
      else failed(new Error(data.error));
    };
    worker.addEventListener("message", first);
    worker.addEventListener("error", () => failed(new Error("the worker does not run")));
  });
  begun.catch(() => {
    begun = null;
  });
  return begun;
}
