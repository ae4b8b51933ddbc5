// Everything on the page of an analysis: a board for all sides, the evaluation, lines and moves.

import "../board/live.js";
import { outcomeOf, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { nextTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { Refusal } from "../net.js";
import { explain, notice, speak } from "../notice.js";
import { placeless } from "../picking.js";
import { MoveList } from "../play/moves.js";
import { Typing, written } from "../play/typing.js";
import { asked } from "../play/words.js";
import { remember, settings } from "../settings.js";
import { play as sound, soundOf } from "../sound.js";
import { Explorer } from "../explore/panel.js";
import { Engine } from "./engine.js";
import { copyGame, playOn, readText, sideBelow } from "./exchange.js";
import { copy, importForm } from "./import.js";
import { Bar, depth, Lines, verdictList } from "./evaluation.js";
import { fresh, isSame, played, playedOn, toQuery, walked } from "./line.js";
import { Threat } from "./threat.js";
import { variant } from "./variant.js";

/** @import { Analysis, Entry, Message, Move, PositionReport, Step } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Line } from "./line.js" */

export class StudyPage {
  /** The position on the board. @type {PositionReport | null} */
  report = null;
  /** All steps of the line, for the list of moves. @type {Step[]} */
  steps = [];
  /** What the computer said last of this position. @type {Analysis | null} */
  analysis = null;
  /** The game that was opened, to come back to. @type {Line | null} */
  original = null;
  /** The seat that begins at the bottom: one's own in a game that one has played. */
  side = 0;
  #asked = 0;

  /**
   * @param {HTMLElement} main
   * @param {Entry} entry
   * @param {Line} line
   * @param {(game: string, query: string) => void} opened another game was read
   */
  constructor(main, entry, line, opened) {
    this.entry = entry;
    this.line = line;
    this.opened = opened;
    this.engine = new Engine((message) => this.#hear(message));
    this.engine.on = settings.engine;
    this.board = /** @type {BoardElement} */ (document.createElement("agon-board"));
    this.bar = new Bar();
    this.status = h("div", { class: "status", role: "status" });
    this.lines = new Lines((moves) => void this.go(playedOn(this.line, moves)));
    this.depth = h("p", { class: "soft depth" });
    this.threat = new Threat(this);
    this.certain = h("div", { class: "certain" });
    this.moves = new MoveList((ply) => void this.go(walked(this.line, ply)));
    this.typed = new Typing((text) => this.#typed(text));
    this.tools = h("div", { class: "tools" });
    this.explorer = new Explorer((move) => void this.go(playedOn(this.line, [move])), {
      games: false,
    });
    this.variant = variant(entry, line.rules, (rules) => void this.go(fresh(entry.id, rules)));
    this.root = h(
      "div",
      { class: "game study", "data-game": entry.id },
      h("div", { class: "top" }, h("h1", {}, t("study.title", { game: titleOf(entry.id) }))),
      h("div", { class: "stage" }, this.board, this.bar.element, this.status),
      h(
        "aside",
        {},
        h(
          "section",
          { class: "engine panel" },
          this.#switches(),
          this.lines.element,
          this.depth,
          this.threat.element,
        ),
        this.certain,
        this.moves.element,
        this.explorer.element,
        this.tools,
        this.typed.element,
        importForm(t("study.import"), t("study.paste"), (text) => readText(this, text)),
        this.variant?.element ?? null,
      ),
    );
    main.append(this.root);
    document.title = `${t("study.title", { game: titleOf(entry.id) })} · ${t("site.name")}`;
    this.board.addEventListener(
      "pick",
      (event) => void this.play(/** @type {CustomEvent<Move>} */ (event).detail),
    );
    this.board.addEventListener("choose", () => this.#drawStatus());
  }

  #switches() {
    const on = h("input", {
      type: "checkbox",
      role: "switch",
      "data-do": "engine",
      checked: this.engine.on,
      onchange: () => {
        this.engine.on = on.checked;
        remember({ engine: on.checked });
        this.#think();
      },
    });
    const count = h(
      "select",
      {
        "aria-label": t("study.lines"),
        "data-do": "lines",
        onchange: () => {
          this.engine.lines = Number(count.value);
          this.#think();
        },
      },
      ...[1, 2, 3].map((n) =>
        h("option", { value: n, selected: n === this.engine.lines }, t(`study.lines.${n}`)),
      ),
    );
    return h(
      "div",
      { class: "switches" },
      h("label", { class: "check" }, on, t("study.engine")),
      count,
    );
  }

  /** Shows a line; what is wrong with it is said, and the old one stays. @param {Line} line @param {boolean} [keep] the address */
  async go(line, keep = false) {
    try {
      await this.open(line, keep);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** Shows a line, or throws what the server says against it. @param {Line} line */
  async open(line, keep = false) {
    this.#asked += 1;
    const turn = this.#asked;
    const { game, rules, position, moves } = line;
    const [report, whole] = await Promise.all([
      positionOf(game, rules, position, played(line)),
      positionOf(game, rules, position, moves),
    ]);
    if (turn !== this.#asked) return;
    const before = this.line;
    // Moves may come in other notations: from now on in ours.
    const texts = whole.steps.flatMap((step) => (step.kind === "move" ? [step.text] : []));
    this.line = { ...line, moves: texts };
    this.steps = whole.steps;
    if (!keep) history.replaceState(null, "", `/analysis/${game}${toQuery(this.line)}`);
    this.#show(report, before);
    this.#think();
  }

  /** @param {PositionReport} report @param {Line} before */
  #show(report, before) {
    const { board, view, seats } = report;
    const { rules, position } = this.line;
    this.variant?.hold(report.rules);
    const same = before.rules === rules && before.position === position;
    const first = this.report === null || !same;
    const next = this.line.at === before.at + 1 && this.line.game === before.game;
    const step = report.steps.at(-1);
    const last = step?.kind === "move" ? step : null;
    this.report = report;
    this.analysis = null;
    this.threat.forget();
    const { degrees } = seats[this.side] ?? seats[0];
    if (first) this.board.show({ board, view, seats, degrees, label: titleOf(this.entry.id) });
    this.board.update(view, { moved: next && !first ? last : null, last });
    this.board.moves = view.moves;
    const states = seats.map((seat) => ({ ...seat, occupant: null, out: false }));
    this.moves.draw(this.steps, states, this.line.at);
    this.moves.mark(this.line.at);
    this.explorer.look(
      { game: this.line.game, rules, position, moves: played(this.line) },
      { position: view.position, rules: report.rules, seats },
    );
    this.#drawTools();
    this.#drawStatus();
    this.#drawEvaluation();
    if (last && next) sound(soundOf(view, last));
    if (last)
      speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
  }

  #think() {
    this.threat.draw();
    if (this.threat.on) return;
    const over = this.report?.outcome || this.report?.view.moves.length === 0;
    this.engine.think(over || !this.report ? null : this.line);
    if (!this.engine.on) {
      this.analysis = null;
      this.board.arrows = [];
      this.board.verdicts = [];
    }
    this.#drawEvaluation();
  }

  /** Thinks on, about the position itself. */
  resume() {
    this.#think();
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === "error") {
      this.depth.textContent = explain(new Refusal(message.code, message.message, message));
      return;
    }
    if (message.type !== "analysis" || !this.report) return;
    const before = this.analysis;
    this.analysis = message;
    const { moves } = this.report.view;
    const firsts = message.lines.flatMap(
      (line) => moves.find((move) => move.text === line.moves[0]) ?? [],
    );
    const same = (/** @type {Analysis | null} */ one) => one?.lines.map((l) => l.moves[0]).join();
    if (same(before) !== same(message)) this.board.arrows = firsts;
    const verdicts = message.verdicts ?? [];
    const news = JSON.stringify(before?.verdicts ?? []) !== JSON.stringify(verdicts);
    if (news) this.board.verdicts = verdicts;
    this.#drawEvaluation(news || before === null);
    if (message.done && message.lines[0])
      speak(this.bar.meter.getAttribute("aria-valuetext") ?? "");
  }

  /** @param {boolean} [certain] draw what is known for certain, too */
  #drawEvaluation(certain = true) {
    const { report, analysis } = this;
    if (!report) return;
    const { view, seats, outcome } = report;
    const turned = seats.length === 2 && view.turn === 1;
    const over = ended(report);
    const how = outcome ? outcomeOf(outcome, seats) : undefined;
    this.bar.draw(over ?? analysis?.lines[0] ?? null, seats, view.turn, how);
    this.bar.element.hidden = !this.engine.on && !over;
    this.lines.draw(analysis?.lines ?? [], seats.length, turned);
    this.depth.textContent = analysis
      ? depth(analysis)
      : t(outcome ? "study.over" : this.engine.on ? "study.thinking" : "study.off");
    if (!certain) return;
    const list = verdictList(analysis ?? {}, view, seats, (move) => void this.play(move));
    this.certain.replaceChildren(...(list ? [list] : []));
  }

  #drawStatus() {
    const { report } = this;
    if (!report) return;
    const { view, seats, outcome } = report;
    const side = word("seat", seats[view.turn]?.name ?? "");
    const text = outcome
      ? outcomeOf(outcome, seats)
      : (asked(this.board, view, this.entry.id) ?? t("status.side", { side }));
    this.status.replaceChildren(text);
    const pass = outcome ? undefined : placeless(view.moves);
    if (pass)
      this.status.append(h("button", { onclick: () => void this.play(pass) }, t("play.pass")));
  }

  /** @param {Move} move */
  play(move) {
    return this.go(playedOn(this.line, [move.text]));
  }

  /** @param {string} text */
  #typed(text) {
    const move = written(this.report?.view.moves ?? [], text);
    void this.go(playedOn(this.line, [move?.text ?? text]));
  }

  turn() {
    if (!this.report) return;
    this.board.degrees = nextTurn(this.report.board, this.board.degrees);
    // Whoever plays on has the side at the bottom.
    this.#drawTools();
  }

  #drawTools() {
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {() => void} */ action,
      /** @type {string} */ drawn = name,
      /** @type {number} */ seat = -1,
    ) => {
      const side = word("seat", this.report?.seats[seat]?.name ?? "");
      return h("button", { "data-do": name, onclick: action }, icon(drawn), t(key, { side }));
    };
    const { original } = this;
    const away = original && !isSame(original, this.line);
    this.tools.replaceChildren(
      ...(away ? [button("original", "study.original", () => void this.go(original), "back")] : []),
      ...(this.report?.outcome
        ? []
        : [button("play-on", "study.play", () => void playOn(this), "resume", sideBelow(this))]),
      button(
        "position",
        "study.position",
        () => void copy(this.report?.view.position ?? ""),
        "copy",
      ),
      button("game", "study.game", () => void copyGame(this), "copy"),
      button(
        "start",
        "study.start",
        () => void this.go(fresh(this.entry.id, this.line.rules)),
        "first",
      ),
      button("turn", "play.turn", () => this.turn()),
    );
  }
}

/** A game that is over, as an evaluation for the player to move. @param {PositionReport} report */
function ended({ outcome, view }) {
  if (!outcome) return null;
  if (outcome.winner === null) return { score: 0 };
  return { mate: outcome.winner === view.turn ? 1 : -1 };
}
