// The page of an analysis: it changes the one record of state, and has its parts draw it.

import "../board/live.js";
import { positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { Explorer } from "../explore/panel.js";
import { nextTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { explain, notice, speak } from "../notice.js";
import { Typing } from "../play/typing.js";
import { setTitle } from "../router.js";
import { play as sound, soundOf } from "../sound.js";
import { addressOf, remembered } from "./address.js";
import { Commands } from "./commands.js";
import { Editor } from "./editor.js";
import { Keeping } from "./keeping.js";
import { layout } from "./layout.js";
import { TreeList } from "./list.js";
import { Notes } from "./notes.js";
import { arrive, cancelLoad, drawnOn, heading, isCurrent, lineTo, load, start } from "./state.js";
import { status } from "./status.js";
import { switches } from "./switches.js";
import { Thoughts } from "./thoughts.js";
import { Threat } from "./threat.js";
import { toolbar } from "./toolbar.js";
import { variant } from "./variant.js";

/** @import { Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Drawn } from "../board/drawing.js" */
/** @import { Arrival, StudyState } from "./state.js" */
/** @import { Place } from "./tree.js" */

export class StudyPage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  status = h("div", { class: "status", role: "status" });
  tools = h("div", { class: "tools", role: "group", "aria-label": t("study.tools") });
  list = new TreeList((step) => void this.walk(step));

  /**
   * @param {HTMLElement} main
   * @param {StudyState} state
   * @param {() => void} opened a study of another game was read; it is in the address
   */
  constructor(main, state, opened) {
    this.state = state;
    const { board } = this;
    const { entry, place } = state;
    const commands = new Commands(state, board, {
      open: (place, apply) => this.open(place, { apply }),
      changed: () => this.#changed(),
    });
    this.commands = commands;
    const play = (/** @type {Move} */ move) => void commands.play(move);
    const playTexts = (/** @type {string[]} */ moves) => void commands.playTexts(moves);
    this.thoughts = new Thoughts(state, board, { play, playTexts });
    this.threat = new Threat(state, board, () => this.think());
    this.switches = switches(state, () => this.think());
    this.typed = new Typing((text) => commands.playTyped(text));
    this.explorer = new Explorer((move) => playTexts([move]), { games: false });
    this.keeping = new Keeping(state, () => this.#remember());
    this.notes = new Notes({
      mark: (glyph) => commands.mark(glyph),
      say: (text, begun) => commands.comment(text, begun),
      promote: () => commands.promote(),
      remove: () => commands.remove(),
      undo: () => commands.undo(),
      draw: (on) => {
        board.set({ sketching: on });
        this.root.classList.toggle("drawing", on);
      },
    });
    this.editor = new Editor(state, board, {
      opened: () => this.#edit(),
      closed: (place) => this.#edited(place),
      hold: (rules) => this.variant?.hold(rules),
      say: (text) => this.status.replaceChildren(text),
    });
    this.variant = variant(entry, place.tree.rules, (rules) => {
      if (state.editing) void this.editor.setRules(rules);
      else void this.go(start(state, rules));
    });
    const title = t("study.title", { game: titleOf(entry.id) });
    this.root = layout(this, title, { begin: (place) => this.begin(place), opened });
    main.append(this.root);
    setTitle(title);
    board.addEventListener("pick", (event) =>
      play(/** @type {CustomEvent<Move>} */ (event).detail),
    );
    board.addEventListener("choose", () => {
      if (!state.editing) this.#drawStatus();
    });
    board.addEventListener("sketch", (event) => {
      commands.draw(/** @type {CustomEvent<Drawn[]>} */ (event).detail);
    });
  }

  /** Shows a place; on an error the old one stays. @param {Place} place */
  async go(place) {
    try {
      await this.open(place);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {number} at */
  walk(at) {
    const { tree, at: from } = heading(this.state);
    return at === from ? Promise.resolve() : this.go({ tree, at });
  }

  /** Shows a tree without undo. @param {Place} place */
  async replace(place) {
    await this.open(place);
    this.state.past = [];
    this.draw();
  }

  /** Shows a tree that belongs to no saved study. @param {Place} place */
  begin(place) {
    this.keeping.forget();
    return this.replace(place);
  }

  /**
   * Shows a place; rejects if the server refuses its position.
   * @param {Place} place
   * @param {{keepAddress?: boolean, apply?: () => void}} [how] `apply` is called when the position has arrived
   */
  async open(place, { keepAddress = false, apply = () => {} } = {}) {
    const { state } = this;
    const request = load(state, place);
    const { game, rules, position, moves } = lineTo(place);
    let report;
    try {
      report = await positionOf(game, rules, position, moves);
    } finally {
      if (isCurrent(state, request)) state.target = null;
    }
    if (!isCurrent(state, request)) return;
    const arrival = arrive(state, place, report);
    apply();
    this.#show(arrival);
    this.#remember(keepAddress);
    this.think();
  }

  /** Stops all work: the page is left. */
  leave() {
    cancelLoad(this.state);
    this.commands.leave();
    this.thoughts.stop();
    this.threat.end();
    this.explorer.end();
  }

  /** Analyses the position on the board, unless something else is shown. */
  think() {
    this.threat.draw();
    if (!this.state.threat && !this.state.editing) this.thoughts.think();
  }

  turn() {
    const { report } = this.state;
    if (!report) return;
    this.board.set({ degrees: nextTurn(report.board, this.board.state.degrees) });
    // A tool and the bar depend on the lower side.
    this.#drawTools();
    this.thoughts.draw(false);
  }

  /** Puts the place into the address and into what the browser keeps of it. @param {boolean} [keepAddress] */
  #remember(keepAddress = false) {
    const address = keepAddress ? location.pathname + location.search : addressOf(this.state);
    try {
      history.replaceState(remembered(this.state), "", address);
    } catch {
      // Browsers limit the size. The tree can still be saved.
      history.replaceState(null, "", address);
    }
  }

  #changed() {
    this.draw();
    this.#remember();
  }

  /** @param {Arrival} arrival */
  #show({ redraw, moved, last }) {
    const { entry, place, report, side } = this.state;
    if (!report) return;
    const { board, view, seats, rules } = report;
    this.variant?.hold(rules);
    this.threat.end();
    const { degrees } = seats[side] ?? seats[0];
    if (redraw) this.board.show({ board, view, seats, degrees, label: titleOf(entry.id) });
    this.board.update(view, { moved, last });
    this.board.set({ moves: view.moves });
    this.draw();
    this.explorer.look(lineTo(place), { position: view.position, rules, seats });
    this.#drawStatus();
    this.thoughts.draw();
    this.root.removeAttribute("aria-busy");
    if (moved) sound(soundOf(view, moved));
    if (last)
      speak(t("status.moved", { name: word("seat", seats[last.seat].name), move: last.display }));
  }

  /** Draws the tree and what depends on it. */
  draw() {
    const { state } = this;
    const { report, place, past } = state;
    if (!report) return;
    this.list.draw(place, report.seats);
    this.notes.draw(place, past.length > 0);
    this.keeping.draw();
    this.#drawTools();
    this.board.set({ drawn: drawnOn(state) });
  }

  #drawTools() {
    const tools = toolbar(this.state, this.board.state.degrees, {
      edit: () => void this.editor.begin(),
      keep: () => this.keeping.begin(),
      turn: () => this.turn(),
      go: (place) => this.go(place),
      replace: (place) => this.replace(place),
    });
    this.tools.replaceChildren(...tools);
  }

  #drawStatus() {
    const { entry, report } = this.state;
    if (!report) return;
    const play = (/** @type {Move} */ move) => void this.commands.play(move);
    this.status.replaceChildren(...status(entry.id, report, this.board.state.pick, play));
  }

  /** Makes space for the editor. */
  #edit() {
    this.thoughts.stop();
    this.threat.end();
    this.root.classList.add("editing");
  }

  /** Closes the editor. @param {Place | null} place the position that was set up */
  #edited(place) {
    this.root.classList.remove("editing");
    return place ? this.begin(place) : this.go(this.state.place);
  }
}
