// The computer that thinks about the position on the board, while it is switched on.

import { connection } from "../net.js";

/** @import { Message } from "../types.d.ts" */

/** A position, by what led to it. @typedef {{game: string, rules: string, position: string | null, moves: string[]}} Line */

/** Somebody who walks fast through a game does not want every position judged. */
const PAUSE = 150;
/** Milliseconds that the computer thinks about one position. */
const TIME = 20_000;

export class Engine {
  on = true;
  lines = 3;
  time = TIME;
  #timer = 0;
  /** @type {(() => void) | null} */
  #stopHearing = null;
  /** @type {(message: Message) => void} */
  #heard;

  /** @param {(message: Message) => void} heard gets answers and refusals */
  constructor(heard) {
    this.#heard = heard;
  }

  /** Thinks about a position from now on; about nothing while it is off. @param {Line | null} line */
  think(line) {
    clearTimeout(this.#timer);
    const busy = this.#stopHearing !== null;
    this.#stopHearing?.();
    this.#stopHearing = null;
    if (!connection.online) return;
    if (!this.on || !line) {
      if (busy) connection.send({ type: "stop_analysis" }).catch(() => {});
      return;
    }
    this.#timer = setTimeout(() => this.#ask(line), PAUSE);
  }

  /** @param {Line} line */
  #ask(line) {
    if (!connection.online) return;
    const { game, rules, position, moves } = line;
    this.#stopHearing = connection.stream(
      {
        type: "analyse",
        game,
        rules,
        ...(position ? { position } : {}),
        moves,
        lines: this.lines,
        time: this.time,
      },
      this.#heard,
    );
  }
}
