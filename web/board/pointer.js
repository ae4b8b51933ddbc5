// Mouse, pen and finger on a board: picking by a click and by dragging. On a dense board a finger
// aims first, with a lens, and picks when it is lifted.

import { nearest } from "../geometry.js";
import { drop, NOTHING, selectable, targets } from "../picking.js";
import { isDense, Lens } from "./lens.js";

/** @import { Answer } from "../picking.js" */
/** @import { Cells } from "./cells.js" */
/** @import { Men } from "./men.js" */
/** @import { BoardState } from "./state.js" */

/** So far, in pixels, a finger may miss. */
const FINGER = 24;
/** So far, in pixels, a pointer moves before it drags. */
const STILL = 6;

/**
 * What a pointer may do with its board.
 * @typedef {object} Acts
 * @property {() => void} finish an announced move is carried out now
 * @property {(cell: number) => void} choose
 * @property {(answered: Answer) => void} take
 * @property {(cell: number | null) => void} hover a mouse is over a cell, or over none
 */

/**
 * A pointer that is down on a cell.
 * @typedef {object} Press
 * @property {number} cell where it went down
 * @property {number} x
 * @property {number} y
 * @property {number} id
 * @property {boolean} moved
 * @property {boolean} drags is there a man to drag?
 * @property {boolean} held was the man selected before?
 * @property {boolean} aims is nothing picked before the finger is lifted?
 */

export class Pointer {
  /** @type {Press | null} */
  #press = null;
  #lens = new Lens();

  /**
   * @param {SVGSVGElement} root
   * @param {BoardState} state
   * @param {Men} men
   * @param {Cells} cells
   * @param {Acts} acts
   */
  constructor(root, state, men, cells, acts) {
    this.root = root;
    this.state = state;
    this.men = men;
    this.cells = cells;
    this.acts = acts;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#stop());
    root.addEventListener("pointerleave", () => this.acts.hover(null));
  }

  /**
   * The cell under a pointer; a finger may miss by a little if a cell that means something is near.
   * @param {PointerEvent} event
   */
  #under(event) {
    const { board } = this.state;
    const matrix = this.root.getScreenCTM();
    if (!board || !matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (event.pointerType === "touch") {
      const live = (/** @type {number} */ cell) => this.cells.isLive(cell);
      const close = nearest(board.cells, { x, y }, FINGER / matrix.a, live);
      if (close !== null) return close;
    }
    const square = board.cells[0].shape === "square";
    const cell = nearest(board.cells, { x, y }, square ? 0.71 : 0.62);
    if (cell === null || !square) return cell;
    const at = board.cells[cell];
    return Math.abs(at.x - x) <= 0.5 && Math.abs(at.y - y) <= 0.5 ? cell : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#press) return;
    const cell = this.#under(event);
    if (cell === null) return;
    event.preventDefault();
    this.acts.finish();
    this.cells.focus(cell, { preventScroll: true });
    const { moves, pick } = this.state;
    const held = pick.from.includes(cell);
    const drags = held || (selectable(moves, NOTHING).has(cell) && !targets(moves, pick).has(cell));
    const pitch = this.root.getScreenCTM()?.a ?? 0;
    const dense = event.pointerType === "touch" && moves.length > 0 && isDense(pitch);
    const aims = dense && !held;
    // A man that was selected before stays so until the finger is lifted: it may be dragged.
    if (!aims && (!held || pick.open.length > 0)) this.acts.choose(cell);
    if (!aims && !(drags && this.state.pick.from.includes(cell))) return;
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.#press = { cell, x, y, id, moved: false, drags, held, aims };
    this.root.setPointerCapture(id);
    if (!dense) return;
    this.#lens.begin(this.root);
    this.#aim(event, cell);
  }

  /** @param {PointerEvent} event @param {number | null} cell */
  #aim(event, cell) {
    const finger = { x: event.clientX, y: event.clientY, moved: this.#press?.moved ?? false };
    this.#lens.aim(this.root, this.state, finger, cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === "mouse") this.acts.hover(this.#under(event));
    const press = this.#press;
    const matrix = this.root.getScreenCTM();
    if (!press || !matrix || press.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.hypot(dx, dy) > STILL) press.moved = true;
    if (event.pointerType === "touch" && isDense(matrix.a)) this.#aim(event, this.#under(event));
    if (press.moved && press.drags) {
      const men = press.aims ? [press.cell] : this.state.pick.from;
      this.men.drag(men, { x: dx / matrix.a, y: dy / matrix.d });
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#stop();
    const cell = this.#under(event);
    if (press.aims) this.#picked(press, cell);
    else if (!press.moved) {
      if (press.held) this.acts.choose(press.cell);
    } else if (cell !== null && cell !== press.cell) {
      this.acts.take(drop(this.state.moves, this.state.pick, press.cell, cell));
    }
  }

  /**
   * A finger that aimed was lifted. Where it slid from a man to a place that this man can go to, the
   * man was dragged; otherwise the finger only looked for the right cell.
   * @param {Press} press
   * @param {number | null} cell
   */
  #picked({ cell: from, drags }, cell) {
    if (cell === null) return;
    const alone = { ...NOTHING, from: [from] };
    const dragged = drags && cell !== from && drop(this.state.moves, alone, from, cell);
    if (dragged && !dragged.refused) this.acts.take(dragged);
    else this.acts.choose(cell);
  }

  #stop() {
    this.#press = null;
    this.#lens.end();
    this.men.letGo();
  }
}
