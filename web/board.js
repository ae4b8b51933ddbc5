// <agon-board>: any board of any game, drawn as SVG from the server's data, with men that can be
// selected, dragged and moved by keyboard. It reports a picked move by the event `pick`, and by
// `choose` that something else was selected.

import { askedCells, Cells } from "./board/cells.js";
import { definitions, frame, ground, material } from "./board/ground.js";
import { Marks } from "./board/marks.js";
import { lively, Men } from "./board/men.js";
import { Pointer } from "./board/pointer.js";
import { nothingShown } from "./board/shown.js";
import { svg } from "./dom.js";
import { neighbour, turnedBoard } from "./geometry.js";
import { t } from "./i18n.js";
import { answer, choices, NOTHING, pickCell } from "./picking.js";

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
  #shown = nothingShown();
  #men = new Men();
  #marks = new Marks();
  #cells = new Cells(this.#shown);
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** What is left to do of an announced move. @type {(() => void) | null} */
  #pending = null;
  #timer = 0;

  /**
   * Draws a board.
   * @param {{board: Board, view: View, seats: Seat[], degrees?: number, still?: boolean, label?: string}} what
   */
  show({ board, view, seats, degrees = 0, still = false, label }) {
    definitions();
    this.#finish();
    Object.assign(this.#shown, { plain: board, seats, still, degrees, view });
    this.#draw(label);
  }

  /** By how many degrees the board is turned. */
  get degrees() {
    return this.#shown.degrees;
  }

  set degrees(degrees) {
    if (degrees === this.#shown.degrees || !this.#shown.plain) return;
    this.#finish();
    this.#shown.degrees = degrees;
    this.#draw(this.#svg?.getAttribute("aria-label") ?? undefined);
  }

  /**
   * Shows another position.
   * @param {View} view
   * @param {{moved?: Move | null, last?: Move | null, announce?: boolean}} [how] `moved` led here
   *   and is animated; `last` is only marked
   */
  update(view, { moved = null, last = moved, announce = false } = {}) {
    this.#finish();
    Object.assign(this.#shown, {
      hint: null,
      arrows: [],
      threat: null,
      verdicts: [],
      pick: NOTHING,
    });
    const carryOut = () => {
      this.#pending = null;
      Object.assign(this.#shown, { view, last });
      if (this.#shown.board) this.#men.settle(view, moved);
      this.#mark();
    };
    const { board } = this.#shown;
    if (moved && announce && board && lively()) {
      this.#marks.announce(board, moved);
      this.#pending = carryOut;
      this.#timer = setTimeout(carryOut, ANNOUNCE);
    } else carryOut();
  }

  /** Which moves may be picked now. @param {Move[]} moves */
  set moves(moves) {
    Object.assign(this.#shown, { moves, pick: NOTHING });
    if (!this.#pending) this.#mark();
  }

  /** @param {Move | null} move */
  set hint(move) {
    this.#finish();
    this.#shown.hint = move;
    this.#mark();
  }

  /** Moves that are shown as arrows until the position changes, the best first. @param {Move[]} arrows */
  set arrows(arrows) {
    this.#shown.arrows = arrows;
    if (!this.#pending) this.#mark();
  }

  /** What the other side would do, until the position changes. @param {Move | null} move */
  set threat(move) {
    this.#shown.threat = move;
    if (!this.#pending) this.#mark();
  }

  /** What is known for certain of the moves; targets carry it. @param {MoveVerdict[]} verdicts */
  set verdicts(verdicts) {
    this.#shown.verdicts = verdicts;
    if (!this.#pending) this.#mark();
  }

  /** What is asked for now. @returns {Choice[]} */
  get choices() {
    return choices(this.#shown.pick);
  }

  /** How many men are selected. */
  get selected() {
    return this.#shown.pick.from.length;
  }

  /** Forgets what was selected. */
  clear() {
    this.#take({ pick: NOTHING });
  }

  /** Answers a question for a kind of man. @param {Choice} choice */
  answer(choice) {
    const answered = answer(this.#shown.pick, choice);
    if (answered) this.#take(answered);
  }

  /** Somebody picked a cell. @param {number} cell */
  choose(cell) {
    this.#finish();
    const { moves, pick } = this.#shown;
    this.#take(moves.length === 0 ? { pick, refused: true } : pickCell(moves, pick, cell));
  }

  /** An announced move is carried out now. */
  #finish() {
    clearTimeout(this.#timer);
    this.#pending?.();
  }

  /** @param {string | undefined} label */
  #draw(label) {
    const { plain, still, degrees, seats, view } = this.#shown;
    if (!plain || !view) return;
    const board = turnedBoard(plain, degrees);
    this.#shown.board = board;
    const { x, y, width, height } = frame(board, still);
    const root = svg(
      "svg",
      {
        viewBox: `${x} ${y} ${width} ${height}`,
        class: `board ${material(board)}${still ? " still" : ""}`,
        role: still ? "img" : "group",
        "aria-label": label ?? t("board.label"),
      },
      svg("g", { class: "ground", "aria-hidden": "true" }, ...ground(board, !still)),
      this.#marks.below,
      this.#men.layer,
      this.#marks.above,
      still ? null : this.#cells.layer,
    );
    this.#svg = root;
    this.style.setProperty("--ratio", String(width / height));
    this.replaceChildren(root);
    this.#cells.begin(board);
    this.#men.begin(board, seats, view);
    this.#mark();
    if (!still) this.#listen(root);
  }

  /** Draws everything that depends on what is selected. */
  #mark() {
    this.#marks.draw(this.#shown);
    if (this.#shown.still) return;
    this.#cells.draw(this.#men);
    const { from, open } = this.#shown.pick;
    this.#men.mark(from, askedCells(this.#shown), open.length > 0 ? from : []);
  }

  /** @param {Answer} answered */
  #take({ pick, move, refused }) {
    this.#finish();
    Object.assign(this.#shown, { pick, hint: null });
    this.#mark();
    if (move) this.dispatchEvent(new CustomEvent("pick", { detail: move }));
    else this.dispatchEvent(new CustomEvent("choose", { detail: { refused: refused === true } }));
  }

  /** @param {SVGSVGElement} root */
  #listen(root) {
    new Pointer(root, this.#shown, this.#men, this.#cells, {
      finish: () => this.#finish(),
      choose: (cell) => this.choose(cell),
      take: (answered) => this.#take(answered),
    });
    root.addEventListener("keydown", (event) => this.#key(event));
    // A click by assistive technology comes without a pointer.
    root.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? this.#cells.of(event.target) : null;
      if (cell !== null) this.choose(cell);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { board, focused, pick } = this.#shown;
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
