// The pieces on a board, and their movements.

import { svg } from "../dom.js";
import { art, toneOf } from "../pieces.js";
import { arrive, at, leave, lively, moving, travel, wave } from "./motion.js";

/** @import { Board, Move, Piece, Seat, View } from "../types.d.ts" */
/** @import { Point } from "../geometry.js" */

/** @typedef {{element: SVGGElement, seat: number, kind: string, tone?: string}} DrawnPiece */

/**
 * Returns the point and size, in the units of the board, to which captured pieces of a seat move.
 * @typedef {(seat: number) => {place: Point, size: number} | null} Trays
 */

export class Pieces {
  layer = svg("g", { class: "men", "aria-hidden": "true" });
  /** @type {Trays} */
  trays = () => null;
  /** Returns where placed pieces of a seat come from. @type {Trays} */
  hands = () => null;
  /** Pieces by cell. @type {Map<number, DrawnPiece>} */
  #standing = new Map();
  /** @type {Board | null} */
  #board = null;
  /** @type {Seat[]} */
  #seats = [];

  /**
   * Sets the board, also the same one turned.
   * @param {Board} board
   * @param {Seat[]} seats
   * @param {View} view
   */
  begin(board, seats, view) {
    this.#board = board;
    this.#seats = seats;
    this.#standing.clear();
    this.layer.replaceChildren();
    this.settle(view, null);
  }

  /** @param {number} cell */
  at(cell) {
    return this.#standing.get(cell);
  }

  /**
   * Moves the pieces to a position, animated if a move led there.
   * @param {View} view
   * @param {Move | null} moved
   */
  settle(view, moved) {
    const animated = moved !== null && lively();
    const before = this.#standing;
    /** @type {Map<number, DrawnPiece>} */
    const after = new Map(before);
    if (moved) {
      const shifts = moved.shifts ?? [];
      for (const cell of moved.captures ?? []) {
        const man = after.get(cell);
        after.delete(cell);
        if (man) this.#takeOff(man, cell, shifts, animated);
      }
      const movers = shifts.map(([from]) => before.get(from));
      for (const [from] of shifts) if (after.get(from) === before.get(from)) after.delete(from);
      shifts.forEach(([from, to], i) => {
        const man = movers[i];
        if (!man) return;
        after.set(to, man);
        const path = moved.path && moved.path.length > 1 && i === 0 ? moved.path : [from, to];
        if (animated) this.#go(man, path);
      });
    }
    /** @type {Map<number, DrawnPiece>} */
    const now = new Map();
    for (const piece of view.pieces) {
      const there = after.get(piece.cell);
      const same =
        there &&
        there.seat === piece.seat &&
        there.kind === piece.kind &&
        there.tone === piece.tone;
      if (same) after.delete(piece.cell);
      const man = same ? there : this.#put(piece, animated);
      now.set(piece.cell, man);
      man.element.style.transform = at(this.#place(piece.cell));
    }
    for (const [cell, man] of after) if (now.get(cell) !== man) man.element.remove();
    // Leaving pieces pass over the others.
    this.layer.append(...this.layer.querySelectorAll(".gone"));
    this.#standing = now;
  }

  /**
   * Moves pieces with the pointer.
   * @param {number[]} cells
   * @param {Point} by
   */
  drag(cells, by) {
    for (const cell of cells) {
      const man = this.#standing.get(cell);
      if (!man || !this.#board) continue;
      const { x, y } = this.#place(cell);
      man.element.style.transform = at({ x: x + by.x, y: y + by.y });
      if (!man.element.classList.contains("dragged")) {
        man.element.classList.add("dragged");
        this.layer.append(man.element);
      }
    }
  }

  /** Moves dragged pieces back. */
  letGo() {
    for (const [cell, man] of this.#standing) {
      man.element.classList.remove("dragged");
      man.element.style.transform = at(this.#place(cell));
    }
  }

  /**
   * Marks selected pieces, and those that may be removed.
   * @param {number[]} selected
   * @param {Set<number>} asked
   * @param {number[]} leaving pieces that leave as soon as the move is complete
   */
  mark(selected, asked, leaving) {
    for (const [cell, man] of this.#standing) {
      man.element.classList.toggle("raised", selected.includes(cell));
      man.element.classList.toggle("asked", asked.has(cell));
      man.element.classList.toggle("leaving", leaving.includes(cell));
    }
  }

  /** Raises the pieces of seats one after the other, from the left. @param {number[]} seats */
  rejoice(seats) {
    const theirs = [...this.#standing]
      .filter(([, man]) => seats.includes(man.seat))
      .sort(([a], [b]) => this.#place(a).x - this.#place(b).x)
      .flatMap(([, man]) => moving(man.element) ?? []);
    wave(theirs);
  }

  /** @param {number} cell @returns {Point} */
  #place(cell) {
    return /** @type {Board} */ (this.#board).cells[cell];
  }

  /** @param {Piece} piece @param {boolean} animated @returns {DrawnPiece} */
  #put(piece, animated) {
    const { seat, kind, tone } = piece;
    const element = svg("g", { class: "holder" }, art(kind, toneOf(piece, this.#seats)));
    this.layer.append(element);
    const parts = animated && moving(element);
    const hand = parts && this.hands(seat);
    if (parts && hand) travel(parts, [hand.place, this.#place(piece.cell)], 0.3, hand.size);
    else if (parts) arrive(parts);
    return { element, seat, kind, tone };
  }

  /**
   * Moves a piece along a path.
   * @param {DrawnPiece} man
   * @param {number[]} path
   */
  #go(man, path) {
    this.layer.append(man.element);
    const parts = moving(man.element);
    // Marbles roll, other pieces are lifted.
    const height = man.kind === "marble" ? 0 : 0.1;
    if (parts)
      travel(
        parts,
        path.map((cell) => this.#place(cell)),
        height,
      );
  }

  /**
   * Moves a piece off the board: pushed out, or captured.
   * @param {DrawnPiece} man
   * @param {number} cell
   * @param {[number, number][]} shifts
   * @param {boolean} animated
   */
  #takeOff(man, cell, shifts, animated) {
    const parts = animated ? moving(man.element) : null;
    if (!parts) {
      man.element.remove();
      return;
    }
    const pusher = shifts.length > 1 ? shifts.find(([, to]) => to === cell) : undefined;
    const from = this.#place(cell);
    const by = pusher && this.#place(pusher[0]);
    const over = by && { x: 2 * from.x - by.x, y: 2 * from.y - by.y };
    const tray = this.trays(man.seat);
    man.element.classList.add("gone");
    const { place = null, size = 1 } = tray ?? {};
    // A piece that flies to a tray passes over what is beside the board.
    const host = place && this.layer.closest("agon-board");
    host?.classList.add("flying");
    void leave(parts, { from, ...(over ? { over } : {}), tray: place, size }).then(() =>
      host?.classList.remove("flying"),
    );
  }
}
