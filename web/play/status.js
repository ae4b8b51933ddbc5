// One line of words on the page of a game: what is expected now, or how it ended.

import { nameOf, outcomeOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { speak } from "../notice.js";
import { placeless } from "../picking.js";
import { myTurn } from "../state.js";
import { moverOf } from "./state.js";

/** @import { Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Known } from "../state.js" */
/** @import { PageState } from "./state.js" */

/** A computer that thinks for so many seconds shows for how long. */
const PATIENT = 2;

export class StatusLine {
  element = h("div", { class: "status" });
  #seconds = h("span", { class: "seconds", "aria-hidden": "true" });
  /** Must the sentence name who is meant? A plate does that. */
  named = false;
  /** What was said last. */
  #said = "";
  /** Since when the position is the present one. */
  #since = { ply: -1, at: 0 };

  /** @param {(move: Move) => void} pass makes a move without a place */
  constructor(pass) {
    this.pass = pass;
  }

  /**
   * @param {PageState} state
   * @param {BoardElement} board
   * @param {boolean} [refused] was the last click in vain?
   */
  draw(state, board, refused = false) {
    const { known, at, announced } = state;
    const [wanted, mood] = expected(state, board, this.named);
    const asked = board.choices.some((choice) => "cell" in choice);
    const no = t(asked ? "status.refused.remove" : "status.refused");
    const text = refused ? `${no} ${wanted}` : wanted;
    this.element.className = `status ${mood}${refused ? " warn" : ""}`;
    this.element.replaceChildren(text, this.#seconds);
    const { ply, phase } = known.state;
    if (this.#since.ply !== ply) this.#since = { ply, at: Date.now() };
    this.tick(state);
    const mine = myTurn(known) && announced === null;
    const move = mine && at === null ? placeless(known.view.moves) : undefined;
    if (move) this.element.append(h("button", { onclick: () => this.pass(move) }, t("play.pass")));
    if (text !== this.#said && phase === "playing" && mine) speak(text);
    this.#said = text;
  }

  /** Shows for how long a computer has been thinking. @param {PageState} state */
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
 * What is expected now, and in which mood it is said.
 * @param {PageState} page
 * @param {BoardElement} board
 * @param {boolean} named
 * @returns {[text: string, mood: "" | "mine" | "warn"]}
 */
function expected(page, board, named) {
  const { known, offline, at } = page;
  const { state } = known;
  if (offline) return [t("net.lost"), "warn"];
  if (at !== null) return [t("status.past", { ply: at, all: known.steps.length }), ""];
  if (state.phase === "open") return [t("status.lobby"), ""];
  if (state.phase === "closed") return [t("status.closed"), "warn"];
  if (state.outcome) return [verdict(known), ""];
  if (state.paused) return [t("status.paused"), ""];
  const mover = moverOf(page);
  if (mover === null) return ["", ""];
  if (page.announced === null && myTurn(known)) return [myMove(known, board), "mine"];
  const { occupant } = state.seats[mover];
  const thinks = named ? "status.thinking" : "status.thinks";
  const waits = named ? "status.waiting" : "status.waits";
  const busy = known.queued ? `status.queued.${known.queued}` : thinks;
  const key = occupant?.who === "computer" ? busy : waits;
  return [t(key, { name: nameOf(occupant) }), ""];
}

/** What I have to do. @param {Known} known @param {BoardElement} board */
function myMove({ state, view, mine }, board) {
  const [choice] = board.choices;
  if (choice) return t("cell" in choice ? "status.remove" : "status.kind");
  if (board.selected > 0 && view.moves.some((move) => (move.from?.length ?? 0) > 1))
    return t("status.group");
  const side = word("seat", state.seats[state.turn ?? 0].name);
  const { moves } = view;
  const placing = moves.length > 0 && moves.every((move) => !move.from && move.to !== undefined);
  const place = placing && t("status.place");
  const alarm = view.alarms.length > 0 && t("status.alarm");
  // Where a plate tells whose turn it is, what is to be done says more.
  const yours = mine.length > 1 ? t("status.side", { side }) : `${t("status.yours")} (${side})`;
  const whose = place ? mine.length === 1 && t("status.yours") : yours;
  const parts = [whose, place, alarm];
  return parts.filter(Boolean).join(". ");
}

/** How it ended, in words. @param {Known} known */
function verdict({ state, mine }) {
  const { outcome } = state;
  if (!outcome) return "";
  const won = outcome.winner !== null && mine.length === 1 && mine.includes(outcome.winner);
  const reason = word("reason", outcome.reason);
  return won
    ? `${t("result.won")} ${t("result.because", { reason })}`
    : outcomeOf(outcome, state.seats);
}
