// Ratings of the players: requested when someone sits down, and at the end.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { siteDefaults } from "../site.js";

/** @import { TableRatings } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

export class Ratings {
  /** Occupants and phase of the last request. */
  #asked = "";
  /** @type {TableRatings | null} */
  #known = null;

  /** @param {() => void} redraw called when they have arrived */
  constructor(redraw) {
    this.redraw = redraw;
  }

  /** Requests the ratings if they may have changed. @param {PageState} page */
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
      // Plates show the players without ratings.
    }
  }

  /** Returns what the plate of a seat shows. @param {number} seat */
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

  /** Returns whether the game is rated; undefined if unknown. */
  get rated() {
    return this.#known?.rated ?? null;
  }
}
