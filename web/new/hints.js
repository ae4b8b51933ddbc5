// Whether hints are allowed in a new game, and how many.

import { field, select } from "../fields.js";
import { t } from "../i18n.js";

/** @import { Draft } from "./draft.js" */

/** Numbers of hints to choose from. */
const BUDGETS = [1, 3, 5, 10];

/** @param {Draft} draft */
export function hintField(draft) {
  const budgets = new Set([...BUDGETS, ...(draft.budget === null ? [] : [draft.budget])]);
  /** @type {[string, string][]} */
  const choices = [
    ["none", t("hints.none")],
    ["any", t("hints.any")],
    ...[...budgets]
      .toSorted((a, b) => a - b)
      .map(
        (count) => /** @type {[string, string]} */ ([String(count), t("hints.budget", { count })]),
      ),
  ];
  const chosen = !draft.hasHints() ? "none" : draft.budget === null ? "any" : String(draft.budget);
  const list = select(t("hints.title"), choices, chosen, (value) => {
    draft.hints = value !== "none";
    draft.budget = value === "none" || value === "any" ? null : Number(value);
  });
  return field(t("hints.title"), list);
}
