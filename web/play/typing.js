// A field to type moves.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Move } from "../types.d.ts" */

/** Removes signs that are often omitted or added. @param {string} text */
const plain = (text) => text.replace(/[+#x!?\s]/g, "");

/**
 * Returns the legal move with this text.
 * @param {Move[]} moves
 * @param {string} text
 */
export const written = (moves, text) =>
  moves.find((move) => move.text === text || move.display === text) ??
  moves.find((move) => plain(move.text) === plain(text) || plain(move.display) === plain(text));

export class Typing {
  #input = h("input", {
    "aria-label": t("play.type"),
    placeholder: t("play.type"),
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 60,
  });
  element = h("form", { class: "typed" }, this.#input, h("button", {}, t("play.send")));
  /** Whether the field was focused by a key: keys are shortcuts again after the move. */
  #passing = false;

  /** @param {(text: string) => void} done called with the text */
  constructor(done) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text === "") return;
      this.#input.value = "";
      if (this.#passing) this.#input.blur();
      done(text);
    });
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.#input.value = "";
      this.#input.blur();
    });
    this.#input.addEventListener("blur", () => {
      this.#passing = false;
    });
  }

  /** Focuses the field with the first letters of a move. @param {string} text */
  begin(text) {
    if (this.element.hidden || this.element.inert) return;
    this.#input.value = text;
    this.#input.focus();
    this.#passing = true;
  }
}
