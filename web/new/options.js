// Controls of the rules, built from the options of the catalogue.

import { h } from "../dom.js";
import { word } from "../i18n.js";
import { checkbox, field, select } from "../fields.js";
import { parsed } from "./rules.js";

/** @import { Option } from "../types.d.ts" */

/** @typedef {{elements: HTMLElement[], hold: (rules: string) => void}} Controls */

/**
 * Returns the controls of all options. Defaults may depend on other options: `hold` shows those that the server has
 * determined.
 * @param {Option[]} options
 * @param {Map<string, string>} chosen
 * @param {() => void} changed
 * @returns {Controls}
 */
export function controls(options, chosen, changed) {
  const values = options.map((option) => chosen.get(option.name) ?? option.default);
  const draw = (/** @type {number} */ i) =>
    control(options[i], values[i], (value) => {
      values[i] = value;
      chosen.set(options[i].name, value);
      changed();
    });
  const elements = options.map((_, i) => draw(i));
  const hold = (/** @type {string} */ rules) => {
    const held = parsed(rules);
    options.forEach(({ name }, i) => {
      const value = held.get(name) ?? values[i];
      if (value === values[i]) return;
      values[i] = value;
      const fresh = draw(i);
      elements[i].replaceWith(fresh);
      elements[i] = fresh;
    });
  };
  return { elements, hold };
}

/**
 * Returns the control of an option.
 * @param {Option} option
 * @param {string} value
 * @param {(value: string) => void} changed
 * @returns {HTMLElement}
 */
function control(option, value, changed) {
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
