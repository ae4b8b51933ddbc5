// <agon-board>: any board of any game, drawn as SVG from the server's data, with men that can be
// selected, dragged and moved by keyboard. It reports a picked move by the event `pick`, one that is
// only wished for by `premove`, and by `choose` that something else was selected, or why not.

import { ground } from "./board/ground.js";
import { Marks } from "./board/marks.js";
import { themeOf } from "./board/materials.js";
import { Men } from "./board/men.js";
import { lively, sweep } from "./board/motion.js";
import { frame, material } from "./board/plate.js";
import { emptyState } from "./board/state.js";
import { svg } from "./dom.js";
import { neighbour, turnedBoard } from "./geometry.js";
import { t } from "./i18n.js";
import { answer, askedCells, choices, NOTHING, pickCell, whyNot } from "./picking.js";
import { settings } from "./settings.js";

/** @import { Board, Choice, Move, MoveVerdict, Seat, View } from "./types.d.ts" */
/** @import { Answer, Refused } from "./picking.js" */
/** @import { Premove } from "./premove.js" */
/** @import { Drawn } from "./board/drawing.js" */
/** @import { Live } from "./board/live.js" */
/** @import { BoardState } from "./board/state.js" */

/** A move of a computer is shown for so long before it is made. */
const ANNOUNCE = 400;

/** Is there more height than width? */
const upright = matchMedia("(max-aspect-ratio: 1/1)");

/** Where arrow keys lead. */
const DIRECTIONS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

/** Makes what a board needs that is played on, where board/live.js is loaded. @type {((state: BoardState) => Live) | null} */
let kit = null;

/** Boards can be played on from now on. @param {(state: BoardState) => Live} make */
export function equip(make) {
  kit = make;
}

export class BoardElement extends HTMLElement {
  #state = emptyState();
  #men = new Men();
  #marks = new Marks();
  /** What a board needs that is played on; a picture has none. @type {Live | null} */
  #live = null;
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
   *   near?: number, theme?: string, label?: string}} what `near` is the seat at the lower side, `theme`
   *   is said only where it is not the chosen one
   */
  show({ board, view, seats, degrees = 0, still = false, near = 0, theme, label }) {
    this.#finish();
    Object.assign(this.#state, { plain: board, seats, still, degrees, view, near, largest: 1 });
    this.#theme = theme ?? null;
    if (still) this.#live = null;
    else this.#live ??= kit?.(this.#state) ?? null;
    this.#draw(label);
  }

  connectedCallback() {
    addEventListener("look", this.#again);
    upright.addEventListener("change", this.#held);
  }

  disconnectedCallback() {
    removeEventListener("look", this.#again);
    upright.removeEventListener("change", this.#held);
  }

  /** The screen is held another way: hands lie elsewhere. */
  #held = () => {
    if (this.#hasHands()) this.#again();
  };

  #hasHands() {
    const { still, view } = this.#state;
    return !still && (view?.hands?.length ?? 0) > 0;
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

  /** The seat at the lower side: its men in hand lie there. @param {number} seat */
  set near(seat) {
    if (seat === this.#state.near) return;
    this.#state.near = seat;
    if (this.#hasHands()) this.#again();
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
      drawn: [],
      pick: NOTHING,
    });
    this.#live?.picker.close();
    this.#count(last ? [last] : []);
    const carryOut = () => {
      const announced = this.announcing;
      this.#pending = null;
      Object.assign(this.#state, { view, last });
      if (this.#state.board) this.#men.settle(view, moved);
      this.#live?.hands.draw(view.hands ?? []);
      this.#mark(moved !== null && lively());
      if (announced) this.dispatchEvent(new Event("shown"));
    };
    const { board } = this.#state;
    if (moved && announce && board && lively()) {
      this.#marks.announce(this.#state, board, moved);
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
    Object.assign(this.#state, { moves, pick: NOTHING, early: false, premove: null });
    this.#count(moves);
    if (!this.#pending) this.#mark();
  }

  /** How many men go together is learned from the moves that are seen. @param {Move[]} moves */
  #count(moves) {
    const state = this.#state;
    for (const { from = [] } of moves) state.largest = Math.max(state.largest, from.length);
  }

  /** Whose men may be sent somewhere for when the turn has come, and what was wished already. @param {number} seat @param {Premove | null} [premove] */
  wish(seat, premove = null) {
    const { board, view, largest } = this.#state;
    if (!board || !view || !this.#live) return;
    this.moves = this.#live.premoves(board, view, seat, largest);
    Object.assign(this.#state, { early: true, premove });
    if (!this.#pending) this.#mark();
  }

  /** Are moves chosen before the turn has come? */
  get early() {
    return this.#state.early;
  }

  /** Forgets what was wished. */
  dropPremove() {
    if (!this.#state.premove) return;
    this.#state.premove = null;
    this.#mark();
    this.dispatchEvent(new CustomEvent("premove", { detail: null }));
  }

  /** Goes on with what is picked in part. @param {Answer} answered */
  resume(answered) {
    this.#take(answered);
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
    const { moves, pick, premove } = this.#state;
    if (premove) {
      this.dropPremove();
      // A click on the man that was to go takes the wish back, and no more.
      if (premove.from.includes(cell) || premove.to === cell) return;
    }
    const answered = moves.length === 0 ? { pick, refused: true } : pickCell(moves, pick, cell);
    this.#take(answered, cell);
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
    const plate = frame(board);
    const tall = upright.matches;
    const live = this.#live;
    const { x, y, width, height } = live && this.#hasHands() ? live.roomy(plate, tall) : plate;
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
      live?.hands.layer,
      this.#men.layer,
      this.#marks.above,
      this.#marks.ahead,
      live?.finder.layer,
      live?.cells.layer,
      live?.picker.layer,
    );
    this.#svg = root;
    this.style.setProperty("--ratio", String(width / height));
    this.replaceChildren(root);
    if (live) {
      live.cells.begin(board);
      live.finder.begin(board);
      live.picker.close();
      live.hands.begin(plate, { tall, near: this.#state.near, seats });
      live.hands.draw(view.hands ?? []);
    }
    this.#men.hands = (seat) => this.#live?.hands.next(seat) ?? null;
    this.#men.begin(board, seats, view);
    this.#mark();
    if (live) this.#listen(root, live);
  }

  /** Draws everything that depends on what is selected. @param {boolean} [fresh] did a move lead here just now? */
  #mark(fresh = false) {
    this.#marks.draw(this.#state, fresh);
    if (!this.#live) return;
    this.#live.cells.draw(this.#men);
    const { from, open } = this.#state.pick;
    this.#men.mark(from, askedCells(this.#state.pick), open.length > 0 ? from : []);
  }

  /** @param {Answer} answered @param {number} [cell] that was picked */
  #take({ pick, move, refused }, cell) {
    this.#finish();
    const { moves, pick: before, view, early } = this.#state;
    Object.assign(this.#state, { pick, hint: null });
    if (pick.from.length > 0) this.#live?.finder.show(null);
    if (move && early) {
      this.#state.premove = { from: move.from ?? [], to: move.to ?? 0 };
      this.#mark();
      this.dispatchEvent(new CustomEvent("premove", { detail: this.#state.premove }));
      return;
    }
    this.#mark();
    if (move) {
      this.dispatchEvent(new CustomEvent("pick", { detail: move }));
      return;
    }
    /** @type {Refused | null} */
    const why = refused && view ? whyNot(moves, before, cell ?? -1, view) : null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { refused: why, cell } }));
    this.#ask();
  }

  /** Asks for a kind of man, on the cell where it arrives. */
  #ask() {
    const { board, pick, seats, view } = this.#state;
    const kinds = choices(pick).flatMap((choice) => ("kind" in choice ? [choice.kind] : []));
    const cell = pick.open[0]?.to;
    if (kinds.length === 0 || cell === undefined || !board || !view) {
      this.#live?.picker.close();
      return;
    }
    const { tone } = seats[view.turn];
    this.#live?.picker.open(board, { cell, kinds, tone }, (kind) => {
      this.#live?.cells.focus(cell, { preventScroll: true });
      if (kind) this.answer({ kind });
      else this.clear();
    });
  }

  /** Shows the name of a cell, where letters alone do not tell it, and what a move there would do. @param {number | null} cell */
  #find(cell) {
    if (cell === this.#found) return;
    this.#found = cell;
    // Lines would hide where the selected men can go.
    this.#live?.finder.show(cell, this.#state.pick.from.length === 0);
    this.#marks.foresee(this.#state, cell);
  }

  /** Men are dragged over a cell. @param {number | null} cell */
  #aim(cell) {
    this.#find(null);
    this.#marks.foresee(this.#state, cell);
  }

  /** @param {SVGSVGElement} root @param {Live} live */
  #listen(root, live) {
    live.listen(root, this.#men, {
      finish: () => this.#finish(),
      choose: (cell) => this.choose(cell),
      take: (answered, cell) => this.#take(answered, cell),
      select: (from) => this.#take({ pick: { ...NOTHING, from } }),
      hover: (cell) => this.#find(cell),
      aim: (cell) => this.#aim(cell),
      draw: (drawn) => this.#sketch(drawn),
    });
    // The focus is drawn for those who use keys.
    root.addEventListener("pointerdown", () => root.classList.add("by-pointer"), true);
    root.addEventListener("keydown", (event) => {
      root.classList.remove("by-pointer");
      this.#key(event);
    });
    root.addEventListener("focusin", (event) => {
      // A focus that came by a click leaves it to the pointer.
      const byKey = event.target instanceof Element && event.target.matches(":focus-visible");
      if (byKey) this.#find(live.cells.of(event.target));
    });
    root.addEventListener("focusout", () => this.#find(null));
    // A click by assistive technology comes without a pointer.
    root.addEventListener("click", (event) => {
      const cell = event.detail === 0 ? live.cells.of(event.target) : null;
      if (cell !== null) this.choose(cell);
    });
  }

  /** Adds what was drawn, or wipes all of it off, unless it is kept. @param {Drawn | null} drawn */
  #sketch(drawn) {
    const { drawn: before, keeps } = this.#state;
    if (!drawn && (before.length === 0 || keeps)) return;
    this.#state.drawn = (drawn && this.#live?.toggled(before, drawn)) || [];
    this.#mark();
    this.dispatchEvent(new CustomEvent("sketch", { detail: this.#state.drawn }));
  }

  /** What is drawn on this position, and stays until the position changes. @param {Drawn[]} drawn */
  set drawn(drawn) {
    Object.assign(this.#state, { drawn, keeps: true });
    if (!this.#pending) this.#mark();
  }

  /** Does every pointer draw, not only the right button? @param {boolean} on */
  set sketching(on) {
    this.#state.sketching = on;
  }

  /** Draws from one cell to another, as the right button does. @param {Drawn} drawn */
  sketch(drawn) {
    this.#sketch(drawn);
  }

  /** The cell that keys act on. */
  get focused() {
    return this.#state.focused;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { board, focused, pick, premove } = this.#state;
    const direction = DIRECTIONS.get(event.key);
    if (direction && board && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.#live?.cells.focus(neighbour(board.cells, focused, direction));
    } else if (event.key === "Enter" || event.key === " ") this.choose(focused);
    else if (event.key === "Escape" && (pick.from.length > 0 || pick.open.length > 0)) this.clear();
    else if (event.key === "Escape" && premove) this.dropPremove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("agon-board", BoardElement);
