// Keyboard shortcuts, and moves typed anywhere on a page. A letter that is both a shortcut and the beginning of a
// move waits for the next key.

/** @import { Move } from "./types.d.ts" */

/** Maximum milliseconds between two keys of a move. */
const PATIENCE = 450;

/** Elements with keys of their own. */
const FIELDS = 'input:not([type="checkbox"]), select, textarea, dialog';

/** @typedef {{key: string, timer: number, action: () => void}} Waiting */

/** Whether a move begins with a text. @param {Move[]} moves @param {string} text */
export const begins = (moves, text) =>
  moves.some((move) => move.text.startsWith(text) || move.display.startsWith(text));

export class Shortcuts {
  /** @type {Waiting | null} */
  #waiting = null;

  /**
   * @param {() => Record<string, () => void>} actions
   * @param {() => Move[]} moves
   * @param {(text: string) => void} type called with the beginning of a move
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

  /** Drops the key that waits. */
  forget() {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = null;
  }
}
