// Short messages at the bottom of the page, and announcements for screen readers.

import { find, h } from "./dom.js";
import { t } from "./i18n.js";
import { Refusal } from "./net/refusal.js";
import { sentence } from "./refusals.js";

/** @import { SeatState } from "./types.d.ts" */

let timer = 0;

/** Shows a message for some seconds. @param {string} text */
export function notice(text) {
  clearTimeout(timer);
  find("#notice").replaceChildren(h("p", {}, text));
  timer = setTimeout(() => find("#notice").replaceChildren(), 4000);
}

/** Shows a message until it is replaced; null removes it. @param {string | null} text */
export function lasting(text) {
  clearTimeout(timer);
  find("#notice").replaceChildren(...(text ? [h("p", { class: "lasting" }, text)] : []));
}

/**
 * Describes an error; rethrows those that are no refusals.
 * @param {unknown} error
 * @param {SeatState[]} [seats] of the game it is about
 */
export function explain(error, seats) {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === "banned") return t("error.banned", { reason: error.message });
  return sentence(error, seats);
}

/** Announces a text to screen readers only. @param {string} text */
export function speak(text) {
  const log = find("#spoken");
  log.append(h("p", {}, text));
  while (log.childElementCount > 5) log.firstElementChild?.remove();
}
