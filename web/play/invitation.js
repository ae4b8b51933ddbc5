// A table that waits for players: who sits where, and the link for others.

import { catalog, nameOf } from "../catalog.js";
import { go } from "../router.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { notice } from "../notice.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";
import { code } from "../qr.js";
import { way } from "../reach.js";
import { isAvailable } from "../new/draft.js";
import { settings } from "../settings.js";
import { settle } from "../welcome.js";

/** @import { Action } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/** The address for others, as far as it is known: it is asked for once. */
let origin = location.origin;

/** @param {PageState} page @param {(action: Action) => Promise<boolean>} act */
export function invitation({ known, key, person }, act) {
  const { state, mine, setup } = known;
  const host = setup.host?.id === person;
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  let link = `${origin}/game/${known.id}${query}`;
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": t("lobby.invite"),
    onfocus: () => field.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    notice(t("lobby.copied"));
  };
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
      !seat.occupant &&
        h(
          "button",
          {
            "data-do": `sit-${i}`,
            class: mine.length === 0 ? "main-action" : "",
            onclick: async () => {
              // What was filled in above counts before others see it.
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
  const picture = h("div", { class: "scan" });
  const warning = h("p", { class: "problem unreachable" });
  const draw = () => {
    field.value = link;
    const drawn = code(link);
    picture.replaceChildren(...(drawn ? [drawn] : []));
  };
  draw();
  way().then(
    (found) => {
      origin = found.origin;
      link = `${origin}/game/${known.id}${query}`;
      if (!found.reachable) warning.textContent = t("lobby.unreachable");
      draw();
    },
    // The address of this page is all there is to tell.
    () => {},
  );
  return h(
    "section",
    { class: "panel" },
    h("ul", { class: "rows" }, ...seats),
    h(
      "div",
      { class: "invite" },
      h("p", {}, t("lobby.invite")),
      field,
      h(
        "div",
        { class: "tools" },
        h("button", { "data-do": "copy", onclick: () => void copy() }, t("lobby.copy")),
        h(
          "a",
          { class: "button", "data-do": "wall", href: `/invite/${known.id}${query}` },
          t("lobby.wall"),
        ),
      ),
      warning,
      h("p", { class: "soft" }, t("lobby.code")),
      picture,
    ),
    h(
      "div",
      { class: "tools" },
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
