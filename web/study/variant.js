// The rules of an analysis, with the controls of the dialog for a new game.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { field, select } from "../fields.js";
import { controls } from "../new/options.js";
import { parsed } from "../new/rules.js";

/** @import { Entry } from "../types.d.ts" */

/**
 * Returns the controls, and `hold` to show the determined options.
 * @param {Entry} entry
 * @param {string} rules
 * @param {(rules: string) => void} changed
 */
export function variant(entry, rules, changed) {
  const { options, presets } = entry;
  const chosen = parsed(rules);
  const again = () => changed([...chosen].map(([key, value]) => `${key}=${value}`).join(","));
  const { elements, hold } = controls(options, chosen, again);
  const vary = (/** @type {string} */ name) => {
    chosen.clear();
    const preset = presets.find((one) => one.name === name);
    for (const [key, value] of parsed(preset?.rules ?? "")) chosen.set(key, value);
    again();
  };
  const named = presets.find((preset) => preset.rules === rules)?.name ?? "";
  /** @type {[string, string][]} */
  const names = [
    ["", t("new.preset.usual")],
    ...presets.map(
      ({ name, about }) => /** @type {[string, string]} */ ([name, word("preset", name, about)]),
    ),
  ];
  if (options.length === 0 && presets.length === 0) return null;
  const element = h(
    "details",
    {},
    h("summary", {}, t("new.options")),
    h(
      "div",
      { class: "two" },
      presets.length > 0 && field(t("new.preset"), select(t("new.preset"), names, named, vary)),
      ...elements,
    ),
  );
  return { element, hold };
}
