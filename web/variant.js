// Names of rules that are not the usual ones.

import { t, word } from "./i18n.js";
import { parsed } from "./new/rules.js";

/** @import { Entry, Option } from "./types.d.ts" */

/**
 * Returns the name of the rules, empty for the usual ones: the preset, and the options that differ from it.
 * @param {Entry} entry
 * @param {string} rules all options, as the server sends them
 * @param {(game: string, rules: string) => Promise<string>} complete returns all options of a preset: some follow from
 *   others
 */
export async function variantOf({ id, options, presets }, rules, complete) {
  const chosen = parsed(rules);
  const usual = new Map(options.map((option) => [option.name, option.default]));
  const differ = (/** @type {Map<string, string>} */ from) =>
    options.filter(({ name }) => (chosen.get(name) ?? usual.get(name)) !== from.get(name));
  if (differ(usual).length === 0) return "";
  // The preset that sets most options.
  const [preset] = presets
    .map((one) => ({ ...one, sets: parsed(one.rules) }))
    .filter(({ sets }) => [...sets].every(([name, value]) => chosen.get(name) === value))
    .sort((a, b) => b.sets.size - a.sets.size);
  const base = preset ? new Map([...usual, ...parsed(await complete(id, preset.rules))]) : usual;
  const named = differ(base).map((option) => inWords(option, chosen.get(option.name) ?? ""));
  return [...(preset ? [word("preset", preset.name, preset.about)] : []), ...named].join(", ");
}

/** Returns an option and its value. @param {Option} option @param {string} value */
function inWords({ name, about, values }, value) {
  const option = word("option", name, about);
  if (value === "on") return option;
  const letters = values.kind === "letters";
  const shown = letters
    ? [...value].map((l) => word("letter", l)).join(", ")
    : word("value", value);
  return t("variant.option", { option, value: shown });
}
