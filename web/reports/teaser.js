// The report on the page of a finished game: a link, and a summary if it is made automatically.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { picture } from "./curve.js";
import { requestReport } from "./request.js";
import { shortSummary } from "./summary.js";

/** @import { PageState } from "../play/state.js" */

export class Teaser {
  element = h("div", { class: "teaser", hidden: true });
  #said = h("small", { class: "soft", role: "status" });
  #curve = h("div", { class: "walkway", dir: "ltr" });
  #short = h("div", {});
  #stop = () => {};
  #begun = false;

  /** @param {PageState} page */
  constructor(page) {
    this.page = page;
  }

  /** Whether there can be a report. */
  draw() {
    const { known } = this.page;
    const { phase, outcome } = known.state;
    const moved = known.steps.some(({ kind }) => kind === "move");
    const shown = phase === "ended" && outcome !== null && moved;
    if (!shown || this.element.children.length > 0) {
      this.element.hidden = !shown;
      return;
    }
    this.element.append(
      h(
        "a",
        { class: "button", "data-do": "report", href: reportOf(this.page) },
        icon("report"),
        h("span", {}, t("report.open")),
        this.#said,
      ),
    );
    this.element.hidden = false;
  }

  /** The game has just ended: a report against the computer may be made automatically. */
  ended() {
    const { known, key } = this.page;
    const computer = known.state.seats.some(({ occupant }) => occupant?.who === "computer");
    if (!settings.report || !computer || known.mine.length === 0 || this.#begun) return;
    this.#begun = true;
    // Its space is reserved: what is below must not move when it arrives.
    this.#short.replaceChildren(shortSummary({ accuracy: [] }, known.state.seats));
    this.element.classList.add("coming");
    this.element.prepend(this.#curve, this.#short);
    this.#stop = requestReport(known.id, key, {
      progress: (done, all) => {
        this.#said.textContent = all > 0 ? `${Math.floor((100 * done) / all)}%` : "";
      },
      report: (report) => {
        const { seats } = this.page.known.state;
        this.#said.textContent = "";
        this.element.classList.add("made");
        this.#curve.replaceChildren(picture(report, seats));
        this.#short.replaceChildren(shortSummary(report, seats));
      },
      // The page of the report shows the error.
      refused: () => {
        this.#said.textContent = "";
        this.element.classList.remove("coming");
        this.#curve.remove();
        this.#short.remove();
      },
    });
  }

  leave() {
    this.#stop();
  }
}

/** Returns the address of the report. @param {PageState} page */
export function reportOf({ known, key }) {
  return `/report/${known.id}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
}
