// Annotations of the move on the board: marks, comment, drawings; and tools of its line.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { MARKS, signOf } from "./glyphs.js";
import { canPromote, readable } from "./tree.js";

/** @import { Place } from "./tree.js" */

/**
 * @typedef {object} Acts
 * @property {(glyph: number) => void} mark
 * @property {(comment: string, begun: boolean) => void} say `begun` with the first letter
 * @property {() => void} promote
 * @property {() => void} remove
 * @property {() => void} undo
 * @property {(on: boolean) => void} draw whether pointers draw
 */

export class Notes {
  #text = h("textarea", {
    id: "study-comment",
    rows: 2,
    maxlength: 4000,
    dir: "auto",
    "aria-label": t("study.comment"),
    placeholder: t("study.comment"),
  });
  #marks = new Map(
    MARKS.map((glyph) => [
      glyph,
      h(
        "button",
        {
          "data-glyph": glyph,
          "aria-label": t(`glyph.${glyph}`),
          title: `${t(`glyph.${glyph}`)} (${MARKS.indexOf(glyph) + 1})`,
          onclick: () => this.acts.mark(glyph),
        },
        signOf(glyph),
      ),
    ]),
  );
  /** Whether the comment was changed since the step was shown. */
  #begun = false;

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    const tool = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        {
          class: "square",
          "data-do": name,
          "aria-label": t(`study.${name}`),
          title: `${t(`study.${name}`)} (${key})`,
          onclick: act,
        },
        icon(name),
      );
    this.promote = tool("promote", "p", acts.promote);
    this.remove = tool("remove", "Delete", acts.remove);
    this.undo = tool("undo", "z", acts.undo);
    this.pencil = tool("pencil", "w", () => this.toggleDrawing());
    this.pencil.setAttribute("aria-pressed", "false");
    this.element = h(
      "section",
      { class: "annotate panel", "aria-label": t("study.notes") },
      h(
        "div",
        { class: "glyphs", role: "group", "aria-label": t("study.marks") },
        ...this.#marks.values(),
      ),
      h(
        "div",
        { class: "with-line", role: "group", "aria-label": t("study.lines.tools") },
        this.promote,
        this.remove,
        this.undo,
        this.pencil,
      ),
      this.#text,
    );
    this.#text.addEventListener("input", () => {
      const begun = !this.#begun;
      this.#begun = true;
      acts.say(this.#text.value, begun);
    });
    this.#text.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#text.blur();
    });
  }

  /** @param {Place} place @param {boolean} undoable */
  draw({ tree, at }, undoable) {
    const { glyphs, comment } = tree.nodes[at];
    for (const [glyph, button] of this.#marks) {
      button.disabled = at === 0;
      button.setAttribute("aria-pressed", String(glyphs.includes(glyph)));
    }
    this.promote.disabled = !canPromote(tree, at);
    this.remove.disabled = at === 0;
    this.undo.disabled = !undoable;
    if (document.activeElement !== this.#text || readable(this.#text.value) !== readable(comment)) {
      this.#text.value = comment;
      this.#begun = false;
    }
  }

  /** Focuses the comment. */
  write() {
    this.#text.focus();
  }

  toggleDrawing() {
    const on = this.pencil.getAttribute("aria-pressed") !== "true";
    this.pencil.setAttribute("aria-pressed", String(on));
    this.acts.draw(on);
  }
}
