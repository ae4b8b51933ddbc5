// What a game is called that is played by other than the usual rules.

import { t, word } from "./i18n.js";
import { parsed } from "./new/rules.js";

/** @import { Entry, Option } from "./types.d.ts" */

/**
 * The name of the variant; empty for the usual one. A preset has a name; besides it those options are named
 * that are not as usual there.
 * @param {Entry} entry
 * @param {string} rules all options, as the server tells them
 * @param {(rules: string) => Promise<string>} complete all options of a preset: some follow from others
 */
export async function variantOf({ options, presets }, rules, complete) {
  const chosen = parsed(rules);
  const usual = new Map(options.map((option) => [option.name, option.default]));
  const differ = (/** @type {Map<string, string>} */ from) =>
    options.filter(({ name }) => (chosen.get(name) ?? usual.get(name)) !== from.get(name));
  if (differ(usual).length === 0) return "";
  // The one that says most of what holds.
  const [preset] = presets
    .map((one) => ({ ...one, sets: parsed(one.rules) }))
    .filter(({ sets }) => [...sets].every(([name, value]) => chosen.get(name) === value))
    .sort((a, b) => b.sets.size - a.sets.size);
  const base = preset ? new Map([...usual, ...parsed(await complete(preset.rules))]) : usual;
  const named = differ(base).map((option) => inWords(option, chosen.get(option.name) ?? ""));
  return [...(preset ? [word("preset", preset.name, preset.about)] : []), ...named].join(", ");
}

/** An option that is not as usual. @param {Option} option @param {string} value */
function inWords({ name, about, values }, value) {
  const option = word("option", name, about);
  if (value === "on") return option;
  const letters = values.kind === "letters";
  const shown = letters
    ? [...value].map((l) => word("letter", l)).join(", ")
    : word("value", value);
  return t("variant.option", { option, value: shown });
}
