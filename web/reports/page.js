// The page of a report: the game on the board, with its chances, turning points and better moves.

import "../board/live.js";
import { create, namesOf, outcomeOf, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { nextTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { explain, notice, speak } from "../notice.js";
import { MoveList } from "../play/moves.js";
import { go, setTitle } from "../router.js";
import { settings } from "../settings.js";
import { play as sound, soundOf } from "../sound.js";
import { Curve } from "./curve.js";
import { summary } from "./summary.js";
import { tools } from "./tools.js";
import { Turns } from "./turns.js";
import { byPly, SIGNS, sharesAt, verdictOf, written } from "./words.js";

/** @import { GameReport, JudgedMove, Move, Snapshot, View } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** A better line on the board: the judged move, and the number of moves of the line. @typedef {{move: JudgedMove, count: number}} Aside */

export class ReportPage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  moves = new MoveList((ply) => this.look(ply));
  /** @type {GameReport | null} */
  report = null;
  /** @type {Curve | null} */
  curve = null;
  /** @type {Turns | null} */
  turns = null;
  /** Number of steps before the shown position. */
  at;
  /** @type {Aside | null} */
  aside = null;
  #asked = 0;
  #status = h("div", { class: "status", role: "status" });
  #bar = h("progress", { max: 1, "aria-label": t("report.progress") });
  #said = h("p", { class: "soft" });
  #making = h("section", { class: "panel making" }, h("h2", {}, t("report.making")));
  #found = h("div", { class: "found" });
  #tools = h("div", { class: "tools" });

  /**
   * @param {HTMLElement} main
   * @param {Snapshot} game
   * @param {View[]} views all positions in order
   * @param {string | undefined} key
   */
  constructor(main, game, views, key) {
    this.game = game;
    this.views = views;
    this.key = key;
    this.at = views.length - 1;
    const { setup, state, mine } = game;
    this.#making.append(this.#bar, this.#said);
    const title = t("report.title", { game: titleOf(setup.game) });
    setTitle(title);
    this.root = h(
      "div",
      { class: "game study report", "data-id": game.id, "data-game": setup.game },
      h(
        "div",
        { class: "top" },
        h("h1", {}, title),
        h("p", { class: "soft" }, h("bdi", {}, namesOf(state.seats))),
      ),
      h("div", { class: "stage" }, this.board, this.#status),
      h("aside", {}, this.#found, this.moves.element, this.#tools),
    );
    // Placeholders of the results: the moves below stay where they are.
    this.#found.append(
      h(
        "section",
        { class: "panel coming", "aria-hidden": "true" },
        h("h2", {}, t("report.chances")),
        h("div", { class: "walkway" }),
        summary({ accuracy: [], moves: [] }, state.seats),
      ),
      this.#making,
    );
    main.append(this.root);
    const degrees = state.seats[mine[0] ?? 0].degrees;
    this.board.show({
      board: game.board,
      view: views[this.at],
      seats: state.seats,
      degrees,
      near: mine[0] ?? 0,
      label: titleOf(setup.game),
    });
    this.#tools.replaceChildren(...tools(game, key, () => this.turn()));
    this.#show(null);
    this.moves.draw(game.steps, state.seats, this.at);
  }

  get seats() {
    return this.game.state.seats;
  }

  get last() {
    return this.views.length - 1;
  }

  /** @param {number} done @param {number} all */
  progress(done, all) {
    if (all > 0) this.#bar.value = done / all;
    this.#said.textContent = all > 0 ? t("report.far", { done, all }) : t("report.waiting");
  }

  /** @param {unknown} error */
  failed(error) {
    this.#bar.remove();
    this.#said.textContent = explain(error);
    this.#said.setAttribute("role", "alert");
  }

  /** Shows the report. @param {GameReport} report */
  found(report) {
    this.report = report;
    this.curve = new Curve(report, this.seats, (ply) => this.look(ply));
    this.turns = new Turns(report, this.seats, {
      look: (ply) => this.look(ply),
      better: (move, count) => void this.better(move, count),
      tryIt: (move) => void this.tryIt(move),
    });
    this.#found.replaceChildren(
      h(
        "section",
        { class: "panel chances", "aria-labelledby": "chances-title" },
        h("h2", { id: "chances-title" }, t("report.chances")),
        this.curve.element,
        summary(report, this.seats),
      ),
      this.turns.element,
    );
    this.moves.judge(
      new Map(
        report.moves
          .filter(({ judgement }) => SIGNS[judgement] !== "")
          .map(({ ply, judgement }) => [
            ply,
            { sign: SIGNS[judgement], name: t(`judgement.${judgement}`), kind: judgement },
          ]),
      ),
    );
    speak(t("report.ready"));
    // Start at the first turning point.
    const [first] = report.turning_points;
    this.look(first ?? this.at, true);
  }

  /** Shows the position after a number of steps. @param {number} ply @param {boolean} [still] without animation */
  look(ply, still = false) {
    const to = Math.max(0, Math.min(this.last, ply));
    const next = to === this.at + 1 && this.aside === null && !still;
    this.#asked += 1;
    this.at = to;
    this.aside = null;
    const step = to > 0 ? this.game.steps[to - 1] : undefined;
    const move = step?.kind === "move" ? step : null;
    this.board.update(this.views[to], { moved: next ? move : null, last: move });
    if (next && move) sound(soundOf(this.views[to], move));
    this.#show(move);
  }

  /**
   * Shows a number of moves of the line that is better than a move; 0 for the position before it.
   * @param {JudgedMove} move
   * @param {number} count
   */
  async better(move, count) {
    const { better, ply } = move;
    if (!better) return;
    const to = Math.max(0, Math.min(better.moves.length, count));
    this.#asked += 1;
    const turn = this.#asked;
    const { game, rules } = this.game.setup;
    const { position } = this.views[ply - 1];
    try {
      const report = await positionOf(game, rules, position, better.moves.slice(0, to));
      if (turn !== this.#asked) return;
      const step = report.steps.at(-1);
      const last = step?.kind === "move" ? step : null;
      const next = this.aside?.move === move && to === this.aside.count + 1;
      this.at = ply;
      this.aside = { move, count: to };
      this.board.update(report.view, { moved: next || to === 1 ? last : null, last });
      if (to === 0) this.board.set({ arrows: report.view.moves.filter(isFirst(better.moves[0])) });
      if (last) sound(soundOf(report.view, last));
      this.#show(last);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** Moves along the better line if it is shown, else along the game. @param {number} by */
  walk(by) {
    if (this.aside) void this.better(this.aside.move, this.aside.count + by);
    else this.look(this.at + by);
  }

  /** Returns from a better line to the game. */
  leaveLine() {
    if (this.aside) this.look(this.at);
  }

  /**
   * Starts a game against the computer from the position before a move, on the side of its player.
   * @param {JudgedMove} move
   */
  async tryIt({ ply, seat }) {
    const { setup, state } = this.game;
    const opponent = state.seats.find(({ occupant }) => occupant?.who === "computer")?.occupant;
    const level = opponent?.who === "computer" ? opponent.level : settings.level;
    try {
      const made = await create({
        game: setup.game,
        rules: setup.rules,
        position: this.views[ply - 1].position,
        seats: state.seats.map((_, i) => (i === seat ? { who: "me" } : { who: "computer", level })),
        listed: false,
      });
      go(`/game/${made.id}`);
    } catch (error) {
      notice(explain(error));
    }
  }

  turn() {
    this.board.set({ degrees: nextTurn(this.game.board, this.board.state.degrees) });
  }

  /** Draws what depends on the position. @param {Move | null} moved what led to the position */
  #show(moved) {
    const { report, seats } = this;
    this.moves.mark(this.aside ? this.at - 1 : this.at);
    this.curve?.mark(this.at);
    this.turns?.draw(this.at, this.aside?.count ?? null);
    const judged = report ? byPly(report).get(this.at) : undefined;
    const { outcome } = this.game.state;
    const shares = report ? sharesAt(report, seats, this.at) : "";
    const sentences = this.aside
      ? [this.#aside(moved)]
      : judged
        ? [written(judged, seats.length), verdictOf(judged, seats)]
        : this.at === this.last && outcome
          ? [outcomeOf(outcome, seats)]
          : shares
            ? [shares]
            : [];
    const [first, ...rest] = sentences;
    this.#status.replaceChildren(
      ...(judged && !this.aside
        ? [
            h("bdi", { dir: "ltr", class: "what" }, first ?? ""),
            ...rest.map((text) => h("span", {}, text)),
          ]
        : [h("span", {}, first ?? "")]),
      ...(this.aside
        ? [
            h(
              "button",
              { "data-do": "leave-line", onclick: () => this.leaveLine() },
              icon("back"),
              t("report.back"),
            ),
          ]
        : []),
    );
    this.root.classList.toggle("beside", this.aside !== null);
  }

  /** @param {Move | null} moved */
  #aside(moved) {
    const side = word("seat", this.seats[this.aside?.move.seat ?? 0]?.name ?? "");
    return moved
      ? t("report.showing", { move: moved.display })
      : t("report.before", { side, move: this.aside?.move.better?.display[0] ?? "" });
  }
}

/** @param {string} text */
const isFirst = (text) => (/** @type {Move} */ move) => move.text === text;
