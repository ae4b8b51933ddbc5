// Questions above the moves: offers, confirmations, the table that waits for players. Each is a function of the page
// in `SOURCES`.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { isAlone } from "../state.js";
import { question } from "./asking.js";
import { away, countDown } from "./claim.js";
import { invitation } from "./invitation.js";
import { confirmation, draws, takeBacks } from "./offers.js";
import { result } from "./results.js";

/** @import { Source } from "./asking.js" */
/** @import { Acts } from "./toolbox.js" */
/** @import { PageState } from "./state.js" */

/** In the order of their display. @type {Source[]} */
const SOURCES = [result, lobby, watching, confirmation, draws, takeBacks, away];

export class Questions {
  element = h("div", { class: "questions" });

  /** @param {PageState} page @param {Acts} acts */
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
  }

  draw() {
    const asked = SOURCES.flatMap((source) => source(this.page, this.acts));
    this.element.replaceChildren(...asked.filter((one) => one !== null));
  }

  /** Updates what depends on time. */
  tick() {
    if (countDown(this.page, this.element)) this.acts.redraw();
  }
}

/** @type {Source} */
function lobby(page, { act }) {
  return page.known.state.phase === "open" ? [invitation(page, act)] : [];
}

/** @type {Source} */
function watching({ known, person }) {
  const watches = known.mine.length === 0 && known.state.phase === "playing";
  return watches && !isAlone(known, person) ? [question(t("play.watching"))] : [];
}
