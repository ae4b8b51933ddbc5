// Analysing positions with the computer.

import { connection } from "../net.js";

/** @import { Message } from "../types.d.ts" */

/** A position, by the moves that lead to it. @typedef {{game: string, rules: string, position: string | null, moves: string[]}} Line */

/** Milliseconds before a position is analysed: walking through a game analyses none. */
const PAUSE = 150;

export class Engine {
  #timer = 0;
  /** @type {(() => void) | null} */
  #unsubscribe = null;
  #received;

  /** @param {(message: Message) => void} received called with analyses and refusals */
  constructor(received) {
    this.#received = received;
  }

  /** Analyses a position instead of the one before. @param {Line} line @param {number} lines number of best lines @param {number} time milliseconds */
  analyse(line, lines, time) {
    this.#drop();
    this.#timer = setTimeout(() => this.#ask(line, lines, time), PAUSE);
  }

  stop() {
    if (this.#drop() && connection.online)
      connection.send({ type: "stop_analysis" }).catch(() => {});
  }

  /** Returns whether a position was being analysed. */
  #drop() {
    clearTimeout(this.#timer);
    const busy = this.#unsubscribe !== null;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    return busy;
  }

  /** @param {Line} line @param {number} lines @param {number} time */
  #ask({ game, rules, position, moves }, lines, time) {
    if (!connection.online) return;
    const start = position ? { position } : {};
    this.#unsubscribe = connection.stream(
      { type: "analyse", game, rules, ...start, moves, lines, time },
      this.#received,
    );
  }
}
