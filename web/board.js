// <agon-board>: any board of any game, drawn as SVG from the server's data. Pages `show` a board, `update` its position,
// `set` the rest, and read `state`. A board that is played on (board/live.js) reports a picked move by the event `pick`,
// a premove by `premove`, drawings by `sketch`, and any other selection or refused click by `choose`.

import { ground } from "./board/ground.js";
import { Marks } from "./board/marks.js";
import { themeOf } from "./board/materials.js";
import { Pieces } from "./board/pieces.js";
import { lively, sweep } from "./board/motion.js";
import { frame, material } from "./board/plate.js";
import { change, emptyState, hasHands, leavePosition } from "./board/state.js";
import { svg } from "./dom.js";
import { turnedBoard } from "./geometry.js";
import { t } from "./i18n.js";
import { askedCells } from "./picking.js";
import { settings } from "./settings.js";

/** @import { Board, Move, Seat, View } from "./types.d.ts" */
/** @import { Acts, Live } from "./board/live.js" */
/** @import { BoardState, Changes } from "./board/state.js" */

/** Milliseconds for which a computer's move is shown before it is made. */
const ANNOUNCE = 400;

/** Whether the screen is higher than wide: pieces in hand lie above and below the board. */
const upright = matchMedia("(max-aspect-ratio: 1/1)");

/** Makes the input of a board; null until board/live.js is loaded. @type {((state: BoardState, acts: Acts) => Live) | null} */
let makeLive = null;

/** Sets how boards get their input. @param {(state: BoardState, acts: Acts) => Live} make */
export function equip(make) {
  makeLive = make;
}

export class BoardElement extends HTMLElement {
  state = emptyState();
  /** Input; null for pictures. @type {Live | null} */
  live = null;
  #men = new Pieces();
  #marks = new Marks();
  /** Material, if it is not that of the settings. @type {string | null} */
  #theme = null;
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** Makes the announced move. @type {(() => void) | null} */
  #pending = null;
  #timer = 0;

  /**
   * Draws a board.
   * @param {{board: Board, view: View, seats: Seat[], degrees?: number, still?: boolean,
   *   near?: number, theme?: string, label?: string}} what `near` is the seat at the lower side, `theme` the
   *   material if it is not that of the settings
   */
  show({ board, view, seats, degrees = 0, still = false, near = 0, theme, label }) {
    this.#finish();
    Object.assign(this.state, { plain: board, seats, still, degrees, view, near, largest: 1 });
    this.#theme = theme ?? null;
    if (still) this.live = null;
    else this.live ??= makeLive?.(this.state, this.#acts()) ?? null;
    this.#draw(label);
  }

  /** @returns {Acts} */
  #acts() {
    return {
      finish: () => this.#finish(),
      mark: () => this.#mark(),
      foresee: (cell) => this.#marks.foresee(this.state, cell),
      emit: (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail })),
    };
  }

  connectedCallback() {
    addEventListener("look", this.#redraw);
    upright.addEventListener("change", this.#rotated);
  }

  disconnectedCallback() {
    removeEventListener("look", this.#redraw);
    upright.removeEventListener("change", this.#rotated);
  }

  #rotated = () => {
    if (hasHands(this.state)) this.#redraw();
  };

  #redraw = () => {
    if (!this.state.plain) return;
    this.#finish();
    this.#draw(this.#svg?.getAttribute("aria-label") ?? undefined);
  };

  /**
   * Shows another position.
   * @param {View} view
   * @param {{moved?: Move | null, last?: Move | null, announce?: boolean}} [how] `moved` led here
   *   and is animated; `last` is only marked
   */
  update(view, { moved = null, last = moved, announce = false } = {}) {
    this.#finish();
    leavePosition(this.state, last);
    this.live?.picker.close();
    const carryOut = () => {
      const { announced, board } = this.state;
      this.#pending = null;
      Object.assign(this.state, { view, last, announced: null });
      if (board) this.#men.settle(view, moved);
      this.live?.hands.draw(view.hands ?? []);
      this.#mark(moved !== null && lively());
      if (announced) this.dispatchEvent(new Event("shown"));
    };
    const { board } = this.state;
    if (moved && announce && board && lively()) {
      this.#marks.announce(this.state, board, moved);
      this.state.announced = moved;
      this.#pending = carryOut;
      this.#timer = setTimeout(carryOut, ANNOUNCE);
    } else carryOut();
  }

  /** Changes what is shown beside the position. @param {Changes} changes */
  set(changes) {
    if (changes.hint !== undefined) this.#finish();
    const changed = change(this.state, changes);
    if (changed === "board") this.#redraw();
    else if (changed === "marks" && !this.#pending) this.#mark();
  }

  /** Animates the end of a game. @param {number[]} winners seats; none at a draw */
  celebrate(winners) {
    this.#finish();
    if (!lively() || !this.#svg || !this.state.board) return;
    this.#men.rejoice(winners);
    sweep(this.#svg, frame(this.state.board));
  }

  /** Makes an announced move at once. */
  #finish() {
    clearTimeout(this.#timer);
    this.#pending?.();
  }

  /** @param {string | undefined} label */
  #draw(label) {
    const { plain, still, degrees, seats, view } = this.state;
    if (!plain || !view) return;
    const board = turnedBoard(plain, degrees);
    this.state.board = board;
    const theme = this.#theme ?? settings.boards;
    const plate = frame(board);
    const tall = upright.matches;
    const { live } = this;
    const box = live && hasHands(this.state) ? live.roomy(plate, tall) : plate;
    const { x, y, width, height } = box;
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
    live?.begin(root, this.#men, { plate, tall });
    this.#men.hands = (seat) => this.live?.hands.next(seat) ?? null;
    this.#men.trays = (seat) => this.#tray(seat);
    this.#men.begin(board, seats, view);
    this.#mark();
  }

  /** Returns where captured pieces of a seat move, in the units of the board. @param {number} seat */
  #tray(seat) {
    const tray = this.state.trays(seat)?.getBoundingClientRect();
    const matrix = this.#svg?.getScreenCTM();
    if (!tray || !matrix) return null;
    const middle = new DOMPoint(tray.x + tray.width / 2, tray.y + tray.height / 2);
    const { x, y } = middle.matrixTransform(matrix.inverse());
    return { place: { x, y }, size: Math.min(1, Math.max(16, tray.height) / matrix.a) };
  }

  /** Draws what depends on the selection. @param {boolean} [fresh] whether a move just led here */
  #mark(fresh = false) {
    this.#marks.draw(this.state, fresh);
    if (!this.live) return;
    this.live.cells.draw(this.#men);
    const { from, open } = this.state.pick;
    this.#men.mark(from, askedCells(this.state.pick), open.length > 0 ? from : []);
  }
}

customElements.define("agon-board", BoardElement);
