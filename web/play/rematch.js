// Rematch: one offer with a switch for the sides. A player who asks for the same agrees.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { checkbox } from "../fields.js";
import { t } from "../i18n.js";
import { answer } from "./asking.js";
import { isConcerned } from "./state.js";

/** @import { PageState } from "./state.js" */
/** @import { Acts } from "./toolbox.js" */

/** Whether the players can play again: players of imported games are not here. @param {PageState} page */
export const mayPlayAgain = (page) =>
  isConcerned(page) &&
  page.known.state.seats.every(({ occupant }) => occupant && occupant.who !== "stranger");

/** @param {PageState} page @param {Acts} acts @returns {HTMLElement[]} */
export function rematch(page, { act, redraw }) {
  const { known, person } = page;
  const { seats, rematch: offer } = known.state;
  const swap = page.swap ?? offer?.swap ?? false;
  const asked = offer?.agreed.includes(person) === true;
  const others = offer?.agreed.filter((id) => id !== person) ?? [];
  const same = offer?.swap === swap;
  const ask = () => {
    page.swap = null;
    void act({ do: "rematch", swap, ...(offer ? { offer: offer.version } : {}) });
  };
  const nameOfPerson = (/** @type {string} */ id) =>
    nameOf(
      seats.find(({ occupant }) => occupant?.who === "person" && occupant.id === id)?.occupant ??
        null,
    );
  const words = () => {
    if (asked && same) return t(offer.swap ? "rematch.mine.swapped" : "rematch.mine");
    if (others.length === 0 || !offer) return "";
    const name = others.map(nameOfPerson).join(", ");
    return t(offer.swap ? "rematch.theirs.swapped" : "rematch.theirs", { name });
  };
  const label = others.length > 0 && same && !asked ? "rematch.accept" : "play.rematch";
  const toggle = checkbox(
    t(seats.length === 2 ? "rematch.swap" : "rematch.move"),
    swap,
    (chosen) => {
      page.swap = chosen;
      redraw();
    },
  );
  toggle.querySelector("input")?.setAttribute("data-do", "swap");
  const said = words();
  const end = () => offer && void act({ do: "decline_rematch", offer: offer.version });
  return [
    ...(said ? [h("p", { class: "wish", role: "status" }, said)] : []),
    h(
      "div",
      { class: "ends" },
      h(
        "button",
        {
          class: "main-action",
          "data-do": "rematch",
          disabled: asked && same,
          onclick: ask,
        },
        t(label),
      ),
      offer && answer("decline", t(asked ? "play.withdraw" : "play.decline"), end),
      toggle,
    ),
  ];
}
