// The analysis on the page: the bar beside the board, best lines, depth, and proven values of the moves.

import { outcomeOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { connection } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain, speak } from "../notice.js";
import { Engine } from "./engine.js";
import { Bar, depth, Lines, verdictList } from "./evaluation.js";
import { analysed, bestMoves, ended, receive } from "./state.js";

/** @import { Message, Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { StudyState } from "./state.js" */

/** Milliseconds of an analysis. */
const TIME = 20_000;

export class Thoughts {
  bar = new Bar();
  depth = h("p", { class: "soft depth" });
  certain = h("div", { class: "certain" });
  #engine = new Engine((message) => this.#receive(message));

  /**
   * @param {StudyState} state
   * @param {BoardElement} board
   * @param {{play: (move: Move) => void, playTexts: (moves: string[]) => void}} acts
   */
  constructor(state, board, acts) {
    this.state = state;
    this.board = board;
    this.acts = acts;
    this.lines = new Lines(acts.playTexts);
  }

  /** Analyses the position on the board, if analysis is on. */
  think() {
    const { state } = this;
    const line = analysed(state);
    if (line && connection.online) this.#engine.analyse(line, state.lines, TIME);
    else this.stop();
    if (!state.analyses) {
      state.analysis = null;
      this.board.set({ arrows: [], verdicts: [] });
    }
    this.draw();
  }

  stop() {
    this.#engine.stop();
  }

  /** @param {Message} message */
  #receive(message) {
    const { state } = this;
    if (message.type === "error") {
      const refusal = new Refusal(message.code, message.message, message);
      this.depth.textContent = explain(refusal);
    }
    if (message.type !== "analysis" || !state.report) return;
    const first = state.analysis === null;
    const changed = receive(state, message);
    if (changed.lines) this.board.set({ arrows: bestMoves(state) });
    if (changed.verdicts) this.board.set({ verdicts: message.verdicts ?? [] });
    this.draw(changed.verdicts || first);
    if (message.done && message.lines[0])
      speak(this.bar.meter.getAttribute("aria-valuetext") ?? "");
  }

  /** @param {boolean} [certain] whether to draw the proven values, too */
  draw(certain = true) {
    const { report, analysis, analyses, lines } = this.state;
    if (!report) return;
    const { view, seats, outcome } = report;
    const two = seats.length === 2;
    const over = ended(report);
    const how = outcome ? outcomeOf(outcome, seats) : undefined;
    this.bar.draw(over ?? analysis?.lines[0] ?? null, seats, view.turn, how);
    const [below, above] = seats.map(({ degrees }) => degrees === this.board.state.degrees);
    this.bar.turn(two && above && !below);
    this.bar.element.classList.toggle("off", !analyses && !over);
    this.lines.keep(analyses ? lines : 0);
    this.lines.draw(analysis?.lines ?? [], seats.length, two && view.turn === 1);
    this.depth.textContent = analysis
      ? depth(analysis)
      : t(outcome ? "study.over" : analyses ? "study.thinking" : "study.off");
    if (!certain) return;
    // The values of the position before keep their space until the answer comes.
    this.certain.inert = !analysis && !over && analyses;
    if (this.certain.inert) return;
    const list = verdictList(analysis ?? {}, view, seats, this.acts.play);
    this.certain.replaceChildren(...(list ? [list] : []));
  }
}
