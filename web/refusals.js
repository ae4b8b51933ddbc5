// Why something was refused, in words. The server says it by a code, and by what the sentence needs
// besides. No DOM here.

import { nameOf } from "./catalog.js";
import { t, word } from "./i18n.js";

/** @import { SeatState } from "./types.d.ts" */
/** @import { Refusal } from "./net.js" */

/**
 * The sentence that says most of what is known.
 * @param {Refusal} refusal
 * @param {SeatState[]} [seats] of the game that it is about
 */
export function sentence({ code, wait, details }, seats = []) {
  const { seat, part = "", found } = details;
  const name = seat === undefined ? undefined : seats[seat] && nameOf(seats[seat].occupant);
  const option = word("option", part, "");
  /** @type {[string, boolean][]} */
  const kinds = [
    ["wait", wait !== undefined],
    ["seat", name !== undefined],
    ["option", option !== "" && found !== undefined],
    ["found", found !== undefined],
  ];
  const values = { seconds: wait ?? 0, name: name ?? "", option, found: found ?? "" };
  const keys = kinds.flatMap(([kind, known]) => (known ? [`error.${code}.${kind}`] : []));
  for (const key of [...keys, `error.${code}`]) {
    const text = t(key, values);
    if (text !== key) return text;
  }
  return t("error.other");
}
