// What the other side would do if it were its turn now.

import { positionOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { explain, notice, speak } from "../notice.js";
import { Engine } from "./engine.js";

/** @import { Message, Move } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

/** Milliseconds: a threat that takes longer to find is none. */
const TIME = 2_000;

export class Threat {
  /** Is it looked for, instead of judging the position? */
  on = false;
  /** The moves of the other side. @type {Move[]} */
  #moves = [];
  #button = h("button", { "data-do": "threat", onclick: () => void this.#toggle() });
  #text = h("span", { role: "status" });
  element = h("div", { class: "threat" }, this.#button, this.#text);
  #engine = new Engine((message) => this.#hear(message));

  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    this.#engine.lines = 1;
    this.#engine.time = TIME;
  }

  /** The position changed. */
  forget() {
    if (this.on) this.#engine.think(null);
    this.on = false;
    this.#text.textContent = "";
  }

  /** The same as a click on the button. */
  press() {
    if (!this.element.hidden) void this.#toggle();
  }

  draw() {
    const { report } = this.page;
    this.element.hidden = !report?.passed || report.outcome !== null;
    this.#button.textContent = t("study.threat.show");
    this.#button.setAttribute("aria-pressed", String(this.on));
  }

  async #toggle() {
    const { tree, report, board } = this.page;
    const wanted = !this.on && report?.passed !== undefined;
    this.forget();
    board.threat = null;
    if (!wanted || !report?.passed) {
      this.page.resume();
      return;
    }
    this.on = true;
    this.draw();
    try {
      const { game, rules } = tree;
      const passed = { game, rules, position: report.passed, moves: [] };
      this.#moves = (await positionOf(game, rules, report.passed)).view.moves;
      if (this.on && this.page.report === report) this.#engine.think(passed);
    } catch (error) {
      this.on = false;
      notice(explain(error));
      this.page.resume();
    }
  }

  /** @param {Message} message */
  #hear(message) {
    if (!this.on || message.type !== "analysis") return;
    const [best] = message.lines;
    const move = this.#moves.find((one) => one.text === best?.moves[0]);
    if (!move) return;
    this.page.board.threat = move;
    this.#text.replaceChildren(`${t("study.threat")}: `, h("bdi", { dir: "ltr" }, move.display));
    if (message.done) speak(`${t("study.threat")}: ${move.display}`);
  }
}
