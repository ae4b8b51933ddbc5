// A finished game in a list: its last position and its result.

import { nameOf, outcomeOf, titleOf } from "../catalog.js";
import { timeOf } from "../dates.js";
import { h } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { seatsOf } from "./scene.js";
import { SmallBoard } from "./small.js";

/** @import { Summary } from "../types.d.ts" */

/** Joins names. @param {string[]} names */
const list = (names) =>
  new Intl.ListFormat(language(), { type: "conjunction" }).format([...new Set(names)]);

/** Returns the result for a person who played: `won`, `lost`, `drawn` or empty. @param {Summary} game @param {string} person */
export function cameOf({ outcome, seats }, person) {
  const mine = seatsOf(/** @type {Summary} */ ({ seats }), person);
  // A person who played all seats has neither won nor lost.
  if (!outcome || mine.length === 0 || mine.length === seats.length) return "";
  if (outcome.winner !== null) return mine.includes(outcome.winner) ? "won" : "lost";
  return outcome.places.length > 0 ? "drawn" : "";
}

/** Describes the result. @param {Summary} game @param {string} person */
function story({ outcome, seats }, person) {
  const names = seats.map(({ occupant }) => nameOf(occupant));
  const mine = seatsOf(/** @type {Summary} */ ({ seats }), person);
  const others = names.filter((_, seat) => !mine.includes(seat));
  const winner = outcome?.winner ?? null;
  if (!outcome || (winner === null && outcome.places.length === 0)) return list(names);
  // On one screen names may be the same: sides are named instead.
  const unclear = new Set(names).size < names.length;
  if (winner === null) {
    if (mine.length === 1) return t("archive.drew.me", { others: list(others) });
    return unclear ? t("result.draw") : t("archive.drew", { names: list(names) });
  }
  const losers = names.filter((_, seat) => seat !== winner);
  if (mine.length === 1 && mine[0] === winner)
    return t("archive.beat.me", { others: list(losers) });
  if (mine.length === 1) return t("archive.lost.me", { winner: names[winner] ?? "" });
  if (unclear) {
    const { name, plural } = seats[winner];
    return t(plural ? "result.wins.many" : "result.wins", { side: word("seat", name) });
  }
  return t("archive.beat", { winner: names[winner] ?? "", others: list(losers) });
}

/** @param {Summary} game @param {string} person my id */
export function final(game, person) {
  const { outcome } = game;
  const why = outcome ? word("reason", outcome.reason) : "";
  const about = [
    game.name,
    titleOf(game.game),
    why,
    t("home.moves", { count: game.ply }),
    timeOf(game.updated, language()),
  ];
  return h(
    "li",
    { "data-id": game.id, "data-came": cameOf(game, person) || null },
    new SmallBoard(game, seatsOf(game, person)[0] ?? 0).element,
    h(
      "span",
      { class: "what" },
      h(
        "a",
        {
          href: `/game/${game.id}`,
          title: outcome ? outcomeOf(outcome, game.seats) : null,
        },
        story(game, person),
      ),
      h("small", {}, about.filter(Boolean).join(" · ")),
    ),
    h(
      "span",
      { class: "ends" },
      h(
        "a",
        { class: "button quiet", href: `/analysis/${game.game}?id=${game.id}` },
        t("play.study"),
      ),
    ),
  );
}
