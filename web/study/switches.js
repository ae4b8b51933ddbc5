// Switching the analysis on and off, and its number of lines.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { remember } from "../settings.js";

/** @import { StudyState } from "./state.js" */

/** Numbers of lines to choose from. */
const LINES = [1, 2, 3, 4, 5];

/** @param {StudyState} state @param {() => void} changed */
export function switches(state, changed) {
  const on = h("input", {
    type: "checkbox",
    role: "switch",
    "data-do": "engine",
    checked: state.analyses,
    onchange: () => {
      state.analyses = on.checked;
      remember({ engine: on.checked });
      changed();
    },
  });
  const count = h(
    "select",
    {
      "aria-label": t("study.lines"),
      "data-do": "lines",
      onchange: () => {
        state.lines = Number(count.value);
        remember({ lines: state.lines });
        changed();
      },
    },
    ...LINES.map((n) =>
      h("option", { value: n, selected: n === state.lines }, t(`study.lines.${n}`)),
    ),
  );
  const element = h(
    "div",
    { class: "switches" },
    h("label", { class: "check" }, on, t("study.engine")),
    count,
  );
  return { element, toggle: () => on.click() };
}
