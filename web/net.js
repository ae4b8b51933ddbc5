// Requests and messages to the site: to the server, or to the site in this browser. Callers see no difference.

import { hasLocalEntries, merged } from "./net/lists.js";
import { ALONE, Local } from "./net/local.js";
import { Pending } from "./net/pending.js";
import { isOffline, offline, Refusal } from "./net/refusal.js";
import { Remote } from "./net/remote.js";
import { isLocal, messageRoute, needsServer, requestRoute } from "./net/route.js";
import { hasLocalGames, storedPerson, storePerson } from "./net/stored.js";

/** @import { Action, Me, Message } from "./types.d.ts" */
/** @import { Listing } from "./net/lists.js" */
/** @import { Listener } from "./net/pending.js" */
/** @import { Transport } from "./net/remote.js" */
/** @import { Request, Target } from "./net/route.js" */

/** @typedef {Request["method"]} Method */

/** Milliseconds for which an action whose answer was lost waits for the next connection. */
const RECONNECT_TIMEOUT = 30_000;

/** Returns a random id of an action. */
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

export class Connection {
  #remote = new Remote();
  #local = new Local();
  #pending = new Pending();
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Set<(online: boolean) => void>} */
  #watchers = new Set();
  /** The server did not answer the last request, and no connection followed. */
  #away = false;
  /** Where the last analysis was sent. @type {Target | null} */
  #analysis = null;
  /** The person as the server knows them. @type {Me | null} */
  #me = null;
  /** Whether games of this kind are played and analysed here although there is a server. @type {(game: string) => boolean} */
  #prefersLocal = () => false;
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0;
  /** Whether messages can be sent. */
  online = false;
  /** Whether the server was connected since the page was loaded. */
  reached = false;
  /** Called when the site in this browser starts; `keeps`: whether the browser stores games. */
  onLocalStart = (/** @type {{keeps: boolean}} */ _site) => {};

  constructor() {
    this.#remote.onMessage = (message) => this.#receive(message, "remote");
    this.#local.onMessage = (message) => this.#receive(message, "local");
    this.#remote.onLost = () => {
      if (!this.#local.started || needsServer(location.pathname)) this.#setOnline(false);
      this.#pending.drop("remote");
    };
    this.#local.onStart = (site) => {
      const me = this.#me ?? storedPerson();
      if (me && !isLocal(me.id) && !ALONE) this.#local.adopt(me);
      this.onLocalStart(site);
    };
  }

  /** Sets which games are played and analysed here although there is a server. @param {(game: string) => boolean} prefers */
  preferLocal(prefers) {
    this.#prefersLocal = prefers;
  }

  /** Connects to the server, unless there is a connection. */
  open() {
    if (!ALONE) this.#remote.open();
  }

  /** Connects again, perhaps as another person. */
  reopen() {
    if (!ALONE) this.#remote.reopen();
  }

  /** Disconnects from the server for good. */
  close() {
    this.#remote.close();
  }

  /** Adopts the person that the server knows. @param {Me} me */
  become(me) {
    if (isLocal(me.id)) return;
    this.#me = me;
    storePerson(me);
    this.#local.adopt(me);
  }

  /** @param {Target} target @returns {Transport} */
  #transport(target) {
    return target === "local" ? this.#local : this.#remote;
  }

  /** Returns the first answer of the transports that may have one, also a refusal. @param {Request} request */
  async #answer(request) {
    const context = { alone: ALONE, away: this.#away, prefersLocal: this.#prefersLocal };
    const route = requestRoute(request, context);
    /** @type {Response | null} */
    let answer = null;
    for (const target of route) {
      try {
        answer = await this.#transport(target).request(request);
        // The local site refuses what only a server can do.
        if (target === "remote" || answer.status !== 403) break;
      } catch (error) {
        if (!isOffline(error)) throw error;
        if (target === "remote") this.#away ||= request.path.startsWith("/api/");
      }
    }
    if (!answer) throw offline();
    return answer;
  }

  /** Rejects with a `Refusal` unless the request was accepted. @param {Request} request @returns {Promise<Response>} */
  async request(request) {
    const answer = await this.#answer(request);
    if (!answer.ok) throw Refusal.from(await answer.json());
    return answer;
  }

  /** Adds local entries to a list of the server. @template {Listing} L @param {string} path @param {L} list @returns {Promise<L>} */
  async withLocal(path, list) {
    if (ALONE || this.#away || !hasLocalGames()) return list;
    const answer = await this.#local.request({ method: "GET", path }).catch(() => null);
    return answer?.ok ? merged(path, list, await answer.json()) : list;
  }

  /** @param {Message} message @param {Target} source */
  #receive(message, source) {
    if (message.type === "welcome") {
      if (source === "remote") {
        this.reached = true;
        this.#away = false;
        this.ahead = message.time - Date.now();
        // A page that went on without the server resumes.
        this.online = false;
      }
      this.#setOnline(true);
    }
    for (const listener of [...this.#listeners]) listener(message);
    this.#pending.answer(message);
  }

  /** @param {boolean} online */
  #setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    for (const watcher of [...this.#watchers]) watcher(online);
  }

  /** Calls a listener with every message. @param {Listener} listener @returns {() => void} unsubscribes */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls a watcher when the connection is lost or back. @param {(online: boolean) => void} watcher @returns {() => void} unsubscribes */
  watchStatus(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** @param {Record<string, unknown>} message @returns {Target | null} */
  #route(message) {
    const target = messageRoute(message, {
      connected: this.#remote.connected,
      started: this.#local.started,
      prefersLocal: this.#prefersLocal,
      analysis: this.#analysis,
    });
    if (message.type === "analyse") this.#analysis = target;
    return target;
  }

  /** Sends a message. @param {Record<string, unknown>} message @returns {Promise<Message>} its answer */
  send(message) {
    const target = this.#route(message);
    if (!target) return Promise.reject(offline());
    return new Promise((answered, failed) => {
      const tag = this.#pending.add({ target, answered, failed, once: true });
      this.#transport(target)
        .send(JSON.stringify({ ...message, tag }))
        .catch((error) => {
          this.#pending.remove(tag);
          failed(error);
        });
    });
  }

  /**
   * Sends a message that is answered more than once; refusals are answers, too. A lost connection ends the answers.
   * @param {Record<string, unknown>} message
   * @param {Listener} answered
   * @returns {() => void} unsubscribes
   */
  stream(message, answered) {
    const target = this.#route(message);
    if (!target) return () => {};
    const tag = this.#pending.add({ target, answered, failed() {}, once: false });
    this.#transport(target)
      .send(JSON.stringify({ ...message, tag }))
      .catch(() => this.#pending.remove(tag));
    return () => this.#pending.remove(tag);
  }

  /**
   * Sends an action. If the connection is lost before the answer comes, the action is sent again over the next one with
   * the same id: the server carries it out once.
   * @param {string} id of the game
   * @param {Action} action
   * @param {string} [key]
   */
  async act(id, action, key) {
    const command = { ...action, id: newId() };
    const message = { type: "act", id, action: command, ...(key ? { key } : {}) };
    const deadline = Date.now() + RECONNECT_TIMEOUT;
    for (;;) {
      const sent = this.#remote.connected;
      try {
        return await this.send(message);
      } catch (error) {
        if (!sent || !isOffline(error) || !(await this.#reconnected(deadline))) throw error;
      }
    }
  }

  /** Waits for a connection; false if there is none by the deadline. @param {number} deadline */
  #reconnected(deadline) {
    return new Promise((/** @type {(online: boolean) => void} */ done) => {
      if (this.online) return done(true);
      const end = (/** @type {boolean} */ online) => {
        clearTimeout(timer);
        unwatch();
        done(online);
      };
      const timer = setTimeout(() => end(false), Math.max(0, deadline - Date.now()));
      const unwatch = this.watchStatus((online) => online && end(true));
    });
  }
}

export const connection = new Connection();

/**
 * Sends a request. Rejects with a `Refusal`.
 * @template T
 * @param {string} path
 * @param {unknown} [body]
 * @param {Method} [method] POST with a body, else GET
 * @returns {Promise<T>} its answer; null if it is empty
 */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const response = await connection.request({ method, path, body });
  const answer = response.status === 204 ? null : await response.json();
  return method === "GET" && hasLocalEntries(path) ? connection.withLocal(path, answer) : answer;
}

/** Sends a request that is answered by a text. @param {string} path @param {unknown} [body] */
export const askText = async (path, body) =>
  (await connection.request({ method: body === undefined ? "GET" : "POST", path, body })).text();

/**
 * Introduces this browser to the site; a newcomer becomes a guest.
 * @param {{name?: string, picture?: string}} [changes] another name or picture
 * @returns {Promise<Me>}
 */
export async function introduce(changes = {}) {
  /** @type {Me} */
  const me = await ask("/api/me", changes);
  connection.become(me);
  return me;
}
