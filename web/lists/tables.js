// An open table as a row of a list.

import { nameOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";
import { SmallBoard } from "./small.js";

/** @import { Summary } from "../types.d.ts" */

/** @param {Summary} game that waits for players */
export function table(game) {
  const title = titleOf(game.game);
  const there = game.seats.flatMap(({ occupant }) =>
    occupant?.who === "person" ? [nameOf(occupant)] : [],
  );
  const free = game.seats.filter((seat) => !seat.occupant).length;
  const said = [
    game.name ? title : "",
    [...new Set(there)].join(", "),
    t("home.free", { count: free }),
  ];
  return h(
    "li",
    { "data-id": game.id },
    new SmallBoard(game).element,
    h(
      "span",
      { class: "what" },
      h("b", {}, game.name ?? title),
      h("small", {}, said.filter(Boolean).join(" · ")),
      h(
        "span",
        { class: "here" },
        ...game.seats.flatMap(({ occupant }) => (occupant ? [portraitOf(occupant)] : [])),
      ),
      h("span", { class: "tones" }, ...game.seats.filter((seat) => !seat.occupant).map(seatToken)),
    ),
    h(
      "a",
      {
        class: "button main-action",
        href: `/game/${game.id}`,
        "aria-label": t("home.join.label", { game: game.name ?? title }),
      },
      t("home.join"),
    ),
  );
}
