// Everything on the page of an analysis: a board for all sides, the evaluation, a tree of moves and what is
// said about them.

import "../board/live.js";
import { outcomeOf, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { nextTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice, speak } from "../notice.js";
import { placeless } from "../picking.js";
import { Typing, written } from "../play/typing.js";
import { asked } from "../play/words.js";
import { remember, settings } from "../settings.js";
import { play as sound, soundOf } from "../sound.js";
import { Explorer } from "../explore/panel.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { readText } from "./exchange.js";
import { importForm } from "./import.js";
import { Bar, depth, Lines, verdictList } from "./evaluation.js";
import { Keeping } from "./keeping.js";
import { TreeList } from "./list.js";
import { Notes } from "./notes.js";
import { Threat } from "./threat.js";
import { toolbar } from "./toolbar.js";
import {
  deleted,
  fresh,
  grown,
  inOrder,
  isSame,
  madeOf,
  marked,
  movesTo,
  promoted,
  said,
  sketched,
  toQuery,
  toStudy,
} from "./tree.js";
import { variant } from "./variant.js";

/** @import { Analysis, Entry, Message, Move, PositionReport } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Drawn } from "../board/drawing.js" */
/** @import { Made, Place, Tree } from "./tree.js" */

/** How many changes can be taken back. */
const MEMORY = 100;
/** Milliseconds of silence after which a comment is drawn in the list. */
const PAUSE = 300;

export class StudyPage {
  /** The position on the board. @type {PositionReport | null} */
  report = null;
  /** What the computer said last of this position. @type {Analysis | null} */
  analysis = null;
  /** The game that was opened, to come back to. @type {Place | null} */
  original = null;
  /** The seat that begins at the bottom: one's own in a game that one has played. */
  side = 0;
  #asked = 0;
  /** Where the page is going while the server is asked. @type {Place | null} */
  #heading = null;
  /** What was there before the last changes. @type {Place[]} */
  #past = [];
  #timer = 0;
  /** The first cell of an arrow that is drawn by keys. @type {number | null} */
  #arrow = null;

  /**
   * @param {HTMLElement} main
   * @param {Entry} entry
   * @param {Place} place
   * @param {(game: string, query: string) => void} opened another game was read
   */
  constructor(main, entry, place, opened) {
    this.entry = entry;
    this.place = place;
    this.opened = opened;
    this.engine = new Engine((message) => this.#hear(message));
    this.engine.on = settings.engine;
    this.engine.lines = settings.lines;
    this.board = /** @type {BoardElement} */ (document.createElement("agon-board"));
    this.bar = new Bar();
    this.status = h("div", { class: "status", role: "status" });
    this.lines = new Lines((moves) => void this.playTexts(moves));
    this.depth = h("p", { class: "soft depth" });
    this.threat = new Threat(this);
    this.certain = h("div", { class: "certain" });
    this.list = new TreeList((step) => void this.walk(step));
    this.notes = new Notes({
      mark: (glyph) => this.mark(glyph),
      say: (comment, begun) => this.#say(comment, begun),
      promote: () => this.promote(),
      remove: () => this.remove(),
      undo: () => this.undo(),
      draw: (on) => this.#pencil(on),
    });
    this.keeping = new Keeping(this);
    this.editor = new Editor(this);
    this.typed = new Typing((text) => this.#typed(text));
    this.tools = h("div", { class: "tools", role: "group", "aria-label": t("study.tools") });
    this.explorer = new Explorer((move) => void this.playTexts([move]), { games: false });
    this.variant = variant(entry, place.tree.rules, (rules) => {
      if (this.editor.on) void this.editor.options(rules);
      else void this.go({ tree: fresh(entry.id, rules), at: 0 });
    });
    this.root = h(
      "div",
      // Busy, and not seen, until there is a position: the size of the board and most of the rest depend on it.
      { class: "game study analysis", "data-game": entry.id, "aria-busy": "true" },
      h(
        "div",
        { class: "top" },
        h("h1", {}, t("study.title", { game: titleOf(entry.id) })),
        this.keeping.name,
      ),
      h(
        "div",
        { class: "stage" },
        h("div", { class: "beside" }, this.bar.element, this.board),
        this.status,
      ),
      h(
        "aside",
        {},
        this.editor.element,
        h(
          "section",
          { class: "engine panel" },
          this.#switches(),
          this.lines.element,
          h("div", { class: "last-row" }, this.depth, this.threat.element),
        ),
        this.certain,
        this.list.element,
        this.notes.element,
        this.tools,
        this.typed.element,
        this.keeping.element,
        importForm(t("study.import"), t("study.paste"), (text) => readText(this, text)),
        this.variant?.element ?? null,
        // It is longer or shorter with every position: nothing is below that it could move.
        this.explorer.element,
      ),
    );
    main.append(this.root);
    document.title = `${t("study.title", { game: titleOf(entry.id) })} · ${t("site.name")}`;
    this.board.addEventListener("pick", (event) => {
      void this.play(/** @type {CustomEvent<Move>} */ (event).detail);
    });
    this.board.addEventListener("choose", () => {
      if (!this.editor.on) this.#drawStatus();
    });
    this.board.addEventListener("sketch", (event) => {
      this.#sketched(/** @type {CustomEvent<Drawn[]>} */ (event).detail);
    });
  }

  /** The tree that is shown. */
  get tree() {
    return this.place.tree;
  }

  /** Where the page is, or is going: whoever presses keys faster than the server answers goes on from there. */
  get heading() {
    return this.#heading ?? this.place;
  }

  /** The moves that are on the board. */
  get moves() {
    return movesTo(this.place.tree, this.place.at);
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
    this.switch = on;
    const count = h(
      "select",
      {
        "aria-label": t("study.lines"),
        "data-do": "lines",
        onchange: () => {
          this.engine.lines = Number(count.value);
          remember({ lines: this.engine.lines });
          this.#think();
        },
      },
      ...[1, 2, 3, 4, 5].map((n) =>
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

  /** Goes to a place; what is wrong with it is said, and the old one stays. @param {Place} place */
  async go(place) {
    try {
      await this.open(place);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {number} at */
  walk(at) {
    return at === this.heading.at ? Promise.resolve() : this.go({ tree: this.heading.tree, at });
  }

  /** Shows a place, or throws what the server says against it. @param {Place} place @param {boolean} [keep] the address */
  async open(place, keep = false) {
    this.#asked += 1;
    const turn = this.#asked;
    const { game, rules, position } = place.tree;
    this.#heading = place;
    let report;
    try {
      report = await positionOf(game, rules, position, movesTo(place.tree, place.at));
    } finally {
      if (turn === this.#asked) this.#heading = null;
    }
    if (turn !== this.#asked) return;
    const before = this.place;
    this.place = place;
    this.#show(report, before);
    this.remember(keep);
    this.#think();
  }

  /** The place in the address and in what the browser keeps of it. @param {boolean} [keep] the address as it is */
  remember(keep = false) {
    const { tree, at } = this.place;
    const kept = this.keeping.study;
    const query = kept ? `?study=${encodeURIComponent(kept.id)}` : toQuery(tree, at);
    const address = keep
      ? location.pathname + location.search
      : `/analysis/${this.entry.id}${query}`;
    const { unsaved } = this.keeping;
    const state = { study: toStudy(tree), at: inOrder(tree).indexOf(at), kept, unsaved };
    try {
      history.replaceState(state, "", address);
    } catch {
      // A tree that is too large to be remembered can still be kept.
      history.replaceState(null, "", address);
    }
  }

  /** @param {PositionReport} report @param {Place} before */
  #show(report, before) {
    const { board, view, seats } = report;
    const { tree, at } = this.place;
    this.variant?.hold(report.rules);
    const same =
      before.tree.rules === tree.rules &&
      before.tree.position === tree.position &&
      this.board.isConnected;
    const first = this.report === null || !same;
    const next = tree.nodes[at].parent === before.at && at !== 0;
    const step = report.steps.at(-1);
    const last = step?.kind === "move" ? step : null;
    this.report = report;
    this.analysis = null;
    this.#arrow = null;
    this.threat.forget();
    const { degrees } = seats[this.side] ?? seats[0];
    if (first) this.board.show({ board, view, seats, degrees, label: titleOf(this.entry.id) });
    this.board.update(view, { moved: next && !first ? last : null, last });
    this.board.moves = view.moves;
    this.draw();
    const { game, rules, position } = tree;
    this.explorer.look(
      { game, rules, position, moves: this.moves },
      { position: view.position, rules: report.rules, seats },
    );
    this.#drawStatus();
    this.#drawEvaluation();
    this.root.removeAttribute("aria-busy");
    if (last && next && !first) sound(soundOf(view, last));
    if (last)
      speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
  }

  /** Draws all that is known of the tree without the server. */
  draw() {
    const { report, place } = this;
    if (!report) return;
    this.list.draw(place, report.seats);
    this.notes.draw(place, this.#past.length > 0);
    this.keeping.draw();
    this.#drawTools();
    const cells = report.board.cells.map(({ name }) => name);
    this.board.drawn = place.tree.nodes[place.at].drawn.map(({ tone, from, to }) => ({
      tone,
      from: cells.indexOf(from),
      to: cells.indexOf(to),
    }));
  }

  /** Another tree, of which the board shows the same position. @param {Tree} tree @param {boolean} [noted] can it be taken back? */
  #change(tree, noted = true) {
    if (tree === this.tree) return;
    if (noted) this.#note();
    this.place = { tree, at: this.place.at };
    this.keeping.changed();
    this.draw();
    this.remember();
  }

  #note() {
    this.#past = [...this.#past.slice(1 - MEMORY), this.place];
  }

  /** A tree from elsewhere: what was done before is forgotten. @param {Place} place */
  async replace(place) {
    await this.open(place);
    this.#past = [];
    this.draw();
  }

  #think() {
    this.threat.draw();
    if (this.threat.on || this.editor.on) return;
    const over = this.report?.outcome || this.report?.view.moves.length === 0;
    const { game, rules, position } = this.tree;
    const asked = { game, rules, position, moves: this.moves };
    this.engine.think(over || !this.report ? null : asked);
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
    const [below, above] = seats.map(({ degrees }) => degrees === this.board.degrees);
    this.bar.turn(seats.length === 2 && above && !below);
    this.bar.element.classList.toggle("off", !this.engine.on && !over);
    this.lines.keep(this.engine.on ? this.engine.lines : 0);
    this.lines.draw(analysis?.lines ?? [], seats.length, turned);
    this.depth.textContent = analysis
      ? depth(analysis)
      : t(outcome ? "study.over" : this.engine.on ? "study.thinking" : "study.off");
    if (!certain) return;
    // Until the next answer comes nothing is said, in as much room as before.
    this.certain.inert = !analysis && !over && this.engine.on;
    if (this.certain.inert) return;
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
  play({ text, display }) {
    return this.#grow([{ text, display, seat: this.report?.view.turn ?? null }]);
  }

  /** Plays on along the tree, or beside it. @param {Made[]} moves */
  async #grow(moves) {
    const before = this.place;
    const place = grown(before, moves);
    const news = place.tree !== before.tree;
    const past = this.#past;
    if (news) this.#note();
    try {
      await this.open(place);
      if (news) {
        this.keeping.changed();
        this.draw();
        this.remember();
      }
    } catch (error) {
      this.#past = past;
      notice(explain(error));
    }
  }

  /** Moves in any notation. @param {string[]} texts */
  async playTexts(texts) {
    const { game, rules, position } = this.tree;
    try {
      const before = this.moves;
      const { steps, seats } = await positionOf(game, rules, position, [...before, ...texts]);
      await this.#grow(madeOf(steps, seats).slice(before.length));
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {string} text */
  #typed(text) {
    const move = written(this.report?.view.moves ?? [], text);
    void (move ? this.play(move) : this.playTexts([text]));
  }

  /** @param {number} glyph */
  mark(glyph) {
    this.#change(marked(this.tree, this.place.at, glyph));
  }

  promote() {
    this.#change(promoted(this.tree, this.place.at));
  }

  /** Takes the move on the board away, with all that follows. */
  async remove() {
    if (this.place.at === 0) return;
    this.#note();
    await this.go(deleted(this.place));
    this.keeping.changed();
    this.draw();
    this.remember();
  }

  /** Takes the last change back. */
  async undo() {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    await this.go(before);
    this.keeping.changed();
    this.draw();
    this.remember();
  }

  /** @param {string} comment @param {boolean} begun */
  #say(comment, begun) {
    const tree = said(this.tree, this.place.at, comment);
    if (tree === this.tree) return;
    if (begun) this.#note();
    this.place = { tree, at: this.place.at };
    this.keeping.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.draw();
      this.remember();
    }, PAUSE);
  }

  /** @param {Drawn[]} drawn */
  #sketched(drawn) {
    const cells = this.report?.board.cells ?? [];
    const marks = drawn.map(({ tone = "Y", from, to }) => ({
      tone,
      from: cells[from].name,
      to: cells[to].name,
    }));
    this.#change(sketched(this.tree, this.place.at, marks));
  }

  /** @param {boolean} on */
  #pencil(on) {
    this.board.sketching = on;
    this.root.classList.toggle("drawing", on);
  }

  /** An arrow by keys: from one cell to another, or a circle around one. */
  arrow() {
    const { focused } = this.board;
    const name = this.report?.board.cells[focused]?.name ?? "";
    if (this.#arrow === null) {
      this.#arrow = focused;
      notice(t("study.arrow.from", { cell: name }));
      return;
    }
    this.board.sketch({ from: this.#arrow, to: focused, tone: "Y" });
    this.#arrow = null;
  }

  turn() {
    if (!this.report) return;
    this.board.degrees = nextTurn(this.report.board, this.board.degrees);
    // Whoever plays on has the side at the bottom, and so has the bar.
    this.#drawTools();
    this.#drawEvaluation(false);
  }

  #drawTools() {
    const { original } = this;
    const away = original !== null && !isSame(original.tree, this.tree);
    this.tools.replaceChildren(...toolbar(this, away));
  }
}

/** A game that is over, as an evaluation for the player to move. @param {PositionReport} report */
function ended({ outcome, view }) {
  if (!outcome) return null;
  if (outcome.winner === null) return { score: 0 };
  return { mate: outcome.winner === view.turn ? 1 : -1 };
}
