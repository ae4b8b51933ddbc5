// <agon-board>: any board of any game, drawn as SVG from the server's data, with men that can be
// selected, dragged and moved by keyboard. It reports a picked move by the event `pick`, and by
// `choose` that something else was selected.

import { askedCells, Cells } from "./board/cells.js";
import { Finder } from "./board/finder.js";
import { ground } from "./board/ground.js";
import { Marks } from "./board/marks.js";
import { themeOf } from "./board/materials.js";
import { Men } from "./board/men.js";
import { lively, sweep } from "./board/motion.js";
import { frame, material } from "./board/plate.js";
import { Pointer } from "./board/pointer.js";
import { emptyState } from "./board/state.js";
import { svg } from "./dom.js";
import { neighbour, turnedBoard } from "./geometry.js";
import { t } from "./i18n.js";
import { answer, choices, NOTHING, pickCell } from "./picking.js";
import { settings } from "./settings.js";

/** @import { Board, Choice, Move, MoveVerdict, Seat, View } from "./types.d.ts" */
/** @import { Answer } from "./picking.js" */

/** A move of a computer is shown for so long before it is made. */
const ANNOUNCE = 400;

/** Where arrow keys lead. */
const DIRECTIONS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

export class BoardElement extends HTMLElement {
  #state = emptyState();
  #men = new Men();
  #marks = new Marks();
  #cells = new Cells(this.#state);
  #finder = new Finder();
  /** What it is made of, where that is not as chosen. @type {string | null} */
  #theme = null;
  /** The cell whose name is shown. @type {number | null} */
  #found = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** What is left to do of an announced move. @type {(() => void) | null} */
  #pending = null;
  #timer = 0;

  /**
   * Draws a board.
   * @param {{board: Board, view: View, seats: Seat[], degrees?: number, still?: boolean,
   *   theme?: string, label?: string}} what `theme` only where it is not the chosen one
   */
  show({ board, view, seats, degrees = 0, still = false, theme, label }) {
    this.#finish();
    Object.assign(this.#state, { plain: board, seats, still, degrees, view });
    this.#theme = theme ?? null;
    this.#draw(label);
  }

  connectedCallback() {
    addEventListener("look", this.#again);
  }

  disconnectedCallback() {
    removeEventListener("look", this.#again);
  }

  /** Draws the board anew, of another material perhaps. */
  #again = () => {
    if (!this.#state.plain) return;
    this.#finish();
    this.#draw(this.#svg?.getAttribute("aria-label") ?? undefined);
  };

  /** By how many degrees the board is turned. */
  get degrees() {
    return this.#state.degrees;
  }

  set degrees(degrees) {
    if (degrees === this.#state.degrees || !this.#state.plain) return;
    this.#state.degrees = degrees;
    this.#again();
  }

  /**
   * Shows another position.
   * @param {View} view
   * @param {{moved?: Move | null, last?: Move | null, announce?: boolean}} [how] `moved` led here
   *   and is animated; `last` is only marked
   */
  update(view, { moved = null, last = moved, announce = false } = {}) {
    this.#finish();
    Object.assign(this.#state, {
      hint: null,
      arrows: [],
      threat: null,
      verdicts: [],
      pick: NOTHING,
    });
    const carryOut = () => {
      const announced = this.announcing;
      this.#pending = null;
      Object.assign(this.#state, { view, last });
      if (this.#state.board) this.#men.settle(view, moved);
      this.#mark(moved !== null && lively());
      if (announced) this.dispatchEvent(new Event("shown"));
    };
    const { board } = this.#state;
    if (moved && announce && board && lively()) {
      this.#marks.announce(board, moved);
      this.#pending = carryOut;
      this.#timer = setTimeout(carryOut, ANNOUNCE);
    } else carryOut();
  }

  /** Is a move shown that is still to be made? `shown` says when it is. */
  get announcing() {
    return this.#pending !== null;
  }

  /** Which moves may be picked now. @param {Move[]} moves */
  set moves(moves) {
    Object.assign(this.#state, { moves, pick: NOTHING });
    if (!this.#pending) this.#mark();
  }

  /** @param {Move | null} move */
  set hint(move) {
    this.#finish();
    this.#state.hint = move;
    this.#mark();
  }

  /** Moves that are shown as arrows until the position changes, the best first. @param {Move[]} arrows */
  set arrows(arrows) {
    this.#state.arrows = arrows;
    if (!this.#pending) this.#mark();
  }

  /** What the other side would do, until the position changes. @param {Move | null} move */
  set threat(move) {
    this.#state.threat = move;
    if (!this.#pending) this.#mark();
  }

  /** What is known for certain of the moves; targets carry it. @param {MoveVerdict[]} verdicts */
  set verdicts(verdicts) {
    this.#state.verdicts = verdicts;
    if (!this.#pending) this.#mark();
  }

  /**
   * Where men that a seat loses go to: an element beside the board, or nothing.
   * @param {(seat: number) => Element | null} find
   */
  set trays(find) {
    this.#men.trays = (seat) => {
      const tray = find(seat)?.getBoundingClientRect();
      const matrix = this.#svg?.getScreenCTM();
      if (!tray || !matrix) return null;
      const middle = new DOMPoint(tray.x + tray.width / 2, tray.y + tray.height / 2);
      const { x, y } = middle.matrixTransform(matrix.inverse());
      return { place: { x, y }, size: Math.min(1, Math.max(16, tray.height) / matrix.a) };
    };
  }

  /** A quiet moment at the end of a game. @param {number[]} winners seats; none at a draw */
  celebrate(winners) {
    this.#finish();
    if (!lively() || !this.#svg || !this.#state.board) return;
    this.#men.rejoice(winners);
    sweep(this.#svg, frame(this.#state.board));
  }

  /** What is asked for now. @returns {Choice[]} */
  get choices() {
    return choices(this.#state.pick);
  }

  /** How many men are selected. */
  get selected() {
    return this.#state.pick.from.length;
  }

  /** Forgets what was selected. */
  clear() {
    this.#take({ pick: NOTHING });
  }

  /** Answers a question for a kind of man. @param {Choice} choice */
  answer(choice) {
    const answered = answer(this.#state.pick, choice);
    if (answered) this.#take(answered);
  }

  /** Somebody picked a cell. @param {number} cell */
  choose(cell) {
    this.#finish();
    const { moves, pick } = this.#state;
    this.#take(moves.length === 0 ? { pick, refused: true } : pickCell(moves, pick, cell));
  }

  /** An announced move is carried out now. */
  #finish() {
    clearTimeout(this.#timer);
    this.#pending?.();
  }

  /** @param {string | undefined} label */
  #draw(label) {
    const { plain, still, degrees, seats, view } = this.#state;
    if (!plain || !view) return;
    const board = turnedBoard(plain, degrees);
    this.#state.board = board;
    const theme = this.#theme ?? settings.boards;
    const { x, y, width, height } = frame(board);
    const root = svg(
      "svg",
      {
        viewBox: `${x} ${y} ${width} ${height}`,
        class: `board ${material(board)} boards-${theme}${still ? " still" : ""}`,
        role: still ? "img" : "group",
        "aria-label": label ?? t("board.label"),
      },
      svg(
        "g",
        { class: "ground", "aria-hidden": "true" },
        ...ground(board, themeOf(theme), !still),
      ),
      this.#marks.below,
      this.#men.layer,
      this.#marks.above,
      this.#finder.layer,
      still ? null : this.#cells.layer,
    );
    this.#svg = root;
    this.style.setProperty("--ratio", String(width / height));
    this.replaceChildren(root);
    this.#cells.begin(board);
    this.#finder.begin(board);
    this.#men.begin(board, seats, view);
    this.#mark();
    if (!still) this.#listen(root);
  }

  /** Draws everything that depends on what is selected. @param {boolean} [fresh] did a move lead here just now? */
  #mark(fresh = false) {
    this.#marks.draw(this.#state, fresh);
    if (this.#state.still) return;
    this.#cells.draw(this.#men);
    const { from, open } = this.#state.pick;
    this.#men.mark(from, askedCells(this.#state), open.length > 0 ? from : []);
  }

  /** @param {Answer} answered */
  #take({ pick, move, refused }) {
    this.#finish();
    Object.assign(this.#state, { pick, hint: null });
    this.#mark();
    if (move) this.dispatchEvent(new CustomEvent("pick", { detail: move }));
    else this.dispatchEvent(new CustomEvent("choose", { detail: { refused: refused === true } }));
  }

  /** Shows the name of a cell, where letters alone do not tell it. @param {number | null} cell */
  #find(cell) {
    if (cell === this.#found) return;
    this.#found = cell;
    this.#finder.show(cell);
  }

  /** @param {SVGSVGElement} root */
  #listen(root) {
    new Pointer(root, this.#state, this.#men, this.#cells, {
      finish: () => this.#finish(),
      choose: (cell) => this.choose(cell),
      take: (answered) => this.#take(answered),
      hover: (cell) => this.#find(cell),
    });
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => {
      // A focus that came by a click leaves it to the pointer.
      const byKey = event.target instanceof Element && event.target.matches(":focus-visible");
      if (byKey) this.#find(this.#cells.of(event.target));
    });
    root.addEventListener("focusout", () => this.#find(null));
    // A click by assistive technology comes without a pointer.
    root.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? this.#cells.of(event.target) : null;
      if (cell !== null) this.choose(cell);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { board, focused, pick } = this.#state;
    const direction = DIRECTIONS.get(event.key);
    if (direction && board && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.#cells.focus(neighbour(board.cells, focused, direction));
    } else if (event.key === "Enter" || event.key === " ") this.choose(focused);
    else if (event.key === "Escape" && (pick.from.length > 0 || pick.open.length > 0)) this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("agon-board", BoardElement);
