// A table that waits for players: who sits where, and the link for others.

import { catalog, nameOf } from "../catalog.js";
import { go } from "../router.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { notice } from "../notice.js";
import { token } from "../pieces.js";
import { code } from "../qr.js";
import { isAvailable } from "../new/wish.js";
import { settings } from "../settings.js";

/** @import { GamePage } from "./page.js" */
/** @import { Known } from "../state.js" */

/** @param {GamePage} page @param {Known} known */
export function invitation(page, known) {
  const { state, mine, setup } = known;
  const host = setup.host?.id === page.person;
  const key = page.key ?? known.key;
  const link = `${location.origin}/game/${known.id}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
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
    void page.act({
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
      token("man", seat.tone),
      h("span", { class: "what" }, word("seat", seat.name), h("small", {}, nameOf(seat.occupant))),
      !seat.occupant &&
        h(
          "button",
          {
            "data-do": `sit-${i}`,
            class: mine.length === 0 ? "main-action" : "",
            onclick: () => void page.act({ do: "sit", seat: i }),
          },
          t("lobby.sit"),
        ),
      !seat.occupant &&
        host &&
        h("button", { "data-do": `fill-${i}`, onclick: () => void fill(i) }, t("lobby.fill")),
    ),
  );
  const picture = code(link);
  return h(
    "section",
    { class: "panel" },
    h("ul", { class: "rows" }, ...seats),
    h(
      "div",
      { class: "invite" },
      h("p", {}, t("lobby.invite")),
      field,
      h("button", { "data-do": "copy", onclick: () => void copy() }, t("lobby.copy")),
      picture && h("p", { class: "soft" }, t("lobby.code")),
      picture,
    ),
    h(
      "div",
      { class: "tools" },
      mine.length > 0 &&
        !host &&
        h(
          "button",
          { "data-do": "stand", onclick: () => void page.act({ do: "stand" }) },
          t("lobby.stand"),
        ),
      host &&
        h(
          "button",
          {
            "data-do": "close",
            class: "danger",
            onclick: async () => {
              if (await page.act({ do: "close" })) go("/");
            },
          },
          t("lobby.close"),
        ),
    ),
  );
}
