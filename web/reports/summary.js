// The accuracy and judgements of all players.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { COUNTED, countOf, SIGNS } from "./words.js";

/** @import { GameReport, SeatState } from "../types.d.ts" */

/** @param {Pick<GameReport, "accuracy" | "moves">} report @param {SeatState[]} seats */
export const summary = (report, seats) =>
  h(
    "ul",
    { class: "accuracies", "aria-label": t("report.accuracy") },
    ...seats.map((seat, i) =>
      h(
        "li",
        { "data-seat": i },
        seatToken(seat),
        h("bdi", { class: "name" }, nameOf(seat.occupant)),
        h("b", { class: "accuracy" }, accuracyOf(report, i)),
        h("span", { class: "counts" }, ...COUNTED.map((judgement) => count(report, i, judgement))),
      ),
    ),
  );

/** @param {Pick<GameReport, "accuracy">} report @param {number} seat */
function accuracyOf({ accuracy }, seat) {
  const found = accuracy[seat] ?? null;
  return found === null ? "–" : `${Math.round(found)}%`;
}

/** @param {Pick<GameReport, "moves">} report @param {number} seat @param {typeof COUNTED[number]} judgement */
function count(report, seat, judgement) {
  const number = countOf(report, seat, judgement);
  return h(
    "span",
    { class: `count ${judgement}`, "data-count": number },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[judgement]),
    h("span", { "aria-hidden": "true" }, String(number)),
    h("span", { class: "unseen" }, t(`report.count.${judgement}`, { count: number })),
  );
}

/** Returns the same in a line. @param {Pick<GameReport, "accuracy">} report @param {SeatState[]} seats */
export const shortSummary = (report, seats) =>
  h(
    "p",
    { class: "short" },
    ...seats.map((seat, i) =>
      h(
        "span",
        {},
        seatToken(seat),
        h("span", { class: "unseen" }, `${word("seat", seat.name)}: ${t("report.accuracy")}`),
        h("b", {}, accuracyOf(report, i)),
      ),
    ),
  );
