// Input on a board: cells to press, pieces in hand, questions on the board, pointers and keys. Pages that only have
// pictures of boards do not load it.

import { equip } from "../board.js";
import { neighbour } from "../geometry.js";
import { answer, choices, NOTHING, pickCell, whyNot } from "../picking.js";
import { Cells } from "./cells.js";
import { toggled } from "./drawing.js";
import { Finder } from "./finder.js";
import { Hands, roomy } from "./hands.js";
import { Picker } from "./picker.js";
import { Pointer } from "./pointer.js";

/** @import { Box } from "../geometry.js" */
/** @import { Answer } from "../picking.js" */
/** @import { Drawn } from "./drawing.js" */
/** @import { Pieces } from "./pieces.js" */
/** @import { BoardState } from "./state.js" */

/**
 * What input does with the board element.
 * @typedef {object} Acts
 * @property {() => void} finish makes an announced move at once
 * @property {() => void} mark draws what depends on the selection
 * @property {(cell: number | null) => void} foresee draws what a move to a cell would do
 * @property {(type: string, detail: unknown) => void} emit dispatches an event of the element
 */

/** Directions of the arrow keys. */
const DIRECTIONS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

export class Live {
  finder = new Finder();
  hands = new Hands();
  picker = new Picker();
  roomy = roomy;
  /** The cell whose name is shown. @type {number | null} */
  #found = null;

  /** @param {BoardState} state @param {Acts} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.cells = new Cells(state);
  }

  /** Draws another board. @param {SVGSVGElement} root @param {Pieces} men @param {{plate: Box, tall: boolean}} how */
  begin(root, men, { plate, tall }) {
    const { board, near, seats, view } = this.state;
    if (!board || !view) return;
    this.cells.begin(board);
    this.finder.begin(board);
    this.picker.close();
    this.hands.begin(plate, { tall, near, seats });
    this.hands.draw(view.hands ?? []);
    this.#listen(root, men);
  }

  /** Picks a cell: a piece, a target, or the answer to a question. @param {number} cell */
  choose(cell) {
    this.acts.finish();
    const { moves, pick, premove } = this.state;
    if (premove) {
      this.#dropPremove();
      // A click on a cell of the premove only cancels it.
      if (premove.from.includes(cell) || premove.to === cell) return;
    }
    const answered = moves.length === 0 ? { pick, refused: true } : pickCell(moves, pick, cell);
    this.take(answered, cell);
  }

  /** Continues with what was picked: moves, asks, or reports why not. @param {Answer} answered @param {number} [cell] that was picked */
  take({ pick, move, refused }, cell) {
    this.acts.finish();
    const { moves, pick: before, view, early } = this.state;
    Object.assign(this.state, { pick, hint: null });
    if (pick.from.length > 0) this.finder.show(null);
    if (move && early) this.state.premove = { from: move.from ?? [], to: move.to ?? 0 };
    this.acts.mark();
    if (move) {
      if (early) this.acts.emit("premove", this.state.premove);
      else this.acts.emit("pick", move);
      return;
    }
    const why = refused && view ? whyNot(moves, before, cell ?? -1, view) : null;
    this.acts.emit("choose", { refused: why, cell });
    this.#ask();
  }

  /** Draws an arrow or a circle, or removes the same; null removes all of them, unless they are kept. @param {Drawn | null} drawn */
  sketch(drawn) {
    const { drawn: before, keeps } = this.state;
    if (!drawn && (before.length === 0 || keeps)) return;
    this.state.drawn = drawn ? toggled(before, drawn) : [];
    this.acts.mark();
    this.acts.emit("sketch", this.state.drawn);
  }

  #dropPremove() {
    this.state.premove = null;
    this.acts.mark();
    this.acts.emit("premove", null);
  }

  /** Asks for the kind of a piece, on the cell where it arrives. */
  #ask() {
    const { board, pick, seats, view } = this.state;
    const kinds = choices(pick).flatMap((choice) => ("kind" in choice ? [choice.kind] : []));
    const cell = pick.open[0]?.to;
    if (kinds.length === 0 || cell === undefined || !board || !view) {
      this.picker.close();
      return;
    }
    const { tone } = seats[view.turn];
    this.picker.open(board, { cell, kinds, tone }, (kind) => {
      this.cells.focus(cell, { preventScroll: true });
      const answered = kind ? answer(this.state.pick, { kind }) : { pick: NOTHING };
      if (answered) this.take(answered);
    });
  }

  /** Shows the name of a cell, where its letters are not beside the board, and what a move there would do. @param {number | null} cell */
  #find(cell) {
    if (cell === this.#found) return;
    this.#found = cell;
    // Lines would hide the targets of the selected pieces.
    this.finder.show(cell, this.state.pick.from.length === 0);
    this.acts.foresee(cell);
  }

  /** @param {SVGSVGElement} root @param {Pieces} men */
  #listen(root, men) {
    const layers = { men, cells: this.cells, hands: this.hands };
    new Pointer(root, this.state, layers, {
      finish: this.acts.finish,
      choose: (cell) => this.choose(cell),
      take: (answered, cell) => this.take(answered, cell),
      select: (from) => this.take({ pick: { ...NOTHING, from } }),
      hover: (cell) => this.#find(cell),
      aim: (cell) => {
        this.#find(null);
        this.acts.foresee(cell);
      },
      draw: (drawn) => this.sketch(drawn),
    });
    // The focus is drawn for those who use keys.
    root.addEventListener("pointerdown", () => root.classList.add("by-pointer"), true);
    root.addEventListener("keydown", (event) => {
      root.classList.remove("by-pointer");
      this.#key(event);
    });
    root.addEventListener("focusin", (event) => {
      // After a click the pointer shows the cell.
      const byKey = event.target instanceof Element && event.target.matches(":focus-visible");
      if (byKey) this.#find(this.cells.of(event.target));
    });
    root.addEventListener("focusout", () => this.#find(null));
    // A click by assistive technology comes without a pointer.
    root.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? this.cells.of(event.target) : null;
      if (cell !== null) this.choose(cell);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { board, focused, pick, premove } = this.state;
    const direction = DIRECTIONS.get(event.key);
    if (direction && board && !event.ctrlKey && !event.altKey && !event.metaKey)
      this.cells.focus(neighbour(board.cells, focused, direction));
    else if (event.key === "Enter" || event.key === " ") this.choose(focused);
    else if (event.key === "Escape" && (pick.from.length > 0 || pick.open.length > 0))
      this.take({ pick: NOTHING });
    else if (event.key === "Escape" && premove) this.#dropPremove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

equip((state, acts) => new Live(state, acts));
