// The controls of a position that is set up: a palette of pieces, and a control for each field of its text.

import { h, svg } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { art, seatToken } from "../pieces.js";

/** @import { PositionSetup, SetupField, SetupMan, View } from "../types.d.ts" */

/** @typedef {PositionSetup["seats"]} Seats */

/** Letter of an empty cell. */
export const EMPTY = " ";

/** Returns the view of a position that is set up. @param {PositionSetup} setup @returns {View} */
export function viewOf({ men, cells, fields, position }) {
  const known = new Map(men.map((man) => [man.letter, man]));
  const turn = fields.find(({ kind }) => kind.kind === "turn");
  const letters = turn?.kind.kind === "turn" ? turn.kind.letters : [];
  return {
    position,
    turn: Math.max(0, letters.indexOf(turn?.value ?? "")),
    pieces: [...cells].flatMap((letter, cell) => {
      const man = known.get(letter);
      if (!man) return [];
      const { seat, kind, tone } = man;
      return [{ cell, seat, kind, ...(tone ? { tone } : {}) }];
    }),
    counters: [],
    alarms: [],
    moves: [],
  };
}

/** Returns a button for each piece, and one to empty cells. @param {PositionSetup} setup @param {(letter: string) => void} choose */
export function palette({ men, seats }, choose) {
  const button = (/** @type {SetupMan} */ { letter, seat, kind, tone }) => {
    const name = `${word("seat", tone ?? seats[seat].name)}: ${word("kind", kind)}`;
    return h(
      "button",
      { "data-man": letter, "aria-label": name, title: name, onclick: () => choose(letter) },
      svg(
        "svg",
        { class: "token", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
        art(kind, tone ?? seats[seat].tone),
      ),
    );
  };
  // The pieces of all sides in the same order.
  const kinds = men.map(({ kind }) => kind);
  const rank = (/** @type {SetupMan} */ { seat, kind }) =>
    seat * kinds.length + kinds.indexOf(kind);
  const nothing = t("editor.nothing");
  return [
    ...[...men].sort((a, b) => rank(a) - rank(b)).map(button),
    h(
      "button",
      { "data-man": EMPTY, "aria-label": nothing, title: nothing, onclick: () => choose(EMPTY) },
      icon("remove"),
    ),
  ];
}

/** Whether a field is always shown, not only on demand. @param {SetupField} field */
export const isMain = ({ kind, seat }) => kind.kind === "turn" || seat !== undefined;

/**
 * Returns the control of a field; null if it has none.
 * @param {SetupField} field
 * @param {number} index
 * @param {Seats} seats
 * @param {(value: string) => void} fill
 */
export function control(field, index, seats, fill) {
  const { name, seat, kind, value } = field;
  const side = seat === undefined ? "" : word("seat", seats[seat].name);
  const label = `${side ? `${side}: ` : ""}${word("field", name)}`;
  if (kind.kind === "turn") return turnControl(kind.letters, value, label, index, seats, fill);
  if (kind.kind === "letters") return lettersControl(name, kind.letters, value, label, index, fill);
  if (kind.kind === "count") {
    const input = h("input", {
      type: "number",
      "data-field": String(index),
      min: kind.least,
      max: kind.most,
      value,
      onchange: () => fill(input.value),
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
  }
  if (kind.kind === "cell") {
    const input = h("input", {
      type: "text",
      "data-field": String(index),
      value: value === "-" ? "" : value,
      maxlength: 4,
      dir: "ltr",
      autocomplete: "off",
      onchange: () => fill(input.value.trim().toLowerCase() || "-"),
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
  }
  return null;
}

/**
 * Chooses the player to move.
 * @param {string[]} letters of the seats
 * @param {string} value
 * @param {string} label
 * @param {number} index
 * @param {Seats} seats
 * @param {(value: string) => void} fill
 */
function turnControl(letters, value, label, index, seats, fill) {
  const radio = (/** @type {string} */ letter, /** @type {number} */ seat) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: `field-${index}`,
        "data-field": `${index}-${letter}`,
        value: letter,
        checked: letter === value,
        onchange: () => fill(letter),
      }),
      h("span", {}, seatToken(seats[seat]), word("seat", seats[seat].name)),
    );
  return h(
    "fieldset",
    {},
    h("legend", {}, label),
    h("div", { class: "choices" }, ...letters.map(radio)),
  );
}

/**
 * Chooses any of some letters, such as the rights to castle.
 * @param {string} name
 * @param {string} letters
 * @param {string} value
 * @param {string} label
 * @param {number} index
 * @param {(value: string) => void} fill
 */
function lettersControl(name, letters, value, label, index, fill) {
  const toggle = (/** @type {string} */ letter) => {
    const held = [...letters].filter((one) => value.includes(one) !== (one === letter));
    fill(held.join("") || "-");
  };
  const checkbox = (/** @type {string} */ letter) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        "data-field": `${index}-${letter}`,
        checked: value.includes(letter),
        onchange: () => toggle(letter),
      }),
      word(`letter.${name}`, letter),
    );
  return h("fieldset", {}, h("legend", {}, label), ...[...letters].map(checkbox));
}
