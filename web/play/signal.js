// Signals my turn in the tab's title and icon, and by a notification if it is wanted and permitted.

import { find } from "../dom.js";
import { t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { myTurn } from "../state.js";

/** @import { PageState } from "./state.js" */

const ICON = "/icon.svg";
const ICON_TURN = "/icon-turn.svg";

/** Whether notifications are supported and not blocked. */
export const canCall = () => "Notification" in window && Notification.permission !== "denied";

/** Switches notifications; the browser asks for permission. @param {boolean} wanted */
export async function callMe(wanted) {
  const allowed = wanted && (await Notification.requestPermission()) === "granted";
  remember({ notify: allowed });
}

export class Signal {
  /** The last signalled turn; each is signalled once. */
  #called = "";
  /** @type {Notification | null} */
  #note = null;

  /** @param {string} title of the page */
  constructor(title) {
    this.title = title;
  }

  /** @param {PageState} page */
  draw({ known, announced }) {
    const { mine, state } = known;
    // Players at one screen see the board.
    const others = state.seats.some((_, seat) => !mine.includes(seat));
    const turn = others && myTurn(known) && announced === null;
    const title = `${this.title} · ${t("site.name")}`;
    document.title = turn ? `● ${t("status.yours")} · ${title}` : title;
    const icon = turn ? ICON_TURN : ICON;
    const link = find("link[rel=icon]");
    if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
    const key = `${known.id} ${known.state.ply}`;
    if (!turn || this.#called === key) return;
    this.#called = key;
    if (document.hidden && settings.notify && Notification.permission === "granted") this.#call();
  }

  #call() {
    this.#note = new Notification(this.title, {
      body: t("status.yours"),
      icon: ICON_TURN,
      tag: location.pathname,
    });
    this.#note.addEventListener("click", () => {
      window.focus();
      this.#note?.close();
    });
  }

  leave() {
    this.#note?.close();
    find("link[rel=icon]").setAttribute("href", ICON);
  }
}
