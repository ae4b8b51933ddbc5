// Texts of refusals, by their code and details. No DOM here.

import { nameOf } from "./catalog.js";
import { t, word } from "./i18n.js";

/** @import { SeatState } from "./types.d.ts" */
/** @import { Details, Refusal } from "./net/refusal.js" */

/** Replaces numbers by `#`. @param {string} text */
const plain = (text) => text.replace(/\d+/g, "#");

/**
 * Explains why a text is invalid; null if there is no explanation. In it `{a}` and `{b}` are expected numbers, `{n}`
 * is the found one, `{cell}` the cell.
 * @param {Details} details
 */
export function reason({ part = "", found = "", expected = "" }) {
  const [a = "", b = ""] = expected.match(/\d+/g) ?? [];
  const [n = ""] = found.match(/\d+/g) ?? [];
  const [cell = ""] = found.match(/\b[a-z]\d+\b/g) ?? [];
  const values = { a, b, n, cell, found, part: word("part", part) };
  for (const key of [`${plain(part)}: ${plain(expected)}`, plain(expected)]) {
    const text = t(`wrong.${key}`, values);
    if (text !== `wrong.${key}`) return text;
  }
  return null;
}

/**
 * Returns the most specific text of a refusal.
 * @param {Refusal} refusal
 * @param {SeatState[]} [seats] of the game it is about
 */
export function sentence({ code, wait, details }, seats = []) {
  const { seat, part = "", found, line, column } = details;
  const why = code === "bad_text" || line !== undefined ? reason(details) : null;
  const name = seat === undefined ? undefined : seats[seat] && nameOf(seats[seat].occupant);
  const option = word("option", part, "");
  /** @type {[string, boolean][]} */
  const kinds = [
    ["line.why", line !== undefined && why !== null],
    ["line", line !== undefined],
    ["why", why !== null],
    ["wait", wait !== undefined],
    ["seat", name !== undefined],
    ["option", option !== "" && found !== undefined],
    ["found", found !== undefined],
  ];
  const values = {
    seconds: wait ?? 0,
    name: name ?? "",
    option,
    found: found ?? "",
    line: line ?? 0,
    column: column ?? 0,
    why: why ?? "",
  };
  const keys = kinds.flatMap(([kind, known]) => (known ? [`error.${code}.${kind}`] : []));
  for (const key of [...keys, `error.${code}`]) {
    const text = t(key, values);
    if (text !== key) return text;
  }
  return t("error.other");
}
