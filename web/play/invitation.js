// A table that waits for players: seats, and the link for others.

import { catalog, nameOf } from "../catalog.js";
import { go } from "../router.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";
import { isAvailable } from "../new/draft.js";
import { settings } from "../settings.js";
import { settle } from "../welcome.js";
import { pathOf, sharing } from "./share.js";

/** @import { Action, Setup } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/** @param {PageState} page @param {(action: Action) => Promise<boolean>} act */
export function invitation(page, act) {
  const { known, person } = page;
  const { state, mine, setup } = known;
  const host = setup.host?.id === person;
  const fill = async (/** @type {number} */ seat) => {
    const entry = (await catalog()).find((game) => game.id === setup.game);
    void act({
      do: "fill",
      seat,
      level: settings.level,
      ...(entry ? { kind: (entry.kinds.find(isAvailable) ?? entry.kinds[0]).name } : {}),
    });
  };
  const seats = state.seats.map((seat, i) =>
    h(
      "li",
      {},
      seatToken(seat),
      portraitOf(seat.occupant),
      h("span", { class: "what" }, word("seat", seat.name), h("small", {}, nameOf(seat.occupant))),
      // Players with a seat need no other.
      !seat.occupant &&
        mine.length === 0 &&
        h(
          "button",
          {
            "data-do": `sit-${i}`,
            class: "main-action",
            onclick: async () => {
              // Stores the name and picture of the card before others see them.
              if (await settle()) void act({ do: "sit", seat: i });
            },
          },
          t("lobby.sit"),
        ),
      !seat.occupant &&
        host &&
        h("button", { "data-do": `fill-${i}`, onclick: () => void fill(i) }, t("lobby.fill")),
    ),
  );
  return h(
    "section",
    { class: "panel" },
    h("ul", { class: "rows" }, ...seats),
    h("p", { class: "soft" }, hintsIn(setup)),
    sharing(pathOf(page), t("lobby.invite"), wall(page)),
    h(
      "div",
      { class: "ways" },
      mine.length > 0 &&
        !host &&
        h(
          "button",
          { "data-do": "stand", onclick: () => void act({ do: "stand" }) },
          t("lobby.stand"),
        ),
      host &&
        h(
          "button",
          {
            "data-do": "close",
            class: "danger",
            onclick: async () => {
              if (await act({ do: "close" })) go("/");
            },
          },
          t("lobby.close"),
        ),
    ),
  );
}

/** Returns the link to the page for a projector. @param {PageState} page */
const wall = (page) =>
  h(
    "a",
    { class: "button", "data-do": "wall", href: pathOf(page).replace("/game/", "/invite/") },
    icon("full"),
    t("lobby.wall"),
  );

/** Tells whether hints are allowed. @param {Setup} setup */
function hintsIn({ hints, hint_budget: count }) {
  if (!hints) return t("lobby.hints.none");
  return count === undefined ? t("lobby.hints") : t("lobby.hints.budget", { count });
}
