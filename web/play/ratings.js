// How well those at the table play: asked for when somebody sits down, and when the game is over.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { siteDefaults } from "../site.js";

/** @import { TableRatings } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

export class Ratings {
  /** Who sat there and how far the game was when it was asked. */
  #asked = "";
  /** @type {TableRatings | null} */
  #known = null;

  /** @param {() => void} redraw is called when they are known */
  constructor(redraw) {
    this.redraw = redraw;
  }

  /** Asks where something can be different. @param {PageState} page */
  follow({ known, key }) {
    const { state, id } = known;
    const people = state.seats.map(({ occupant }) =>
      occupant?.who === "person" ? occupant.id : occupant?.who === "computer" ? occupant.level : "",
    );
    const now = `${state.phase === "ended"} ${people}`;
    if (now === this.#asked) return;
    this.#asked = now;
    void this.#ask(id, key, now);
  }

  /** @param {string} id @param {string | undefined} key @param {string} now */
  async #ask(id, key, now) {
    if ((await siteDefaults()).no_ratings) return;
    const secret = key ? `?key=${encodeURIComponent(key)}` : "";
    try {
      /** @type {TableRatings} */
      const found = await ask(`/api/games/${encodeURIComponent(id)}/ratings${secret}`);
      if (now !== this.#asked) return;
      this.#known = found;
      this.redraw();
    } catch {
      // Without them the plates say who plays all the same.
    }
  }

  /** What the plate of a seat shows. @param {number} seat */
  of(seat) {
    const known = this.#known;
    const found = known?.seats[seat];
    if (!known || !found) return null;
    const { points, provisional, change } = found;
    const title = t(provisional ? "rating.title.provisional" : "rating.title", {
      pace: t(`pace.${known.pace}`),
      points,
    });
    const sign = change !== undefined && change >= 0 ? "+" : "−";
    return h(
      "span",
      { class: "rating", title },
      h("span", { class: "unseen" }, title),
      h("span", { "aria-hidden": "true", dir: "ltr" }, `${points}${provisional ? "?" : ""}`),
      change === undefined
        ? null
        : h(
            "span",
            { class: change >= 0 ? "gain" : "loss", dir: "ltr" },
            `${sign}${Math.abs(change)}`,
          ),
    );
  }

  /** Does the game count? Nothing where it is not known. */
  get rated() {
    return this.#known?.rated ?? null;
  }
}
