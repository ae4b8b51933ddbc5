// A puzzle on the board: the solver moves, the page answers with the solution, which can be walked through
// afterwards. Legal moves come from the server.

import { positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { ask } from "../net.js";
import { explain, notice, speak } from "../notice.js";
import { placeless } from "../picking.js";
import { nextPick, inTerms } from "../play/words.js";
import { go, setTitle } from "../router.js";
import { play as sound } from "../sound.js";
import { head } from "../teach/head.js";
import { Stage } from "../teach/stage.js";
import { controls, facts, filter, walkway } from "./controls.js";
import { isRight, nextPuzzle, puzzleOfTheDay } from "./puzzle.js";

/** @import { Entry, Move, PositionReport, PuzzleStanding } from "../types.d.ts" */
/** @import { Refused } from "../picking.js" */
/** @import { Puzzle } from "./puzzle.js" */

/** Milliseconds before the answer, before a wrong move is taken back, and between moves of the solution. */
const ANSWER = 600;
const TAKEN_BACK = 1200;
const SHOWN = 1000;

/** The solver is to move, a move is answered, or the solution is known. @typedef {"asking" | "answering" | "known"} Phase */

export class SolvePage {
  #stage = new Stage();
  /** @type {PositionReport | null} */
  #report = null;
  /** Number of moves of the solution on the board. */
  #at = 0;
  /** @type {Phase} */
  #phase = "asking";
  /** Whether no mistake was made yet. */
  #clean = true;
  #counted = false;
  #side = 0;
  #root = h("div", { class: "lesson solve" });
  #ask = h("p", { class: "asks" });
  #buttons = h("div", { class: "ends" });
  #walk = h("div", { class: "walk", dir: "ltr" });
  #standing = h("dl", { class: "standing" });
  #about = h("p", { class: "soft about" });

  /**
   * @param {HTMLElement} main
   * @param {Entry} entry
   * @param {Puzzle[]} puzzles
   * @param {Puzzle} puzzle
   * @param {PuzzleStanding} standing
   * @param {string} theme
   */
  constructor(main, entry, puzzles, puzzle, standing, theme) {
    this.entry = entry;
    this.puzzles = puzzles;
    this.puzzle = puzzle;
    this.standing = standing;
    this.theme = theme;
    const daily = puzzleOfTheDay(puzzles, Date.now()).id === puzzle.id;
    const title = t(daily ? "puzzle.daily" : "puzzle.title");
    this.#root.append(
      head("puzzle.back", h("p", { class: "soft" }, titleOf(entry.id)), title),
      h("div", { class: "stage" }, this.#stage.board),
      h(
        "aside",
        {},
        this.#ask,
        this.#stage.says,
        this.#walk,
        this.#buttons,
        this.#about,
        this.#standing,
        filter(entry.id, puzzles, theme, (chosen) => this.next(chosen)),
      ),
    );
    main.append(this.#root);
    setTitle(title, titleOf(entry.id));
    this.#drawStanding();
    this.#stage.board.addEventListener("pick", (event) => {
      void this.#picked(/** @type {CustomEvent<Move>} */ (event).detail);
    });
    this.#stage.board.addEventListener("choose", (event) => {
      const { refused } = /** @type {CustomEvent<{refused: Refused | null}>} */ (event).detail;
      this.#chosen(refused);
    });
  }

  async begin() {
    const turn = this.#stage.begin();
    try {
      const report = await this.#position(0);
      if (turn !== this.#stage.turn) return;
      this.#side = report.view.turn;
      this.#at = 0;
      this.#put(report, false);
      this.#enter("asking");
      const side = word("seat", report.seats[this.#side].name);
      this.#ask.textContent = this.#task();
      speak(`${t("status.side", { side })}. ${this.#task()}`);
    } catch (error) {
      notice(explain(error));
    }
  }

  end() {
    this.#stage.begin();
  }

  /** Returns the task in words. */
  #task() {
    const side = word("seat", this.#report?.seats[this.#side].name ?? "");
    return t(`puzzle.goal.${this.puzzle.goal}`, { side });
  }

  /** Goes to another puzzle. @param {string} [theme] */
  next(theme = this.theme) {
    const { entry, puzzles, puzzle, standing } = this;
    const others = puzzles.filter(({ id }) => id !== puzzle.id);
    const next = nextPuzzle(others.length > 0 ? others : puzzles, standing, theme);
    const query = theme ? `?theme=${encodeURIComponent(theme)}` : "";
    if (next) go(`/puzzles/${entry.id}/${next.id}${query}`);
  }

  /** @param {Move} move */
  async #picked(move) {
    if (this.#phase !== "asking") return;
    const turn = this.#stage.begin();
    const { puzzle } = this;
    const right = isRight(puzzle, this.#at, move.text);
    this.#enter("answering");
    this.#stage.board.set({ moves: [] });
    try {
      const moves = [...puzzle.moves.slice(0, this.#at), move.text];
      const report = await this.#positionOf(moves);
      if (turn !== this.#stage.turn) return;
      this.#put(report, true);
      if (right) await this.#right(turn);
      else await this.#wrong(turn);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {number} turn */
  async #right(turn) {
    this.#at += 1;
    if (this.#at >= this.puzzle.moves.length) {
      this.#stage.say("right", t(this.#clean ? "puzzle.solved" : "puzzle.solved.late"));
      sound("win");
      this.#enter("known");
      await this.#count(this.#clean);
      return;
    }
    this.#stage.say("right", t("puzzle.right"));
    await this.#stage.pause(ANSWER);
    if (turn !== this.#stage.turn) return;
    this.#at += 1;
    const report = await this.#position(this.#at);
    if (turn !== this.#stage.turn) return;
    this.#put(report, true);
    this.#enter("asking");
  }

  /** @param {number} turn */
  async #wrong(turn) {
    this.#clean = false;
    this.#stage.say("wrong", t("puzzle.wrong"));
    void this.#count(false);
    await this.#stage.pause(TAKEN_BACK);
    if (turn !== this.#stage.turn) return;
    const report = await this.#position(this.#at);
    if (turn !== this.#stage.turn) return;
    this.#put(report, false);
    this.#enter("asking");
  }

  /** Plays the solution. */
  async solve() {
    const turn = this.#stage.begin();
    this.#clean = false;
    void this.#count(false);
    this.#stage.say("hint", t("puzzle.shown"));
    this.#enter("known");
    try {
      for (let count = 0; count <= this.puzzle.moves.length; count += 1) {
        await this.#show(count, count > 0);
        if (count < this.puzzle.moves.length) await this.#stage.pause(SHOWN);
        if (turn !== this.#stage.turn) return;
      }
    } catch (error) {
      notice(explain(error));
    }
  }

  /** Shows a position of the solution. @param {number} count */
  async walk(count) {
    this.#stage.begin();
    const next = count === this.#at + 1;
    try {
      await this.#show(Math.max(0, Math.min(this.puzzle.moves.length, count)), next);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {number} count @param {boolean} moved */
  async #show(count, moved) {
    const turn = this.#stage.turn;
    const report = await this.#position(count);
    if (turn !== this.#stage.turn) return;
    this.#at = count;
    this.#put(report, moved);
    this.#draw();
  }

  /** Reports the first try. @param {boolean} solved */
  async #count(solved) {
    if (this.#counted) return;
    this.#counted = true;
    const before = this.standing.rating;
    try {
      const path = `/api/puzzles/${this.entry.id}`;
      this.standing = await ask(path, { puzzle: this.puzzle.id, solved });
      this.#drawStanding(this.standing.rating - before);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {Refused | null} refused */
  #chosen(refused) {
    if (this.#phase === "answering") this.#stage.wake();
    if (this.#phase !== "asking" || !this.#report) return;
    this.#ask.textContent =
      nextPick(this.#stage.board.state.pick, this.#report.view, this.entry.id) ?? this.#task();
    if (refused) this.#stage.say("wrong", inTerms(`refused.${refused}`, this.entry.id));
  }

  /** @param {number} count */
  #position(count) {
    return this.#positionOf(this.puzzle.moves.slice(0, count));
  }

  /** @param {string[]} moves */
  #positionOf(moves) {
    const { rules = "", position } = this.puzzle;
    return positionOf(this.entry.id, rules, position, moves);
  }

  /** @param {PositionReport} report @param {boolean} moved */
  #put(report, moved) {
    if (this.#report === null) this.#stage.set(report, this.#side, t("puzzle.title"));
    this.#report = report;
    this.#stage.put(report, moved);
  }

  /** @param {Phase} phase */
  #enter(phase) {
    this.#phase = phase;
    const { id } = this.puzzle;
    Object.assign(this.#root.dataset, { puzzle: id, at: String(this.#at), phase });
    if (phase === "asking" && this.#report)
      this.#stage.board.set({ moves: this.#report.view.moves });
    this.#draw();
  }

  /** @param {number} [change] of the rating */
  #drawStanding(change = 0) {
    this.#standing.replaceChildren(...facts(this.standing, change));
  }

  #draw() {
    const { puzzle } = this;
    const known = this.#phase === "known";
    const focused = this.#buttons.contains(document.activeElement);
    const pass = known ? undefined : placeless(this.#report?.view.moves ?? []);
    const buttons = controls(this.entry, puzzle, known, {
      next: () => this.next(),
      solve: () => void this.solve(),
      pass: pass ? () => void this.#picked(pass) : null,
    });
    this.#buttons.replaceChildren(...buttons);
    if (focused) this.#buttons.querySelector("button")?.focus();
    this.#ask.hidden = known;
    this.#walk.hidden = !known;
    this.#walk.replaceChildren(
      ...walkway(this.#at, puzzle.moves.length, (count) => void this.walk(count)),
    );
    this.#about.hidden = !known;
    const themes = puzzle.themes.map((theme) => t(`theme.${theme}`)).join(", ");
    this.#about.textContent = t("puzzle.about", { rating: puzzle.rating, themes });
  }
}
