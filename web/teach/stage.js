// The board of a lesson or a puzzle, a sentence beside it, and pauses that can be skipped.

import "../board/live.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { speak } from "../notice.js";
import { play as sound, soundOf } from "../sound.js";

/** @import { PositionReport } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** The kind of the sentence. @typedef {"" | "right" | "wrong" | "hint"} Mood */

export class Stage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  says = h("p", { class: "says", hidden: true });
  /** Number of the present activity: results of earlier ones are dropped. */
  turn = 0;
  #timer = 0;
  /** What the board was set up for. */
  #set = "";
  /** Ends a pause. @type {(() => void) | null} */
  #awake = null;

  /** Cancels the present activity; returns the number of the next one. */
  begin() {
    this.turn += 1;
    this.wake();
    return this.turn;
  }

  /** Waits until the time is over or `wake` is called. @param {number} time */
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
   * Shows a board with a seat at the lower side; an equal one is kept, since drawing is slow.
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

  /** Shows a position. @param {PositionReport} report @param {boolean} moved whether its last move just led there */
  put({ view, seats, steps }, moved) {
    const step = steps.at(-1);
    const last = step?.kind === "move" ? step : null;
    this.board.update(view, { moved: moved ? last : null, last });
    if (!moved || !last) return;
    sound(soundOf(view, last));
    speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
  }
}
