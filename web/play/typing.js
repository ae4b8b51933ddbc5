// A field for those who prefer to write their moves.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Move } from "../types.d.ts" */

/** Without marks that people leave out or add. @param {string} text */
const plain = (text) => text.replace(/[+#x!?\s]/g, "");

/**
 * The legal move that somebody wrote.
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
  /** Was the field opened by a key, so that keys mean the page again afterwards? */
  #passing = false;

  /** @param {(text: string) => void} done gets what was written */
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

  /** Somebody types, wherever the focus is. @param {string} text */
  begin(text) {
    if (this.element.hidden || this.element.inert) return;
    this.#input.value = text;
    this.#input.focus();
    this.#passing = true;
  }
}
