// Talking to the server: requests, and one WebSocket that comes back by itself. Where there is no server, and for
// games that are played here, the same is said to the site in this browser; whoever asks knows no difference.

import { ALONE, hasGames, here, isHere, known, noteGames, remember } from "./here.js";

/** @import { Here } from "./here.js" */
/** @import { Action, Fault, Me, Message, NewGame } from "./types.d.ts" */

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

/** The game or study that an address is about. @param {string} path */
const idOf = (path) => /^\/api\/(?:games|studies)\/(?!file\b)([^/?]+)/.exec(path)?.[1];

/** Is this game thought about here, although there is a server? @type {(game: string) => boolean} */
let thinksHere = () => false;

/** What is thought about in this browser although there is a server. @param {(game: string) => boolean} thinks */
export function preferHere(thinks) {
  thinksHere = thinks;
}

/** Is this a game against computers alone, which may be played here? @param {NewGame} wish */
function playsHere({ game, seats, rated }) {
  const has = (/** @type {string} */ who) => seats.some((seat) => seat.who === who);
  return thinksHere(game) && has("computer") && !has("open") && !rated;
}

/** The server did not answer, and is not asked again before it is there. */
let away = false;

/** Is this asked here in any case? @param {string} path @param {unknown} body */
function belongsHere(path, body) {
  if (!path.startsWith("/api/")) return false;
  const id = idOf(path);
  if (ALONE || (id && isHere(id))) return true;
  return path === "/api/games" && body !== undefined && playsHere(/** @type {NewGame} */ (body));
}

/** Can this be asked here while the server is away? Its games and studies are its own. @param {string} path */
const mayBeHere = (path) => path.startsWith("/api/") && !idOf(path);

/** Is this what cannot be done here, but perhaps by the server? @param {Response} answer */
const isBeyond = (answer) => !ALONE && answer.status === 403;

/** @param {string} path @param {unknown} body @param {string} method */
async function askHere(path, body, method) {
  const site = await here();
  connection.attend(site);
  if (/^\/api\/(games|studies)$/.test(path) && method === "POST") noteGames();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const { status, body: text } = await site.request(method, path, sent);
  return new Response(status === 204 ? null : text, { status });
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
  const offline = () => {
    throw new Refusal("offline", "the server cannot be reached");
  };
  const instead = () => {
    away ||= path.startsWith("/api/");
    return mayBeHere(path) ? askHere(path, body, method).catch(offline) : offline();
  };
  const there = () =>
    away && mayBeHere(path) ? instead() : fetch(path, { method, ...content }).catch(instead);
  const id = idOf(path);
  const only = ALONE || (id !== undefined && isHere(id));
  let response = belongsHere(path, body)
    ? await askHere(path, body, method).catch(only ? offline : there)
    : await there();
  if (!only && path === "/api/games" && body && isBeyond(response)) response = await there();
  if (response.ok) return response;
  /** @type {Fault} */
  const fault = await response.json();
  throw new Refusal(fault.code, fault.message).tell(fault);
}

/**
 * My games and studies are those of the server and those here.
 * @template {{id: string, updated: number}} Listed
 * @param {string} path
 * @param {Listed[]} listed
 */
async function withThoseHere(path, listed) {
  const mine =
    path === "/api/studies" ||
    (/^\/api\/(games|archive)\?/.test(path) && /[?&]mine=true/.test(path));
  if (!mine || ALONE || away || !hasGames()) return listed;
  const found = await askHere(path, undefined, "GET").catch(() => null);
  const answer = found?.ok ? await found.json() : [];
  /** @type {Listed[]} */
  const more = answer.games ?? answer;
  const known = new Set(listed.map(({ id }) => id));
  const most = path === "/api/studies" ? Number.POSITIVE_INFINITY : 50;
  const limit = Number(new URLSearchParams(path.split("?")[1]).get("limit") ?? most);
  return [...listed, ...more.filter(({ id }) => !known.has(id))]
    .sort((a, b) => b.updated - a.updated)
    .slice(0, limit);
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
  if (path.startsWith("/api/archive?") && !/[?&]after=/.test(path))
    return { ...answer, games: await withThoseHere(path, answer.games) };
  if (!Array.isArray(answer)) return answer;
  return /** @type {T} */ (/** @type {unknown} */ (await withThoseHere(path, answer)));
}

/** A question whose answer is a plain text. @param {string} path @param {unknown} [body] sent with POST; without one it is a GET */
export const askText = async (path, body) =>
  (await request(path, body, body === undefined ? "GET" : "POST")).text();

/**
 * Says who I am; a newcomer becomes a guest.
 * @param {{name?: string, picture?: string}} [changes] another name or picture
 * @returns {Promise<Me>}
 */
export async function introduce(changes = {}) {
  /** @type {Me} */
  const me = await ask("/api/me", changes);
  connection.become(me);
  return me;
}

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
  /** Questions that wait for their answer. @type {Map<number, {done: (m: Message) => void, failed: (e: Error) => void, local: boolean}>} */
  #waiting = new Map();
  /** Who hears every answer to a message, until one says that it is the last. @type {Map<number, {heard: Listener, local: boolean}>} */
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
  /** Was there ever a server? */
  reached = false;
  /** The site in this browser, once it was needed. @type {Here | null} */
  #here = null;
  /** Was the last analysis begun here? */
  #analysed = false;
  /** Who the server knows. @type {Me | null} */
  #me = null;
  /** Who wants to hear that it goes on without a server. @type {Set<(site: Here) => void>} */
  #alone = new Set();

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
    if (this.#ended || ALONE) return;
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
    // Whoever plays here goes on.
    const [, page, id = ""] = location.pathname?.split("/") ?? [];
    if (!this.#here || (page === "game" && !isHere(id))) this.#tell(false);
    for (const [tag, { failed, local }] of this.#waiting) {
      if (local) continue;
      this.#waiting.delete(tag);
      failed(new Refusal("offline", "the connection was lost"));
    }
    for (const [tag, { local }] of this.#streams) if (!local) this.#streams.delete(tag);
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

  /** There is a site in this browser, too. @param {Here} site */
  attend(site) {
    if (this.#here) return;
    this.#here = site;
    site.heard = (text) => this.#hear(JSON.parse(text), true);
    const me = this.#me ?? known();
    if (me && !isHere(me.id) && !ALONE) site.adopt(me);
    site.open();
    for (const watcher of [...this.#alone]) watcher(site);
  }

  /** @param {(site: Here) => void} watcher hears when the site in this browser is first used */
  alone(watcher) {
    this.#alone.add(watcher);
  }

  /** Somebody is known. @param {Me} me */
  become(me) {
    if (isHere(me.id)) return;
    this.#me = me;
    remember(me);
    this.#here?.adopt(me);
  }

  /** @param {Message} message @param {boolean} [local] from the site in this browser? */
  #hear(message, local = false) {
    if (message.type === "welcome" && local) this.#tell(true);
    else if (message.type === "welcome") {
      this.#tries = 0;
      this.#crowded = false;
      this.reached = true;
      away = false;
      this.ahead = message.time - Date.now();
      // Whoever went on without the server hears that it is back.
      this.online = false;
      this.#tell(true);
    }
    if (message.type === "bye") this.#crowded = message.reason === "crowded";
    const tag = "tag" in message ? message.tag : undefined;
    for (const listener of [...this.#listeners]) listener(message);
    const stream = tag === undefined ? undefined : this.#streams.get(tag);
    if (tag !== undefined && stream) {
      if (message.type === "error" || ("done" in message && message.done === true))
        this.#streams.delete(tag);
      stream.heard(message);
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
      const way = this.#wayOf(message);
      if (!way) {
        failed(new Refusal("offline", "there is no connection"));
        return;
      }
      this.#tag += 1;
      this.#waiting.set(this.#tag, { done, failed, local: way.local });
      way.send(JSON.stringify({ ...message, tag: this.#tag }));
    });
  }

  /**
   * Where a message goes: what is about a game to where the game is, all else to the server where there is one.
   * @param {Record<string, unknown>} message
   * @returns {{local: boolean, send: (text: string) => void} | null}
   */
  #wayOf(message) {
    const site = this.#here;
    const { id, type, game } = message;
    const socket = this.#socket?.readyState === WebSocket.OPEN ? this.#socket : null;
    const about = typeof id === "string" ? id : null;
    const thinks = type === "analyse" && thinksHere(String(game));
    if (type === "analyse") this.#analysed = thinks || !socket;
    const stops = type === "stop_analysis" && this.#analysed;
    const local = about ? isHere(about) : !socket || thinks || stops;
    if (local && site) return { local: true, send: (text) => site.send(text) };
    // What is to be here begins here; until then nobody waits.
    if (local && (about || thinks || stops))
      return {
        local: true,
        send: (text) =>
          void here().then((begun) => {
            this.attend(begun);
            begun.send(text);
          }),
      };
    return socket && !local ? { local: false, send: (text) => socket.send(text) } : null;
  }

  /**
   * Sends a message that is answered more than once; refusals come the same way. What is on its way
   * when the connection is lost is not answered any more.
   * @param {Record<string, unknown>} message
   * @param {Listener} heard
   * @returns {() => void} stops hearing
   */
  stream(message, heard) {
    const way = this.#wayOf(message);
    if (!way) return () => {};
    this.#tag += 1;
    const tag = this.#tag;
    this.#streams.set(tag, { heard, local: way.local });
    way.send(JSON.stringify({ ...message, tag }));
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

/** Can this game, which is over, be put into the archive of a server? @param {string} id */
export const canArchive = (id) => isHere(id) && connection.reached;

/** Puts it there; where it is then. @param {string} id @param {string} game @returns {Promise<string>} */
export async function archive(id, game) {
  const text = await askText(`/api/games/${id}/file`);
  const { id: there } = await ask("/api/import", { text, game });
  return there;
}
