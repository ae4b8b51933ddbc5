// The status line of a game: what is expected, or the result.

import { nameOf, outcomeOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { speak } from "../notice.js";
import { placeless } from "../picking.js";
import { myTurn } from "../state.js";
import { moverOf } from "./state.js";
import { myMove } from "./words.js";

/** @import { Move } from "../types.d.ts" */
/** @import { Pick } from "../picking.js" */
/** @import { Known } from "../state.js" */
/** @import { PageState, Remark } from "./state.js" */

/** Seconds from which on a computer's thinking time is shown. */
const PATIENT = 2;

export class StatusLine {
  element = h("div", { class: "status" });
  #seconds = h("span", { class: "seconds", "aria-hidden": "true" });
  /** Whether the plates name the player concerned. */
  named = false;
  /** The last text and remark. */
  #said = "";
  /** @type {Remark | null} */
  #remark = null;
  /** When the present position arrived. */
  #since = { ply: -1, at: 0 };

  /** @param {{pass: (move: Move) => void, confirm: () => void, cancel: () => void}} acts `pass` makes a move without cells */
  constructor(acts) {
    this.acts = acts;
  }

  /**
   * @param {PageState} state
   * @param {Pick} pick
   */
  draw(state, pick) {
    const { known, at, announced } = state;
    const [wanted, mood] = expected(state, pick, this.named);
    const remark = state.offline ? null : state.remark;
    const words = remark?.words.length ? remark.words : [wanted];
    this.element.className = `status ${mood}${remark?.warns ? " warn" : ""}`;
    this.element.replaceChildren(...words, this.#seconds);
    const text = words.map((part) => (part instanceof Node ? part.textContent : part)).join("");
    const { ply, phase } = known.state;
    if (this.#since.ply !== ply) this.#since = { ply, at: Date.now() };
    this.tick(state);
    const mine = myTurn(known) && announced === null;
    if (state.proposed) this.element.append(...this.#answers());
    const move = mine && at === null ? placeless(known.view.moves) : undefined;
    if (move)
      this.element.append(h("button", { onclick: () => this.acts.pass(move) }, t("play.pass")));
    // A repeated request is announced again.
    const fresh = text !== this.#said || (remark && remark !== this.#remark);
    if (fresh && phase === "playing" && (mine || remark)) speak(text);
    this.#said = text;
    this.#remark = remark;
  }

  /** Buttons to confirm or cancel a move. */
  #answers() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ done, kind = "") =>
      h("button", { "data-do": name, class: kind, onclick: done }, t(`confirm.${name}`));
    return [
      button("confirm", () => this.acts.confirm(), "main-action"),
      button("cancel", () => this.acts.cancel()),
    ];
  }

  /** Updates the time a computer has been thinking. @param {PageState} state */
  tick({ known, at, offline }) {
    const { phase, paused, turn, seats } = known.state;
    const runs = phase === "playing" && !paused && at === null && !offline;
    const thinks = runs && turn !== null && seats[turn].occupant?.who === "computer";
    const count = Math.floor((Date.now() - this.#since.at) / 1000);
    const text = thinks && count >= PATIENT ? t("status.seconds", { count }) : "";
    if (this.#seconds.textContent !== text) this.#seconds.textContent = text;
  }
}

/**
 * Returns what is expected, and the style of the line.
 * @param {PageState} page
 * @param {Pick} pick
 * @param {boolean} named
 * @returns {[text: string, mood: "" | "mine" | "warn"]}
 */
function expected(page, pick, named) {
  const { known, offline, at, proposed } = page;
  const { state } = known;
  if (offline) return [t("net.lost"), "warn"];
  if (at !== null) return [t("status.past", { ply: at, all: known.steps.length }), ""];
  if (state.phase === "open") return [t("status.lobby"), ""];
  if (state.phase === "closed") return [t("status.closed"), "warn"];
  if (state.outcome) return [verdict(known), ""];
  if (state.paused) return [t("status.paused"), ""];
  const mover = moverOf(page);
  if (mover === null) return ["", ""];
  if (proposed) return [t("status.confirm", { move: proposed.display }), "mine"];
  if (page.announced === null && myTurn(known)) return [myMove(known, pick), "mine"];
  if (page.premove) return [t("status.premove"), ""];
  const { occupant } = state.seats[mover];
  const thinks = named ? "status.thinking" : "status.thinks";
  const waits = named ? "status.waiting" : "status.waits";
  const busy = known.queued ? `status.queued.${known.queued}` : thinks;
  const key = occupant?.who === "computer" ? busy : waits;
  return [t(key, { name: nameOf(occupant) }), ""];
}

/** Returns the result. @param {Known} known */
function verdict({ state, mine }) {
  const { outcome } = state;
  if (!outcome) return "";
  const won = outcome.winner !== null && mine.length === 1 && mine.includes(outcome.winner);
  const reason = word("reason", outcome.reason);
  return won
    ? `${t("result.won")} ${t("result.because", { reason })}`
    : outcomeOf(outcome, state.seats);
}
