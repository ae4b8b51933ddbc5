// The dialog at the end of a game: how it ended.

import { go } from "../router.js";
import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { dialog } from "../new/dialog.js";

import { analysisOf } from "./state.js";

/** @import { Action } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/**
 * Shows how the game ended.
 * @param {PageState} page
 * @param {(action: Action) => Promise<boolean>} act
 */
export function result(page, act) {
  const { known } = page;
  const { outcome } = known.state;
  if (!outcome || document.querySelector("dialog[open]")) return;
  const { seats } = known.state;
  const winner = outcome.winner === null ? null : seats[outcome.winner];
  const won =
    outcome.winner !== null && known.mine.length === 1 && known.mine.includes(outcome.winner);
  const side = winner ? word("seat", winner.name) : "";
  const many = winner?.plural ? "result.wins.many" : "result.wins";
  // A game that was called off or put away has no places.
  const nobody = outcome.places.length > 0 ? t("result.draw") : t("result.title");
  const title = won ? t("result.won") : winner ? t(many, { side }) : nobody;
  const again = (/** @type {boolean} */ swap) => () => {
    void act({ do: "rematch", swap });
    box.close();
  };
  const order = seats
    .map((_, i) => i)
    .sort((a, b) => (outcome.places[a] ?? 9) - (outcome.places[b] ?? 9));
  const box = h(
    "dialog",
    { class: "result", "aria-labelledby": "result-title", onclose: () => box.remove() },
    h(
      "div",
      { class: "inside" },
      winner ? seatToken(winner) : null,
      h("h2", { id: "result-title" }, title),
      h("p", { class: "reason", "data-reason": outcome.reason }, word("reason", outcome.reason)),
      seats.length > 2 && outcome.places.length > 0
        ? h(
            "ol",
            { class: "places" },
            ...order.map((i) =>
              h("li", {}, `${outcome.places[i]}.`, seatToken(seats[i]), nameOf(seats[i].occupant)),
            ),
          )
        : null,
      h(
        "div",
        { class: "ends" },
        known.mine.length > 0 &&
          h(
            "button",
            { class: "main-action", "data-do": "rematch", onclick: again(false) },
            t("play.rematch"),
          ),
        known.mine.length > 0 &&
          h("button", { "data-do": "swap", onclick: again(true) }, t("play.swap")),
        h(
          "button",
          {
            onclick: () => {
              box.close();
              void dialog(known.setup.game);
            },
          },
          t("play.new"),
        ),
        h(
          "button",
          {
            "data-do": "study",
            onclick: () => {
              box.close();
              go(analysisOf(page));
            },
          },
          t("play.study"),
        ),
        h("button", { "data-do": "look", onclick: () => box.close() }, t("result.look")),
        h(
          "button",
          {
            onclick: () => {
              box.close();
              go("/");
            },
          },
          t("play.home"),
        ),
      ),
    ),
  );
  document.body.append(box);
  box.showModal();
}
