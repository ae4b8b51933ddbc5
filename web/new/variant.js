// Choosing a variant by name, by pictures of the start, or by colours. Options that are not visible on the board are
// controls of options.js.

import { h } from "../dom.js";
import { radios } from "../fields.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { token } from "../pieces.js";
import { variants } from "./draft.js";
import { pictures } from "./pictures.js";
import { parsed } from "./rules.js";

/** @import { Entry, Option } from "../types.d.ts" */
/** @import { Draft } from "./draft.js" */

/** A part of the section; `hold` shows the determined options. @typedef {{element: HTMLElement, hold: () => void}} Part */

/** Whether an option is chosen by pictures, outside the list of options. @param {Entry} entry */
export const isShown = (entry) => (/** @type {Option} */ option) =>
  option.pictured === true &&
  (option.values.kind === "letters" ||
    !entry.presets.some(({ rules }) => parsed(rules).has(option.name)));

/** Returns the name of an option's value. @param {string} option @param {string} value */
const called = (option, value) => word(`value.${option}`, value, word("value", value));

/**
 * The section for the game of the draft; `draw` rebuilds it, `hold` shows the determined options.
 * @param {Draft} draft
 * @param {{varied: () => void, changed: () => void}} acts called after a change of the variant, or of an option
 */
export function variantSection(draft, { varied, changed }) {
  const element = h("div", { class: "variant" });
  /** @type {Part[]} */
  let parts = [];
  const draw = () => {
    const { entry } = draft;
    const shown = entry.options.filter(isShown(entry));
    parts = shown.map((option) => partOf(draft, option, changed));
    if (variants(entry).length > 0) parts.unshift(presets(draft, varied));
    element.replaceChildren(...parts.map((part) => part.element));
    element.hidden = parts.length === 0;
  };
  const hold = () => {
    for (const part of parts) part.hold();
  };
  return { element, draw, hold };
}

/** @param {Draft} draft @param {() => void} varied @returns {Part} */
function presets(draft, varied) {
  const { entry } = draft;
  const all = variants(entry).map(({ name, about, rules }) => ({
    value: name,
    text: name === "" ? t("new.preset.usual") : word("preset", name, about),
    rules,
  }));
  const vary = (/** @type {string} */ name) => {
    draft.vary(name);
    varied();
  };
  const seen = entry.options.filter(({ pictured }) => pictured).map(({ name }) => name);
  const title = t("new.preset");
  if (all.some(({ rules }) => seen.some((name) => parsed(rules).has(name)))) {
    const { id } = entry;
    const chosen = draft.preset;
    const shown = pictures({ name: "preset", title, game: id, values: all, chosen, done: vary });
    return { element: shown.element, hold: () => shown.mark(draft.preset) };
  }
  const values = all.map(({ value, text }) => /** @type {[string, string]} */ ([value, text]));
  const element = radios("preset", title, values, draft.preset ?? "-", vary);
  return { element, hold: () => check(element, draft.preset) };
}

/** @param {HTMLElement} element @param {string | null} value */
function check(element, value) {
  for (const input of element.querySelectorAll("input"))
    if (input.type === "radio") input.checked = input.value === value;
}

/** @param {Draft} draft @param {Option} option @param {() => void} changed @returns {Part} */
function partOf(draft, option, changed) {
  const { name, values } = option;
  const title = word("option", name, option.about);
  const now = () => draft.rules.get(name) ?? option.default;
  const put = (/** @type {string} */ value) => {
    draft.rules.set(name, value);
    changed();
  };
  if (values.kind === "letters") return colours(draft.entry, title, values.letters, now, put);
  if (values.kind === "number" && values.words.length > 0)
    return numbered(option, title, values, now, put);
  const { id } = draft.entry;
  const all = allOf(values).map((value) => ({
    value,
    text: called(name, value),
    rules: `${name}=${value}`,
  }));
  const shown = pictures({
    name: `option-${name}`,
    title,
    game: id,
    values: all,
    chosen: now(),
    done: put,
  });
  return { element: shown.element, hold: () => shown.mark(now()) };
}

/** @param {Option["values"]} values @returns {string[]} */
function allOf(values) {
  if (values.kind === "flag") return ["off", "on"];
  if (values.kind === "words") return values.words;
  if (values.kind !== "number") return [];
  return Array.from({ length: values.max - values.min + 1 }, (_, i) => String(values.min + i));
}

/**
 * Colours that take part; each letter is the initial of a seat.
 * @param {Entry} entry
 * @param {string} title
 * @param {string} letters
 * @param {() => string} now
 * @param {(value: string) => void} put
 * @returns {Part}
 */
function colours({ presets: all, seats }, title, letters, now, put) {
  const known = [...seats, ...all.flatMap((preset) => preset.seats)];
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const inputs = [...letters].map((letter) =>
    h("input", {
      type: "checkbox",
      name: "colour",
      value: letter,
      checked: now().includes(letter),
      onchange: () => put(chosen().join("")),
    }),
  );
  const man = (/** @type {string} */ letter) => {
    const seat = known.find(({ name }) => name.startsWith(letter));
    return seat && token(seat.piece, seat.tone);
  };
  const element = h(
    "fieldset",
    {},
    h("legend", {}, title),
    h(
      "div",
      { class: "choices men" },
      ...inputs.map((input) =>
        h("label", {}, input, h("span", {}, man(input.value), word("letter", input.value))),
      ),
    ),
  );
  const hold = () => {
    for (const input of inputs) input.checked = now().includes(input.value);
  };
  return { element, hold };
}

/**
 * A word or a number: the default, or words for which the server draws a number, which can then be changed.
 * @param {Option} option
 * @param {string} title
 * @param {{min: number, max: number, words: string[]}} values
 * @param {() => string} now
 * @param {(value: string) => void} put
 * @returns {Part}
 */
function numbered({ name, default: usual }, title, { min, max, words }, now, put) {
  const other = words.find((one) => one !== usual) ?? "number";
  const isNumber = () => !words.includes(now());
  const choices = radios(
    `option-${name}`,
    title,
    words.map((one) => [one, called(name, one)]),
    isNumber() ? other : now(),
    put,
  );
  const number = h("input", {
    type: "number",
    min,
    max,
    "aria-label": `${title}: ${t("value.number")}`,
    onchange: () => put(number.value),
  });
  const again = h(
    "button",
    {
      type: "button",
      class: "square",
      title: t("new.again"),
      "aria-label": t("new.again"),
      onclick: () => put(other),
    },
    icon("dice"),
  );
  const drawn = h("div", { class: "drawn" }, number, again);
  choices.querySelector(".choices")?.append(drawn);
  const hold = () => {
    drawn.hidden = !isNumber();
    if (isNumber()) number.value = now();
    check(choices, isNumber() ? other : now());
  };
  hold();
  return { element: choices, hold };
}
