// Keys that work anywhere on a page with a board, and moves that are typed anywhere. A letter may
// begin a move and be a shortcut, too: then it waits for a moment what follows.

/** @import { Move } from "./types.d.ts" */

/** Milliseconds between two keys of one move. */
const PATIENCE = 450;

/** Where keys mean something else. */
const FIELDS = 'input:not([type="checkbox"]), select, textarea, dialog';

/** @typedef {{key: string, timer: number, action: () => void}} Waiting */

/** Could a move begin like this? @param {Move[]} moves @param {string} text */
export const begins = (moves, text) =>
  moves.some((move) => move.text.startsWith(text) || move.display.startsWith(text));

export class Shortcuts {
  /** @type {Waiting | null} */
  #waiting = null;

  /**
   * @param {() => Record<string, () => void>} actions by key
   * @param {() => Move[]} moves that may be typed now
   * @param {(text: string) => void} type gets the beginning of a move
   */
  constructor(actions, moves, type) {
    this.actions = actions;
    this.moves = moves;
    this.type = type;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest(FIELDS)) return;
    const { key } = event;
    const before = this.#waiting;
    this.forget();
    if (before && key.length === 1 && begins(this.moves(), before.key + key)) {
      event.preventDefault();
      this.type(before.key + key);
      return;
    }
    before?.action();
    const action = this.actions()[key];
    if (key.length === 1 && begins(this.moves(), key)) {
      event.preventDefault();
      if (!action) this.type(key);
      else {
        const timer = setTimeout(() => {
          this.#waiting = null;
          action();
        }, PATIENCE);
        this.#waiting = { key, timer, action };
      }
    } else if (action) {
      event.preventDefault();
      action();
    }
  }

  /** What was waited for does not come any more. */
  forget() {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = null;
  }
}
