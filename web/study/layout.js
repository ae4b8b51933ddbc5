// How the parts of an analysis are arranged.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { readText } from "./exchange.js";
import { importForm } from "./import.js";

/** @import { Acts } from "./exchange.js" */
/** @import { StudyState } from "./state.js" */

/** A part with an element. @typedef {{element: HTMLElement}} Part */

/**
 * @typedef {object} Parts
 * @property {StudyState} state
 * @property {HTMLElement} board
 * @property {HTMLElement} status
 * @property {HTMLElement} tools
 * @property {import("./thoughts.js").Thoughts} thoughts
 * @property {Part & {name: HTMLElement}} keeping
 * @property {Part} editor
 * @property {Part} switches
 * @property {Part} threat
 * @property {Part} list
 * @property {Part} notes
 * @property {Part} typed
 * @property {Part | null} variant
 * @property {Part} explorer
 */

/** @param {Parts} parts @param {string} title @param {Acts} acts of texts that are read */
export const layout = (parts, title, acts) =>
  h(
    "div",
    // Hidden until there is a position: the size of the board and most of the rest depend on it.
    { class: "game study analysis", "data-game": parts.state.entry.id, "aria-busy": "true" },
    h("div", { class: "top" }, h("h1", {}, title), parts.keeping.name),
    h(
      "div",
      { class: "stage" },
      h("div", { class: "beside" }, parts.thoughts.bar.element, parts.board),
      parts.status,
    ),
    h(
      "aside",
      {},
      parts.editor.element,
      h(
        "section",
        { class: "engine panel" },
        parts.switches.element,
        parts.thoughts.lines.element,
        h("div", { class: "last-row" }, parts.thoughts.depth, parts.threat.element),
      ),
      parts.thoughts.certain,
      parts.list.element,
      parts.notes.element,
      parts.tools,
      parts.typed.element,
      parts.keeping.element,
      importForm(t("study.import"), t("study.paste"), (text) => readText(parts.state, text, acts)),
      parts.variant?.element ?? null,
      // Last, because its height changes with every position.
      parts.explorer.element,
    ),
  );
