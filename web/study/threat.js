// What the opponent would do if it were their turn.

import { positionOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { explain, notice, speak } from "../notice.js";
import { Engine } from "./engine.js";

/** @import { Message, Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { StudyState } from "./state.js" */

/** Milliseconds of an analysis. */
const TIME = 2_000;

export class Threat {
  /** The opponent's moves. @type {Move[]} */
  #moves = [];
  #button = h("button", { "data-do": "threat", onclick: () => void this.#toggle() });
  #text = h("span", { role: "status" });
  element = h("div", { class: "threat" }, this.#button, this.#text);
  #engine = new Engine((message) => this.#receive(message));

  /** @param {StudyState} state @param {BoardElement} board @param {() => void} resume analyses the position again */
  constructor(state, board, resume) {
    this.state = state;
    this.board = board;
    this.resume = resume;
  }

  /** Ends it: the position has changed. */
  end() {
    if (this.state.threat) this.#engine.stop();
    this.state.threat = false;
    this.#text.textContent = "";
  }

  /** Does the same as a click on the button. */
  press() {
    if (!this.element.hidden) void this.#toggle();
  }

  draw() {
    const { report, threat } = this.state;
    this.element.hidden = !report?.passed || report.outcome !== null;
    this.#button.textContent = t("study.threat.show");
    this.#button.setAttribute("aria-pressed", String(threat));
  }

  async #toggle() {
    const { state } = this;
    const { report, threat } = state;
    this.end();
    this.board.set({ threat: null });
    if (threat || !report?.passed) {
      this.resume();
      return;
    }
    state.threat = true;
    this.draw();
    try {
      const { game, rules } = state.place.tree;
      this.#moves = (await positionOf(game, rules, report.passed)).view.moves;
      if (!state.threat || state.report !== report) return;
      this.#engine.analyse({ game, rules, position: report.passed, moves: [] }, 1, TIME);
    } catch (error) {
      state.threat = false;
      notice(explain(error));
      this.resume();
    }
  }

  /** @param {Message} message */
  #receive(message) {
    if (!this.state.threat || message.type !== "analysis") return;
    const [best] = message.lines;
    const move = this.#moves.find((one) => one.text === best?.moves[0]);
    if (!move) return;
    this.board.set({ threat: move });
    this.#text.replaceChildren(`${t("study.threat")}: `, h("bdi", { dir: "ltr" }, move.display));
    if (message.done) speak(`${t("study.threat")}: ${move.display}`);
  }
}
