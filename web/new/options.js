// The rules of a game as controls, drawn from the table of options that the server sends.

import { h } from "../dom.js";
import { word } from "../i18n.js";
import { checkbox, field, select } from "../fields.js";

/** @import { Option } from "../types.d.ts" */

/**
 * The control for an option.
 * @param {Option} option
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function control(option, value, changed) {
  const label = word("option", option.name, option.about);
  const { values } = option;
  switch (values.kind) {
    case "flag":
      return checkbox(label, value === "on", (on) => changed(on ? "on" : "off"));
    case "words":
      return field(
        label,
        select(
          label,
          values.words.map((w) => [w, word("value", w)]),
          value,
          changed,
        ),
      );
    case "number": {
      if (values.max - values.min <= 12 && values.words.length === 0) {
        const all = Array.from({ length: values.max - values.min + 1 }, (_, i) =>
          String(values.min + i),
        );
        return field(
          label,
          select(
            label,
            all.map((n) => [n, n]),
            value,
            changed,
          ),
        );
      }
      const number = h("input", {
        type: "number",
        min: values.min,
        max: values.max,
        "aria-label": label,
        value: /^\d+$/.test(value) ? value : values.min,
        oninput: () => changed(number.value),
      });
      if (values.words.length === 0) return field(label, number);
      const isWord = values.words.includes(value);
      number.hidden = isWord;
      /** @type {[string, string][]} */
      const kinds = [...values.words, "number"].map((w) => [w, word("value", w)]);
      const kind = select(label, kinds, isWord ? value : "number", (chosen) => {
        number.hidden = chosen !== "number";
        changed(chosen === "number" ? number.value : chosen);
      });
      return field(label, h("div", { class: "two" }, kind, number));
    }
    case "letters": {
      const chosen = new Set(value);
      return h(
        "fieldset",
        {},
        h("legend", {}, label),
        h(
          "div",
          { class: "choices" },
          ...[...values.letters].map((letter) => {
            const box = h("input", {
              type: "checkbox",
              checked: chosen.has(letter),
              onchange: () => {
                if (box.checked) chosen.add(letter);
                else chosen.delete(letter);
                changed([...values.letters].filter((l) => chosen.has(l)).join(""));
              },
            });
            return h("label", {}, box, h("span", {}, word("letter", letter)));
          }),
        ),
      );
    }
  }
}
