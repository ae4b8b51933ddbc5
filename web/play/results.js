// The result of a game.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { mayPlayAgain, rematch } from "./rematch.js";
import { analysisOf } from "./state.js";

/** @import { SeatState } from "../types.d.ts" */
/** @import { Source } from "./asking.js" */
/** @import { PageState } from "./state.js" */
/** @import { Acts } from "./toolbox.js" */

/**
 * The result beside the board, and what can follow.
 * @type {Source}
 */
export function result(page, acts) {
  const { known } = page;
  const { outcome, seats } = known.state;
  if (!outcome || known.state.phase !== "ended") return [];
  const winner = outcome.winner === null ? null : seats[outcome.winner];
  const won =
    outcome.winner !== null && known.mine.length === 1 && known.mine.includes(outcome.winner);
  const side = winner ? word("seat", winner.name) : "";
  const many = winner?.plural ? "result.wins.many" : "result.wins";
  // An aborted game has no places.
  const other = outcome.places.length > 0 ? t("result.draw") : t("result.title");
  const title = won ? t("result.won") : winner ? t(many, { side }) : other;
  return [
    h(
      "section",
      { class: "result panel", "aria-labelledby": "result-title" },
      h(
        "div",
        { class: "how" },
        winner ? seatToken(winner) : null,
        h("h2", { id: "result-title" }, title),
        h("p", { class: "reason", "data-reason": outcome.reason }, word("reason", outcome.reason)),
      ),
      seats.length > 2 && outcome.places.length > 0 ? places(outcome.places, seats) : null,
      ...next(page, acts),
    ),
  ];
}

/** The places of all players, the first one first. @param {number[]} places @param {SeatState[]} seats */
function places(places, seats) {
  const order = seats.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  return h(
    "ol",
    { class: "places" },
    ...order.map((i) =>
      h("li", {}, `${places[i]}.`, seatToken(seats[i]), h("bdi", {}, nameOf(seats[i].occupant))),
    ),
  );
}

/** What can follow: another game for players, analysis for spectators. @param {PageState} page @param {Acts} acts @returns {HTMLElement[]} */
function next(page, acts) {
  const { known } = page;
  if (known.state.next)
    return [
      h(
        "div",
        { class: "ends" },
        h(
          "a",
          { class: "button main-action", "data-do": "next", href: `/game/${known.state.next}` },
          t("result.next"),
        ),
      ),
    ];
  if (mayPlayAgain(page)) return rematch(page, acts);
  return [
    h(
      "div",
      { class: "ends" },
      h(
        "a",
        { class: "button main-action", "data-do": "analyse", href: analysisOf(page) },
        t("play.study"),
      ),
    ),
  ];
}
