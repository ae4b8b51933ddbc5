// The server as a transport: HTTP, and one WebSocket that reconnects.

import { offline } from "./refusal.js";

/** @import { Message } from "../types.d.ts" */
/** @import { Request } from "./route.js" */

/**
 * What carries requests and messages: the server, or the site in this browser.
 * @typedef {object} Transport
 * @property {(request: Request) => Promise<Response>} request rejects with `offline` if the transport is unreachable
 * @property {(text: string) => Promise<void>} send sends a message; its answers come to `onMessage`
 * @property {(message: Message) => void} onMessage
 */

/** Milliseconds between checks of the connection. */
const CHECK_INTERVAL = 20_000;
/** Milliseconds that the server has to answer one. */
const CHECK_TIMEOUT = 5_000;
/** Milliseconds before the first attempt to reconnect, their growth by attempt, and the most. */
const RETRY = { first: 250, growth: 1.6, most: 5_000 };

/** @implements {Transport} */
export class Remote {
  onMessage = (/** @type {Message} */ _message) => {};
  onLost = () => {};
  /** @type {WebSocket | null} */
  #socket = null;
  /** Whether the server has welcomed the present socket. */
  #welcomed = false;
  /** Attempts to connect since the last welcome. */
  #tries = 0;
  #timer = 0;
  #started = false;
  #closed = false;
  /** The server has closed the connection in favour of visible pages: hidden ones do not reconnect. */
  #crowded = false;
  /** When the last message came. */
  #lastMessage = 0;

  constructor() {
    const reopen = () => {
      // Not before the first time: a newcomer has no cookie yet.
      if (this.#started && !document.hidden) this.open();
    };
    setInterval(() => this.#check(), CHECK_INTERVAL);
    addEventListener("offline", () => this.#check());
    addEventListener("online", reopen);
    addEventListener("pageshow", reopen);
    // A browser may keep a page that was left, with its connection: the person would still count as present.
    addEventListener("pagehide", () => this.#socket?.close());
    document.addEventListener("visibilitychange", reopen);
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Request} request */
  async request({ method, path, body }) {
    const headers = { "content-type": "application/json" };
    const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    return fetch(path, { method, ...content }).catch(() => {
      throw offline();
    });
  }

  /** @param {string} text */
  async send(text) {
    if (!this.connected) throw offline();
    this.#socket?.send(text);
  }

  /** Connects, unless there is a connection. */
  open() {
    if (this.#closed) return;
    this.#started = true;
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.#socket = socket;
    this.#welcomed = false;
    socket.onmessage = (event) => {
      this.#lastMessage = Date.now();
      if (this.#socket === socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** Connects again, perhaps as another person. */
  reopen() {
    this.#socket?.close();
    this.open();
  }

  /** Disconnects for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.type === "welcome") {
      this.#welcomed = true;
      this.#tries = 0;
      this.#crowded = false;
    }
    if (message.type === "bye") this.#crowded = message.reason === "crowded";
    this.onMessage(message);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.onLost();
    this.#tries += 1;
    // The page reconnects when it becomes visible.
    if (this.#crowded && document.hidden) return;
    const pause = Math.min(RETRY.most, RETRY.first * RETRY.growth ** this.#tries);
    this.#timer = setTimeout(() => this.open(), pause);
  }

  /** Pings the server: a network can fail without closing its connections. */
  #check() {
    const socket = this.#socket;
    if (!socket || !this.#welcomed || !this.connected || document.hidden) return;
    const asked = Date.now();
    socket.send(JSON.stringify({ type: "ping" }));
    setTimeout(() => {
      if (this.#socket !== socket || this.#lastMessage >= asked) return;
      socket.close();
      this.#lost(socket);
    }, CHECK_TIMEOUT);
  }
}
