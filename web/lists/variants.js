// Rules that games of the archive can be filtered by.

import { t, word } from "../i18n.js";

/** @import { Entry } from "../types.d.ts" */

/** Returns the presets of a game and single options with few values: rules and name. @param {Entry | undefined} entry @returns {[string, string][]} */
export function variantsOf(entry) {
  if (!entry) return [];
  /** @type {[string, string][]} */
  const named = entry.presets.map(({ name, about, rules }) => [rules, word("preset", name, about)]);
  const single = entry.options.flatMap(({ name, about, values }) => {
    const choices =
      values.kind === "words"
        ? values.words
        : values.kind === "number" && values.max - values.min < 10 && name !== "repetition"
          ? Array.from({ length: values.max - values.min + 1 }, (_, i) => String(values.min + i))
          : [];
    return choices.map(
      (value) =>
        /** @type {[string, string]} */ ([
          `${name}=${value}`,
          t("variant.option", { option: word("option", name, about), value: word("value", value) }),
        ]),
    );
  });
  const known = new Set(named.map(([rules]) => rules));
  return [...named, ...single.filter(([rules]) => !known.has(rules))];
}
