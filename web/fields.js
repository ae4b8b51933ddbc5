// Form controls with labels.

import { h } from "./dom.js";

/**
 * Radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} values with their labels
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function radios(name, legend, values, chosen, changed) {
  return h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      ...values.map(([value, text]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value,
            checked: value === chosen,
            onchange: () => changed(value),
          }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {[string, string][]} values with their labels
 * @param {string} chosen
 * @param {(value: string) => void} changed
 * @param {(value: string) => boolean} [off] returns whether a value is disabled
 */
export function select(label, values, chosen, changed, off = () => false) {
  const list = h(
    "select",
    { "aria-label": label, onchange: () => changed(list.value) },
    ...values.map(([value, text]) =>
      h("option", { value, selected: value === chosen, disabled: off(value) }, text),
    ),
  );
  return list;
}

/**
 * A checkbox.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 */
export function checkbox(label, checked, changed) {
  const box = h("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return h("label", { class: "check" }, box, label);
}

/** @param {string} label @param {Node} control */
export const field = (label, control) =>
  h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), control);
