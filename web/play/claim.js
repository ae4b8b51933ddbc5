// Claiming the win over absent players.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { connection } from "../net.js";
import { clockText } from "../state.js";
import { absence } from "./absence.js";
import { answer, question } from "./asking.js";
import { called, listed } from "./names.js";

/** @import { Source } from "./asking.js" */
/** @import { PageState } from "./state.js" */

/** @param {PageState} page */
const now = ({ known }) => absence(known, Date.now() + connection.ahead);

/** @param {number} wait in milliseconds */
const inSeconds = (wait) => clockText(Math.ceil(wait / 1000) * 1000).replace(/\.0$/, "");

/** @type {Source} */
export function away(page, { act }) {
  const found = now(page);
  if (!found) return [];
  const { seats } = page.known.state;
  const names = (/** @type {number[]} */ some) => listed(some.map((seat) => called(seats, seat)));
  const how = found.wins ? "win" : "out";
  const name = names(found.gone.length > 0 ? found.gone : found.away);
  if (found.gone.length > 0) {
    const claim = answer(
      "claim",
      t(`play.claim.${how}`, { name }),
      () => void act({ do: "claim" }),
    );
    return [marked(question(t(`play.gone.${how}`, { name }), claim), found.gone)];
  }
  const wait = h("b", { class: "wait", dir: "ltr" }, inSeconds(found.wait));
  const text = h("span", {}, t("play.away", { name }), " ", t(`play.away.${how}`), " ", wait);
  return [marked(question(text), [])];
}

/** @param {HTMLElement} element @param {number[]} gone seats absent for long enough */
function marked(element, gone) {
  element.dataset.gone = gone.join();
  return element;
}

/**
 * Updates the remaining time.
 * @param {PageState} page
 * @param {HTMLElement} within contains the question
 * @returns {boolean} is whether the question must be drawn again, because the win can be claimed now
 */
export function countDown(page, within) {
  const shown = within.querySelector("[data-gone]");
  if (!(shown instanceof HTMLElement)) return false;
  const found = now(page);
  if (!found || found.gone.join() !== shown.dataset.gone) return true;
  const wait = shown.querySelector(".wait");
  const text = inSeconds(found.wait);
  if (wait && wait.textContent !== text) wait.textContent = text;
  return false;
}
