// Changing the tree: moves, marks, comments, drawings, promoting, deleting, and undo.

import { positionOf } from "../catalog.js";
import { t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { written } from "../play/typing.js";
import { comment, edit, lineTo, marksOf, play, remove, undo } from "./state.js";
import { toMoves } from "./convert.js";
import { marked, promoted, withDrawings } from "./tree.js";

/** @import { Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Drawn } from "../board/drawing.js" */
/** @import { Step, StudyState } from "./state.js" */
/** @import { Made, Place, Tree } from "./tree.js" */

/** Milliseconds without a key after which a comment is drawn in the list. */
const PAUSE = 300;

/**
 * @typedef {object} Acts
 * @property {(place: Place, apply: () => void) => Promise<void>} open shows a place; `apply` is called when its position
 *   has arrived
 * @property {() => void} changed draws the tree and remembers it
 */

export class Commands {
  #timer = 0;

  /** @param {StudyState} state @param {BoardElement} board @param {Acts} acts */
  constructor(state, board, acts) {
    this.state = state;
    this.board = board;
    this.acts = acts;
  }

  /** @param {Move} move */
  play({ text, display }) {
    const seat = this.state.report?.view.turn ?? null;
    return this.#step(play(this.state, [{ text, display, seat }]));
  }

  /** Plays moves in any notation. @param {string[]} texts */
  async playTexts(texts) {
    const { game, rules, position, moves } = lineTo(this.state.place);
    /** @type {Made[]} */
    let made;
    try {
      const { steps, seats } = await positionOf(game, rules, position, [...moves, ...texts]);
      made = toMoves(steps, seats).slice(moves.length);
    } catch (error) {
      notice(explain(error));
      return;
    }
    await this.#step(play(this.state, made));
  }

  /** Plays a move that was typed. @param {string} text */
  playTyped(text) {
    const move = written(this.state.report?.view.moves ?? [], text);
    void (move ? this.play(move) : this.playTexts([text]));
  }

  /** Gives the move a mark, or removes it. @param {number} glyph */
  mark(glyph) {
    const { tree, at } = this.state.place;
    this.#change(marked(tree, at, glyph));
  }

  promote() {
    const { tree, at } = this.state.place;
    this.#change(promoted(tree, at));
  }

  remove() {
    return this.#step(remove(this.state));
  }

  undo() {
    return this.#step(undo(this.state));
  }

  /** @param {string} text @param {boolean} begun whether it is the first letter */
  comment(text, begun) {
    if (!comment(this.state, text, begun)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.acts.changed, PAUSE);
  }

  /** Stores what was drawn on the position. @param {Drawn[]} drawn */
  draw(drawn) {
    const { tree, at } = this.state.place;
    this.#change(withDrawings(tree, at, marksOf(this.state, drawn)));
  }

  /** Draws an arrow by keys: called on its first cell, then on its last one. */
  arrow() {
    const { state, board } = this;
    const { focused } = board.state;
    if (state.arrowStart === null) {
      state.arrowStart = focused;
      notice(t("study.arrow.from", { cell: state.report?.board.cells[focused]?.name ?? "" }));
      return;
    }
    board.live?.sketch({ from: state.arrowStart, to: focused, tone: "Y" });
    state.arrowStart = null;
  }

  leave() {
    clearTimeout(this.#timer);
  }

  /** @param {Tree} tree another one with the same position on the board */
  #change(tree) {
    if (edit(this.state, tree)) this.acts.changed();
  }

  /** @param {Step | null} step */
  async #step(step) {
    try {
      if (step) await this.acts.open(step.place, step.apply);
    } catch (error) {
      notice(explain(error));
    }
  }
}
