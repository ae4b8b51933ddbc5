// Talking to the server: requests, and one WebSocket that comes back by itself.

/** @import { Action, Fault, Me, Message } from "./types.d.ts" */

/** What a sentence about a refusal needs. @typedef {Pick<Fault, "seat" | "part" | "found" | "expected" | "line" | "column">} Details */

/** Milliseconds after which the server is asked whether it is still there, and until it answers. */
const QUIET = 20_000;
const ANSWER = 5_000;
/** Milliseconds for which an action whose answer was lost waits for another connection. */
const PATIENCE = 30_000;

/** A text that nobody else uses. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** A refusal of the server, in its words. */
export class Refusal extends Error {
  /** Seconds to wait, where waiting helps. @type {number | undefined} */
  wait;
  /** What a sentence about it needs. @type {Details} */
  details = {};

  /** @param {string} code @param {string} message @param {Message & {type: "error"}} [whole] */
  constructor(code, message, whole) {
    super(message);
    this.code = code;
    this.whole = whole;
    if (whole) this.tell(whole);
  }

  /** What else the server says of it. @param {Details & {retry_after?: number}} more */
  tell({ retry_after, seat, part, found, expected, line, column }) {
    this.wait = retry_after;
    this.details = {
      ...(seat === undefined ? {} : { seat }),
      ...(part === undefined ? {} : { part }),
      ...(found === undefined ? {} : { found }),
      ...(expected === undefined ? {} : { expected }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    };
    return this;
  }
}

/**
 * @param {string} path
 * @param {unknown} body sent with POST; without one it is a GET
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @returns {Promise<Response>} an answer that is no refusal
 */
async function request(path, body, method) {
  const json = { "content-type": "application/json" };
  const content = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, { method, ...content });
  } catch {
    throw new Refusal("offline", "the server cannot be reached");
  }
  if (response.ok) return response;
  /** @type {Fault} */
  const fault = await response.json();
  throw new Refusal(fault.code, fault.message).tell(fault);
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body] sent with POST; without one it is a GET
 * @param {"GET" | "POST" | "PUT" | "DELETE"} [method] if it is another one
 * @returns {Promise<T>}
 */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const response = await request(path, body, method);
  // Where there is nothing to say nothing is said.
  const answer = response.status === 204 ? null : await response.json();
  return answer;
}

/** A question whose answer is a plain text. @param {string} path @param {unknown} [body] sent with POST; without one it is a GET */
export const askText = async (path, body) =>
  (await request(path, body, body === undefined ? "GET" : "POST")).text();

/**
 * Says who I am; a newcomer becomes a guest.
 * @param {{name?: string, picture?: string}} [changes] another name or picture
 * @returns {Promise<Me>}
 */
export const introduce = (changes = {}) => ask("/api/me", changes);

/**
 * Who wants to hear what.
 * @typedef {(message: Message) => void} Listener
 */

/** The connection. Listeners hear every message; `status` tells when it is lost or back. */
export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Set<(online: boolean) => void>} */
  #watchers = new Set();
  /** Questions that wait for their answer. @type {Map<number, {done: (m: Message) => void, failed: (e: Error) => void}>} */
  #waiting = new Map();
  /** Who hears every answer to a message, until one says that it is the last. @type {Map<number, Listener>} */
  #streams = new Map();
  #tag = 0;
  #tries = 0;
  #started = false;
  #ended = false;
  #timer = 0;
  /** The server has no room for pages that nobody looks at. */
  #crowded = false;
  /** When something was heard last. */
  #heard = 0;
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0;
  online = false;

  constructor() {
    const again = () => {
      // Not before the first time: a newcomer has no cookie yet.
      if (this.#started && !document.hidden) this.open();
    };
    setInterval(() => this.#probe(), QUIET);
    addEventListener("offline", () => this.#probe());
    addEventListener("online", again);
    addEventListener("pageshow", again);
    // A browser may keep a page that was left, with its connection: the others would believe that
    // somebody still sits in front of it.
    addEventListener("pagehide", () => this.#socket?.close());
    document.addEventListener("visibilitychange", again);
  }

  /** Ends it for good. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Connects, unless there is a connection. */
  open() {
    if (this.#ended) return;
    this.#started = true;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      if (this.#socket === socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#tell(false);
    for (const { failed } of this.#waiting.values()) {
      failed(new Refusal("offline", "the connection was lost"));
    }
    this.#waiting.clear();
    this.#streams.clear();
    this.#tries += 1;
    // Whoever looks at the page again opens the connection again.
    if (this.#crowded && document.hidden) return;
    const pause = Math.min(5000, 250 * 1.6 ** this.#tries);
    this.#timer = setTimeout(() => this.open(), pause);
  }

  /** A network can go away without a word: whoever does not answer is lost. */
  #probe() {
    const socket = this.#socket;
    if (!socket || !this.online || document.hidden) return;
    const asked = Date.now();
    this.send({ type: "ping" }).catch(() => {});
    setTimeout(() => {
      if (this.#socket !== socket || this.#heard >= asked) return;
      socket.close();
      this.#lost(socket);
    }, ANSWER);
  }

  /** Opens it anew, as somebody else perhaps. */
  reopen() {
    this.#socket?.close();
    this.open();
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === "welcome") {
      this.#tries = 0;
      this.#crowded = false;
      this.ahead = message.time - Date.now();
      this.#tell(true);
    }
    if (message.type === "bye") this.#crowded = message.reason === "crowded";
    const tag = "tag" in message ? message.tag : undefined;
    for (const listener of [...this.#listeners]) listener(message);
    const stream = tag === undefined ? undefined : this.#streams.get(tag);
    if (tag !== undefined && stream) {
      if (message.type === "error" || ("done" in message && message.done === true))
        this.#streams.delete(tag);
      stream(message);
    }
    const waiting = tag === undefined ? undefined : this.#waiting.get(tag);
    if (tag === undefined || !waiting) return;
    this.#waiting.delete(tag);
    if (message.type === "error") {
      waiting.failed(new Refusal(message.code, message.message, message));
    } else waiting.done(message);
  }

  /** @param {boolean} online */
  #tell(online) {
    if (this.online === online) return;
    this.online = online;
    for (const watcher of [...this.#watchers]) watcher(online);
  }

  /** @param {Listener} listener @returns {() => void} stops listening */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {(online: boolean) => void} watcher @returns {() => void} */
  status(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Sends a message; the promise ends with its answer.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Message>}
   */
  send(message) {
    return new Promise((done, failed) => {
      const socket = this.#socket;
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        failed(new Refusal("offline", "there is no connection"));
        return;
      }
      this.#tag += 1;
      this.#waiting.set(this.#tag, { done, failed });
      socket.send(JSON.stringify({ ...message, tag: this.#tag }));
    });
  }

  /**
   * Sends a message that is answered more than once; refusals come the same way. What is on its way
   * when the connection is lost is not answered any more.
   * @param {Record<string, unknown>} message
   * @param {Listener} heard
   * @returns {() => void} stops hearing
   */
  stream(message, heard) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return () => {};
    this.#tag += 1;
    const tag = this.#tag;
    this.#streams.set(tag, heard);
    socket.send(JSON.stringify({ ...message, tag }));
    return () => this.#streams.delete(tag);
  }

  /**
   * Does something in a game. If the connection is lost before the answer comes, the action is sent
   * again over the next one, with the same id: the server carries it out once.
   * @param {string} id
   * @param {Action} action
   * @param {string} [key]
   */
  async act(id, action, key) {
    const command = { ...action, id: newId() };
    const message = { type: "act", id, action: command, ...(key ? { key } : {}) };
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const sent = this.#socket?.readyState === WebSocket.OPEN;
      try {
        return await this.send(message);
      } catch (error) {
        const lost = sent && error instanceof Refusal && error.code === "offline";
        if (!lost || !(await this.#back(deadline))) throw error;
      }
    }
  }

  /** Waits for a connection; false if there is none by then. @param {number} deadline */
  #back(deadline) {
    return new Promise((/** @type {(back: boolean) => void} */ done) => {
      if (this.online) return done(true);
      const end = (/** @type {boolean} */ back) => {
        clearTimeout(timer);
        unlisten();
        done(back);
      };
      const timer = setTimeout(() => end(false), Math.max(0, deadline - Date.now()));
      const unlisten = this.status((online) => online && end(true));
    });
  }
}

export const connection = new Connection();
