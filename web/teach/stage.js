// Where a lesson or a puzzle takes place: a board, a sentence beside it, and pauses that end when somebody
// cannot wait.

import "../board/live.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { speak } from "../notice.js";
import { play as sound, soundOf } from "../sound.js";

/** @import { PositionReport } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** What the sentence is about. @typedef {"" | "right" | "wrong" | "hint"} Mood */

export class Stage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  says = h("p", { class: "says", hidden: true });
  /** Counts what was begun: whatever comes too late is dropped. */
  turn = 0;
  #timer = 0;
  /** What the board was set up for. */
  #set = "";
  /** What ends a pause at once. @type {(() => void) | null} */
  #awake = null;

  /** Whatever goes on is over; the number of what begins now. */
  begin() {
    this.turn += 1;
    this.wake();
    return this.turn;
  }

  /** Waits; whoever cannot wait wakes it. @param {number} time */
  pause(time) {
    return /** @type {Promise<void>} */ (
      new Promise((done) => {
        this.#awake = () => {
          clearTimeout(this.#timer);
          this.#awake = null;
          done();
        };
        this.#timer = setTimeout(() => this.#awake?.(), time);
      })
    );
  }

  wake() {
    this.#awake?.();
  }

  /** @param {Mood} mood @param {string} [text] */
  say(mood, text = "") {
    this.says.className = `says ${mood}`;
    this.says.replaceChildren(
      ...(mood === "right" ? [icon("done")] : mood === "hint" ? [icon("hint")] : []),
      h("span", {}, text),
    );
    this.says.hidden = text === "";
    if (text) speak(text);
  }

  /**
   * Sets up a board at which this seat sits at the lower side; one that lies there already stays, since drawing one
   * is much work.
   * @param {PositionReport} report
   * @param {number} near
   * @param {string} label
   */
  set({ board, view, seats }, near, label) {
    const set = JSON.stringify([board, seats, near, label]);
    if (set === this.#set) return;
    this.#set = set;
    this.board.show({ board, view, seats, degrees: seats[near].degrees, near, label });
  }

  /** Puts a position on the board. @param {PositionReport} report @param {boolean} moved did its last move lead there just now? */
  put({ view, seats, steps }, moved) {
    const step = steps.at(-1);
    const last = step?.kind === "move" ? step : null;
    this.board.update(view, { moved: moved ? last : null, last });
    if (!moved || !last) return;
    sound(soundOf(view, last));
    speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
  }
}
