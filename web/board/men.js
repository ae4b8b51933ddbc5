// The men on a board, and how they move.

import { svg } from "../dom.js";
import { art, toneOf } from "../pieces.js";

/** @import { Board, Move, Piece, Seat, View } from "../types.d.ts" */
/** @import { Point } from "../geometry.js" */

const STEP = 180;
const HOP = 140;
const FADE = 200;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** May things move now? */
export const lively = () => !calm.matches && !document.hidden;

/** @typedef {{element: SVGGElement, seat: number, kind: string, tone?: string}} Man */

export class Men {
  layer = svg("g", { class: "men", "aria-hidden": "true" });
  /** By their cells. @type {Map<number, Man>} */
  #standing = new Map();
  /** Does this set have plain men, so that its king is one with a crown? */
  #flat = false;
  /** @type {Board | null} */
  #board = null;
  /** @type {Seat[]} */
  #seats = [];

  /**
   * Another board, or the same one turned: all men are put on it anew.
   * @param {Board} board
   * @param {Seat[]} seats
   * @param {View} view
   */
  begin(board, seats, view) {
    this.#board = board;
    this.#seats = seats;
    const kinds = new Set(view.pieces.map((piece) => piece.kind));
    if (kinds.size > 0) this.#flat = kinds.has("man");
    this.#standing.clear();
    this.layer.replaceChildren();
    this.settle(view, null);
  }

  /** The man on a cell. @param {number} cell */
  at(cell) {
    return this.#standing.get(cell);
  }

  /**
   * Brings the men to where they stand, with animation if a move led here.
   * @param {View} view
   * @param {Move | null} moved
   */
  settle(view, moved) {
    const moving = moved !== null && lively();
    const before = this.#standing;
    /** @type {Map<number, Man>} */
    const after = new Map(before);
    if (moved) {
      const shifts = moved.shifts ?? [];
      for (const cell of moved.captures ?? []) {
        const man = after.get(cell);
        after.delete(cell);
        if (man) this.#takeOff(man, cell, shifts, moving);
      }
      const movers = shifts.map(([from]) => before.get(from));
      for (const [from] of shifts) if (after.get(from) === before.get(from)) after.delete(from);
      shifts.forEach(([from, to], i) => {
        const man = movers[i];
        if (!man) return;
        after.set(to, man);
        const path = moved.path && moved.path.length > 1 && i === 0 ? moved.path : [from, to];
        if (moving) this.#glide(man, path);
      });
    }
    /** @type {Map<number, Man>} */
    const now = new Map();
    for (const piece of view.pieces) {
      const there = after.get(piece.cell);
      const same =
        there &&
        there.seat === piece.seat &&
        there.kind === piece.kind &&
        there.tone === piece.tone;
      if (same) after.delete(piece.cell);
      const man = same ? there : this.#put(piece, moving);
      now.set(piece.cell, man);
      man.element.style.transform = this.#place(piece.cell);
    }
    for (const [cell, man] of after) if (now.get(cell) !== man) man.element.remove();
    this.#standing = now;
  }

  /**
   * Men follow the pointer.
   * @param {number[]} cells
   * @param {Point} by
   */
  drag(cells, by) {
    for (const cell of cells) {
      const man = this.#standing.get(cell);
      if (!man || !this.#board) continue;
      const { x, y } = this.#board.cells[cell];
      man.element.style.transform = `translate(${x + by.x}px, ${y + by.y}px)`;
      man.element.classList.add("dragged");
    }
  }

  /** Men that were dragged go back to their places. */
  letGo() {
    for (const [cell, man] of this.#standing) {
      man.element.classList.remove("dragged");
      man.element.style.transform = this.#place(cell);
    }
  }

  /**
   * Shows which men are selected, and which may be removed.
   * @param {number[]} selected
   * @param {Set<number>} asked
   * @param {number[]} leaving men that go as soon as the move is complete
   */
  mark(selected, asked, leaving) {
    for (const [cell, man] of this.#standing) {
      man.element.classList.toggle("raised", selected.includes(cell));
      man.element.classList.toggle("asked", asked.has(cell));
      man.element.classList.toggle("leaving", leaving.includes(cell));
    }
  }

  /** @param {number} cell */
  #place(cell) {
    const { x, y } = /** @type {Board} */ (this.#board).cells[cell];
    return `translate(${x}px, ${y}px)`;
  }

  /** @param {Piece} piece @param {boolean} fade @returns {Man} */
  #put(piece, fade) {
    const { seat, kind, tone } = piece;
    const man = art(kind, toneOf(piece, this.#seats), this.#flat);
    const element = svg("g", { class: "holder" }, man);
    this.layer.append(element);
    if (fade)
      man.animate(
        [
          { opacity: 0, transform: "scale(1.35)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: STEP, easing: "ease-out" },
      );
    return { element, seat, kind, tone };
  }

  /**
   * A man goes along a path.
   * @param {Man} man
   * @param {number[]} path
   */
  #glide(man, path) {
    const hops = path.length - 1;
    const frames = path.map((cell) => ({
      transform: this.#place(cell),
      easing: hops > 1 ? "ease-in-out" : "ease-out",
    }));
    this.layer.append(man.element);
    man.element.animate(frames, { duration: hops > 1 ? HOP * hops : STEP });
  }

  /**
   * A man leaves the board: pushed out, or it fades where it stands.
   * @param {Man} man
   * @param {number} cell
   * @param {[number, number][]} shifts
   * @param {boolean} moving
   */
  #takeOff(man, cell, shifts, moving) {
    if (!moving) {
      man.element.remove();
      return;
    }
    const board = /** @type {Board} */ (this.#board);
    const pusher = shifts.length > 1 ? shifts.find(([, to]) => to === cell) : undefined;
    const here = board.cells[cell];
    const by = pusher ? board.cells[pusher[0]] : here;
    const end = `translate(${2 * here.x - by.x}px, ${2 * here.y - by.y}px)`;
    const fading = man.element.animate(
      [
        { transform: this.#place(cell), opacity: 1 },
        { transform: end, opacity: 0 },
      ],
      { duration: FADE + STEP, easing: "ease-in", fill: "forwards" },
    );
    fading.onfinish = () => man.element.remove();
  }
}
