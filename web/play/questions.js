// What just happened and wants an answer: offers, questions, the table that waits for players. Each source
// is a function of the page; a new one stands in `SOURCES`.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { isAlone } from "../state.js";
import { question } from "./asking.js";
import { away, countDown } from "./claim.js";
import { invitation } from "./invitation.js";
import { confirmation, draws, rematches, takeBacks } from "./offers.js";

/** @import { Acts } from "./tools.js" */
/** @import { Source } from "./asking.js" */
/** @import { PageState } from "./state.js" */

/** In the order in which they stand. @type {Source[]} */
const SOURCES = [lobby, watching, confirmation, draws, takeBacks, away, rematches];

export class Questions {
  element = h("div", { class: "questions" });

  /** @param {PageState} page @param {Acts} acts */
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
  }

  draw() {
    const asked = SOURCES.flatMap((source) => source(this.page, this.acts));
    redraw(
      this.element,
      asked.filter((one) => one !== null),
    );
  }

  /** Time goes by. */
  tick() {
    if (countDown(this.page, this.element)) this.draw();
  }
}

/**
 * Draws a part anew; the button in it that has the focus keeps it.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} parts
 */
export function redraw(element, parts) {
  const active = document.activeElement;
  const focus =
    active instanceof HTMLElement && element.contains(active) ? active.dataset.do : undefined;
  element.replaceChildren(...parts);
  const again = focus ? element.querySelector(`[data-do="${focus}"]`) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
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
