// What just happened and wants an answer, above the moves: offers, questions, the table that waits for
// players. Each source is a function of the page; a new one stands in `SOURCES`.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { isAlone } from "../state.js";
import { invitation } from "./invitation.js";
import { result } from "./results.js";

/** @import { Acts } from "./toolbox.js" */
/** @import { PageState } from "./state.js" */

/** @typedef {(page: PageState, acts: Acts) => (HTMLElement | null)[]} Source */

/** In the order in which they stand. @type {Source[]} */
const SOURCES = [result, lobby, watching, confirmation, draws, takeBacks, absence];

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
}

/**
 * A question with its answers.
 * @param {string} text
 * @param {HTMLElement[]} answers
 */
export const question = (text, ...answers) =>
  h("div", { class: "question", role: "group" }, h("p", {}, text), ...answers);

/**
 * A button that answers.
 * @param {string} name as `data-do`
 * @param {string} text
 * @param {() => void} action
 * @param {string} [kind] `main-action` or `danger`
 */
export const answer = (name, text, action, kind = "") =>
  h("button", { "data-do": name, class: kind, onclick: action }, text);

/** The name of whoever has a seat. @param {PageState} page @param {number} seat */
const nameAt = ({ known }, seat) => nameOf(known.state.seats[seat].occupant);

/** @type {Source} */
function lobby(page, { act }) {
  return page.known.state.phase === "open" ? [invitation(page, act)] : [];
}

/** @type {Source} */
function watching({ known, person }) {
  const watches = known.mine.length === 0 && known.state.phase === "playing";
  return watches && !isAlone(known, person) ? [question(t("play.watching"))] : [];
}

/** @type {Source} */
function confirmation(page, { act, confirm }) {
  const { known, confirming } = page;
  const { state, mine } = known;
  if (!confirming || state.phase !== "playing") return [];
  const seat = state.turn !== null && mine.includes(state.turn) ? state.turn : mine[0];
  const yes = () => {
    page.confirming = null;
    void act(confirming === "resign" ? { do: "resign", seat } : { do: "leave" });
  };
  return [
    question(
      t(`play.sure.${confirming}`),
      answer("yes", t(`play.yes.${confirming}`), yes, "danger"),
      answer("no", t("play.no"), () => confirm(null)),
    ),
  ];
}

/**
 * Yes and no to an offer.
 * @param {Acts} acts
 * @param {"answer_draw" | "answer_take_back"} name
 * @param {number} offer
 */
const consent = ({ act }, name, offer) => [
  answer(
    "accept",
    t("play.accept"),
    () => void act({ do: name, offer, accept: true }),
    "main-action",
  ),
  answer("decline", t("play.decline"), () => void act({ do: name, offer, accept: false })),
];

/** @type {Source} */
function draws(page, acts) {
  const { state, mine } = page.known;
  if (state.phase !== "playing" || mine.length === 0) return [];
  const others = state.draw_offers.filter((seat) => !mine.includes(seat));
  if (others.length > 0 && state.draw_version !== null) {
    const text = t("play.offered", { name: nameAt(page, others[0]) });
    return [question(text, ...consent(acts, "answer_draw", state.draw_version))];
  }
  return state.draw_offers.length > 0 ? [question(t("play.offered.mine"))] : [];
}

/** @type {Source} */
function takeBacks(page, acts) {
  const { state, mine } = page.known;
  const back = state.take_back;
  if (state.phase !== "playing" || mine.length === 0 || !back) return [];
  if (mine.includes(back.seat)) return [question(t("play.asked.mine"))];
  const text = t("play.asked", { name: nameAt(page, back.seat) });
  return [question(text, ...consent(acts, "answer_take_back", back.version))];
}

/** @type {Source} */
function absence(page, { act }) {
  const { state, mine, presence } = page.known;
  if (state.phase !== "playing" || mine.length === 0 || presence.grace === null) return [];
  const away = presence.away_since.findIndex((since, i) => since !== null && !mine.includes(i));
  if (away < 0) return [];
  return [
    question(
      t("status.away", { name: nameAt(page, away) }),
      answer("claim", t("play.claim"), () => void act({ do: "claim" })),
    ),
  ];
}
