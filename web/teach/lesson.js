// A step of a course: moves are shown, the learner moves, and mistakes are explained. Legal moves come from the
// server.

import { positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { setTitle } from "../router.js";
import { explain, notice, speak } from "../notice.js";
import { nextPick, inTerms } from "../play/words.js";
import { controls } from "./controls.js";
import { judge } from "./course.js";
import { head } from "./head.js";
import { stepLinks } from "./marks.js";
import { doneIn, markDone } from "./progress.js";
import { Stage } from "./stage.js";

/** @import { Entry, Move, PositionReport } from "../types.d.ts" */
/** @import { Refused } from "../picking.js" */
/** @import { Phase } from "./controls.js" */
/** @import { Course, Step, StepWords, Words } from "./course.js" */

/** Milliseconds between shown moves, before the reply, and before a wrong move is taken back. */
const SHOWN = 1100;
const ANSWER = 700;
const TAKEN_BACK = 1500;
/** Number of wrong moves after which the hint is shown. */
const PATIENCE = 2;

export class Lesson {
  #stage = new Stage();
  /** The position in which the learner moves. @type {PositionReport | null} */
  #report = null;
  /** Moves since the start of the step. @type {string[]} */
  #moves = [];
  /** The learner's seat. */
  #side = 0;
  /** Index of the present task. */
  #at = 0;
  #failures = 0;
  /** @type {Phase} */
  #phase = "showing";
  #root = h("div", { class: "lesson" });
  #text = h("p", { class: "tells" });
  #ask = h("p", { class: "asks" });
  #buttons = h("div", { class: "ends" });
  #links = h("nav", { class: "way", "aria-label": t("lesson.steps") });

  /**
   * @param {HTMLElement} main
   * @param {Entry} entry
   * @param {Course} course
   * @param {Words} words
   * @param {Step} step
   */
  constructor(main, entry, course, words, step) {
    this.entry = entry;
    this.course = course;
    this.words = words;
    this.step = step;
    const number = course.steps.indexOf(step) + 1;
    const title = this.#words.title;
    const about = h(
      "p",
      { class: "soft" },
      h("span", {}, titleOf(entry.id)),
      h("span", {}, t("lesson.number", { number, all: course.steps.length })),
    );
    this.#root.append(
      head("lesson.all", about, title),
      h("div", { class: "stage" }, this.#stage.board),
      h("aside", {}, this.#links, this.#text, this.#ask, this.#stage.says, this.#buttons),
    );
    main.append(this.#root);
    setTitle(title, titleOf(entry.id));
    this.#text.textContent = this.#words.text;
    this.#drawLinks();
    this.#stage.board.addEventListener("pick", (event) => {
      void this.#picked(/** @type {CustomEvent<Move>} */ (event).detail);
    });
    this.#stage.board.addEventListener("choose", (event) => {
      const { refused } = /** @type {CustomEvent<{refused: Refused | null}>} */ (event).detail;
      this.#chosen(refused);
    });
  }

  /** @returns {StepWords} */
  get #words() {
    return this.words.steps[this.step.id];
  }

  get #task() {
    return this.step.tasks[this.#at];
  }

  get #taskWords() {
    return this.#words.tasks[this.#at];
  }

  /** Starts the step. */
  async begin() {
    this.#moves = [];
    this.#at = 0;
    this.#failures = 0;
    this.#stage.say("");
    speak(this.#words.text);
    const turn = this.#stage.begin();
    try {
      const { view } = await this.#positionOf(this.step.position, []);
      this.#side = view.turn;
    } catch (error) {
      notice(explain(error));
    }
    if (turn !== this.#stage.turn) return;
    if (this.step.show) await this.show();
    else await this.#try();
  }

  /** Cancels what is running. */
  end() {
    this.#stage.begin();
  }

  /** Shows the moves of the step, then the first task. */
  async show() {
    const { show } = this.step;
    if (!show) return;
    const turn = this.#stage.begin();
    this.#stage.say("");
    this.#ask.textContent = t("lesson.watch");
    this.#enter("showing");
    const start = show.position ?? this.step.position;
    try {
      for (let count = 0; count <= show.moves.length; count += 1) {
        const report = await this.#positionOf(start, show.moves.slice(0, count));
        if (turn !== this.#stage.turn) return;
        this.#put(report, count > 0);
        this.#stage.board.set({ moves: [] });
        await this.#stage.pause(SHOWN);
        if (turn !== this.#stage.turn) return;
      }
    } catch (error) {
      notice(explain(error));
    }
    await this.#try();
  }

  /** Asks for the move of the present task. */
  async #try() {
    const turn = this.#stage.begin();
    try {
      const report = await this.#positionOf(this.step.position, this.#moves);
      if (turn !== this.#stage.turn) return;
      this.#report = report;
      this.#put(report, false);
      this.#stage.board.set({ moves: report.view.moves });
      this.#ask.textContent = this.#taskWords.ask;
      speak(this.#taskWords.ask);
      this.#enter("asking");
      if (this.#failures >= PATIENCE) this.#point();
    } catch (error) {
      notice(explain(error));
    }
  }

  /** Shows the hint and the move. */
  hint() {
    if (this.#phase !== "asking") return;
    this.#stage.say("hint", this.#taskWords.hint);
    this.#point();
  }

  /** Draws an arrow for the wanted move. */
  #point() {
    const wanted = this.#task.accept?.[0];
    const move = this.#report?.view.moves.find(({ text }) => text === wanted);
    if (move) this.#stage.board.set({ hint: move });
  }

  /** Goes to the next step. */
  next() {
    if (this.#phase === "done") this.#buttons.querySelector("a")?.click();
  }

  /** @param {Move} move */
  async #picked(move) {
    if (this.#phase !== "asking") return;
    const turn = this.#stage.begin();
    this.#enter("answering");
    const judged = judge(this.#task, this.#taskWords, move.text);
    this.#stage.board.set({ moves: [] });
    const moves = [...this.#moves, move.text];
    try {
      await this.#play(moves, turn);
      if (turn !== this.#stage.turn) return;
      const { right, say = t("lesson.wrong"), reply } = judged;
      if (right) await this.#right(moves, say, turn);
      else await this.#wrong(moves, say, reply, turn);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {string[]} moves @param {string} say @param {number} turn */
  async #right(moves, say, turn) {
    const { reply } = this.#task;
    this.#stage.say("right", say);
    this.#failures = 0;
    this.#moves = moves;
    if (reply) {
      await this.#stage.pause(ANSWER);
      if (turn !== this.#stage.turn) return;
      this.#moves = [...moves, reply];
      await this.#play(this.#moves, turn);
      if (turn !== this.#stage.turn) return;
    }
    if (this.#at + 1 < this.step.tasks.length) {
      this.#at += 1;
      await this.#try();
      return;
    }
    markDone(this.entry.id, this.step.id);
    this.#ask.textContent = "";
    this.#drawLinks();
    this.#enter("done");
  }

  /** @param {string[]} moves @param {string} say @param {string | undefined} reply @param {number} turn */
  async #wrong(moves, say, reply, turn) {
    this.#failures += 1;
    const helps = this.#failures >= PATIENCE;
    this.#stage.say("wrong", helps ? `${say} ${this.#taskWords.hint}` : say);
    if (reply) {
      await this.#stage.pause(ANSWER);
      if (turn !== this.#stage.turn) return;
      await this.#play([...moves, reply], turn);
    }
    await this.#stage.pause(TAKEN_BACK);
    if (turn === this.#stage.turn) await this.#try();
  }

  /** Animates the last of some moves. @param {string[]} moves @param {number} turn */
  async #play(moves, turn) {
    const report = await this.#positionOf(this.step.position, moves);
    if (turn === this.#stage.turn) this.#put(report, true);
  }

  /** A cell was selected, or the click was refused. @param {Refused | null} refused */
  #chosen(refused) {
    // A click takes a wrong move back at once.
    if (this.#phase === "answering") this.#stage.wake();
    if (this.#phase !== "asking" || !this.#report) return;
    const more = nextPick(this.#stage.board.state.pick, this.#report.view, this.entry.id);
    this.#ask.textContent = more ?? this.#taskWords.ask;
    if (refused) this.#stage.say("wrong", inTerms(`refused.${refused}`, this.entry.id));
  }

  /** @param {string} position @param {string[]} moves */
  #positionOf(position, moves) {
    return positionOf(this.entry.id, this.step.rules ?? "", position, moves);
  }

  /** @param {PositionReport} report @param {boolean} moved */
  #put(report, moved) {
    if (!moved) this.#stage.set(report, this.#side, this.#words.title);
    this.#stage.put(report, moved);
  }

  #drawLinks() {
    const { entry, course, words, step } = this;
    this.#links.replaceChildren(stepLinks(entry.id, course, words, doneIn(entry.id), step.id));
  }

  /** @param {Phase} phase */
  #enter(phase) {
    this.#phase = phase;
    Object.assign(this.#root.dataset, { step: this.step.id, task: String(this.#at), phase });
    this.#draw();
  }

  #draw() {
    this.#ask.hidden = this.#phase === "done";
    const focused = this.#buttons.contains(document.activeElement);
    const buttons = controls(this, this.#phase, () => void this.#try());
    this.#buttons.replaceChildren(...buttons);
    if (focused) this.#buttons.querySelector(/** @type {"a"} */ ("a, button"))?.focus();
  }
}
