// Mouse, pen and finger on a board: picking by clicks and by dragging. A line drawn over pieces selects them, and
// continues as a move. On a dense board a finger aims with a lens, and picks when it is lifted. The right button
// draws.

import { nearest } from "../geometry.js";
import { drop, lineUp, NOTHING, selectable, targets } from "../picking.js";
import { settings } from "../settings.js";
import { cellUnder, pointAt } from "./hit.js";
import { isDense, Lens } from "./lens.js";

/** @import { Answer } from "../picking.js" */
/** @import { Point } from "../geometry.js" */
/** @import { Cells } from "./cells.js" */
/** @import { Drawn } from "./drawing.js" */
/** @import { Hands } from "./hands.js" */
/** @import { Pieces } from "./pieces.js" */
/** @import { BoardState } from "./state.js" */

/** Pixels that a pointer moves before it drags. */
const STILL = 6;
/** Distance from the middle of a cell, in cells, within which a pointer is over it; between cells it stays with the last one. */
const OVER = 0.46;
/** Length of the steps, in cells, in which a fast pointer is followed. */
const STRIDE = 0.3;

/**
 * What a pointer does with its board.
 * @typedef {object} Acts
 * @property {() => void} finish makes an announced move at once
 * @property {(cell: number) => void} choose
 * @property {(answered: Answer, cell: number) => void} take continues with the result of a drag to a cell
 * @property {(men: number[]) => void} select selects exactly these pieces
 * @property {(cell: number | null) => void} hover a mouse is over a cell, or over none
 * @property {(cell: number | null) => void} aim pieces are dragged over a cell, or over none
 * @property {(drawn: Drawn | null) => void} draw adds a drawing; null removes all
 */

/**
 * A pressed pointer.
 * @typedef {object} Press
 * @property {number} cell where it was pressed
 * @property {number} x
 * @property {number} y
 * @property {number} id
 * @property {boolean} moved
 * @property {boolean} drags whether a piece can be dragged
 * @property {boolean} held whether the piece was selected before
 * @property {boolean} aims whether nothing is picked until the finger is lifted
 * @property {number[] | null} line pieces of the drawn line, if several
 * @property {number} head last piece of the line
 * @property {Point} last last point on the board
 * @property {number | null} over last cell under it
 */

export class Pointer {
  /** @type {Press | null} */
  #press = null;
  /** Where the right button was pressed. @type {{cell: number, id: number} | null} */
  #drawing = null;
  /** Seat whose piece is dragged from the hand. @type {{seat: number, id: number} | null} */
  #placing = null;
  #lens = new Lens();

  /**
   * @param {SVGSVGElement} root
   * @param {BoardState} state
   * @param {{men: Pieces, cells: Cells, hands: Hands}} layers
   * @param {Acts} acts
   */
  constructor(root, state, { men, cells, hands }, acts) {
    this.root = root;
    this.state = state;
    this.men = men;
    this.cells = cells;
    this.hands = hands;
    this.acts = acts;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#stop());
    root.addEventListener("pointerleave", () => this.acts.hover(null));
    root.addEventListener("contextmenu", (event) => {
      if (settings.drawing || this.#press) event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = cellUnder(this.root, this.state, this.cells, event);
    const { sketching } = this.state;
    if (event.button === 2 || (sketching && event.button === 0)) this.#sketch(event, cell);
    if (event.button !== 0 || sketching || this.#press || this.#placing) return;
    this.acts.draw(null);
    if (cell === null) {
      this.#take(event);
      return;
    }
    event.preventDefault();
    this.acts.finish();
    this.cells.focus(cell, { preventScroll: true });
    const { moves, pick } = this.state;
    const held = pick.from.includes(cell);
    const drags = held || (selectable(moves, NOTHING).has(cell) && !targets(moves, pick).has(cell));
    const pitch = this.root.getScreenCTM()?.a ?? 0;
    const dense = event.pointerType === "touch" && moves.length > 0 && isDense(pitch);
    const aims = dense && !held;
    // A selected piece stays selected until the pointer is released: it may be dragged.
    if (!aims && (!held || pick.open.length > 0)) this.acts.choose(cell);
    if (!aims && !(drags && this.state.pick.from.includes(cell))) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    const last = pointAt(this.root, event) ?? { x: 0, y: 0 };
    const line = null;
    this.#press = {
      cell,
      x,
      y,
      id,
      moved: false,
      drags,
      held,
      aims,
      line,
      head: cell,
      last,
      over: cell,
    };
    this.root.setPointerCapture(id);
    if (!dense) return;
    this.#lens.begin(this.root);
    this.#look(event, cell);
  }

  /** Drags a piece from the hand, if one may be placed. @param {PointerEvent} event */
  #take(event) {
    const at = pointAt(this.root, event);
    const seat = at && this.hands.at(at);
    const { moves, pick, view, early } = this.state;
    const places = moves.some((move) => !move.from && move.to !== undefined);
    if (seat === null || !places || pick.open.length > 0) return;
    if (!early && seat !== view?.turn) return;
    event.preventDefault();
    this.acts.finish();
    this.#placing = { seat, id: event.pointerId };
    this.root.setPointerCapture(event.pointerId);
  }

  /** Begins an arrow, or cancels a drag. @param {PointerEvent} event @param {number | null} cell */
  #sketch(event, cell) {
    if (this.#press) this.#stop();
    else if ((settings.drawing || this.state.sketching) && cell !== null) {
      if (this.state.sketching) this.cells.focus(cell, { preventScroll: true });
      event.preventDefault();
      this.#drawing = { cell, id: event.pointerId };
      this.root.setPointerCapture(event.pointerId);
    }
  }

  /** @param {PointerEvent} event @param {number | null} cell */
  #look(event, cell) {
    const finger = { x: event.clientX, y: event.clientY, moved: this.#press?.moved ?? false };
    this.#lens.aim(this.root, this.state, finger, cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === "mouse" && !this.#press)
      this.acts.hover(cellUnder(this.root, this.state, this.cells, event));
    if (this.#placing?.id === event.pointerId) {
      this.hands.drag(this.#placing.seat, pointAt(this.root, event));
      return;
    }
    const press = this.#press;
    const matrix = this.root.getScreenCTM();
    if (!press || !matrix || press.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.hypot(dx, dy) > STILL) press.moved = true;
    const under = cellUnder(this.root, this.state, this.cells, event);
    if (event.pointerType === "touch" && isDense(matrix.a)) this.#look(event, under);
    if (!press.moved || !press.drags) return;
    const at = pointAt(this.root, event);
    if (at && !press.held) this.#sweep(press, at);
    if (press.line && at) this.#carry(press.line, press.head, at);
    else {
      const men = press.aims ? [press.cell] : this.state.pick.from;
      this.men.drag(men, { x: dx / matrix.a, y: dy / matrix.d });
    }
    if (under === press.over) return;
    press.over = under;
    this.acts.aim(under);
  }

  /**
   * Selects the pieces between the last point and this one.
   * @param {Press} press
   * @param {Point} at
   */
  #sweep(press, at) {
    const { board, moves } = this.state;
    if (!board) return;
    const { last } = press;
    press.last = at;
    const way = { x: at.x - last.x, y: at.y - last.y };
    const steps = Math.max(1, Math.ceil(Math.hypot(way.x, way.y) / STRIDE));
    for (let i = 1; i <= steps; i += 1) {
      const point = { x: last.x + (way.x * i) / steps, y: last.y + (way.y * i) / steps };
      const over = nearest(board.cells, point, OVER);
      if (over === null || over === press.head) continue;
      const line = lineUp(moves, press.cell, over);
      if (!line || (line.length < 2 && !press.line)) continue;
      Object.assign(press, { line, head: over });
      this.men.letGo();
      this.acts.select(line);
    }
  }

  /** Moves the pieces of a line with the pointer once it leaves them, by one step at most. @param {number[]} line @param {number} head @param {Point} at */
  #carry(line, head, at) {
    const { board } = this.state;
    if (!board) return;
    const over = nearest(board.cells, at, OVER);
    const { x, y } = board.cells[head];
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < OVER || (over !== null && line.includes(over))) return this.men.letGo();
    const by = Math.min(1, far) / far;
    this.men.drag(line, { x: (at.x - x) * by, y: (at.y - y) * by });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const cell = cellUnder(this.root, this.state, this.cells, event);
    if (this.#drawing?.id === event.pointerId) {
      const { cell: from } = this.#drawing;
      this.#drawing = null;
      const tone = event.shiftKey ? "R" : "Y";
      if (cell !== null) this.acts.draw({ from, to: cell, ...(this.state.keeps ? { tone } : {}) });
      if (event.button === 0) return;
    }
    if (this.#placing?.id === event.pointerId) {
      const { seat } = this.#placing;
      const at = pointAt(this.root, event);
      this.#stop();
      if (cell !== null && at) this.hands.release(seat, at, () => this.acts.choose(cell));
      return;
    }
    const press = this.#press;
    if (!press || press.id !== event.pointerId || event.button !== 0) return;
    this.#stop();
    if (press.line) {
      if (cell !== null && !press.line.includes(cell)) this.#drop(press.head, cell);
    } else if (press.aims) this.#picked(press, cell);
    else if (!press.moved) {
      if (press.held) this.acts.choose(press.cell);
    } else if (cell !== null && cell !== press.cell) this.#drop(press.cell, cell);
  }

  /** @param {number} from @param {number} to */
  #drop(from, to) {
    this.acts.take(drop(this.state.moves, this.state.pick, from, to), to);
  }

  /**
   * Picks with a finger that aimed. If it slid from a piece to one of its targets, the piece was dragged; otherwise
   * it only aimed.
   * @param {Press} press
   * @param {number | null} cell
   */
  #picked({ cell: from, drags }, cell) {
    if (cell === null) return;
    const alone = { ...NOTHING, from: [from] };
    const dragged = drags && cell !== from && drop(this.state.moves, alone, from, cell);
    if (dragged && !dragged.refused) this.acts.take(dragged, cell);
    else this.acts.choose(cell);
  }

  #stop() {
    if (this.#placing) this.hands.drag(this.#placing.seat, null);
    this.#placing = null;
    this.#press = null;
    this.#lens.end();
    this.men.letGo();
    this.acts.aim(null);
  }
}
