// The choice of a kind of piece, such as at a promotion: the kinds in a column from the target cell towards the
// middle of the board, the strongest first.

import { svg } from "../dom.js";
import { extent } from "../geometry.js";
import { t, word } from "../i18n.js";
import { art } from "../pieces.js";
import { frame } from "./plate.js";

/** @import { Board } from "../types.d.ts" */

/** Kinds by preference. */
export const PREFERRED = ["queen", "rook", "bishop", "knight"];

/** Sorts kinds by preference. @param {string[]} kinds */
export function inOrder(kinds) {
  const rank = (/** @type {string} */ kind) => {
    const place = PREFERRED.indexOf(kind);
    return place < 0 ? PREFERRED.length : place;
  };
  return [...kinds].sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns the points of the column: on the cell and towards the middle.
 * @param {Pick<Board, "cells">} board
 * @param {number} cell
 * @param {number} count
 * @returns {{x: number, y: number}[]}
 */
export function column({ cells }, cell, count) {
  const { x, y } = cells[cell];
  const box = extent(cells);
  const down = y <= box.y + box.height / 2 ? 1 : -1;
  return Array.from({ length: count }, (_, i) => ({ x, y: y + i * down }));
}

export class Picker {
  layer = svg("g", { class: "picker" });

  get isOpen() {
    return this.layer.childElementCount > 0;
  }

  /**
   * @param {Board} board
   * @param {{cell: number, kinds: string[], tone: string}} what
   * @param {(kind: string | null) => void} done called with null if it was cancelled
   */
  open(board, { cell, kinds, tone }, done) {
    const places = column(board, cell, kinds.length);
    const answer = (/** @type {string | null} */ kind) => {
      this.close();
      done(kind);
    };
    // A finger put down on the board below and lifted here clicks by accident.
    let pressed = false;
    const meant = (/** @type {MouseEvent} */ event) => pressed || event.detail === 0;
    const options = inOrder(kinds).map((kind, i) => {
      const { x, y } = places[i];
      const option = svg(
        "g",
        {
          class: "option",
          role: "button",
          tabindex: 0,
          "data-kind": kind,
          "aria-label": word("kind", kind),
          transform: `translate(${x} ${y})`,
        },
        svg("rect", { class: "seat", x: -0.5, y: -0.5, width: 1, height: 1 }),
        art(kind, tone),
        svg("rect", { class: "hit", x: -0.5, y: -0.5, width: 1, height: 1 }),
      );
      option.addEventListener("click", (event) => {
        event.stopPropagation();
        if (meant(event)) answer(kind);
      });
      return option;
    });
    const veil = svg("rect", { class: "veil", ...frame(board) });
    veil.addEventListener("click", (event) => {
      event.stopPropagation();
      if (meant(event)) answer(null);
    });
    const group = svg("g", { role: "group", "aria-label": t("play.promote") }, ...options);
    group.addEventListener("keydown", (event) => {
      const at = options.findIndex((option) => option.matches(":focus"));
      const by = ["ArrowDown", "ArrowRight"].includes(event.key)
        ? 1
        : ["ArrowUp", "ArrowLeft"].includes(event.key)
          ? -1
          : 0;
      if (by !== 0) options[(at + by + options.length) % options.length].focus();
      else if (event.key === "Enter" || event.key === " ")
        answer(options[at]?.dataset.kind ?? null);
      else if (event.key === "Escape") answer(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.layer.replaceChildren(veil, group);
    for (const part of [veil, group])
      part.addEventListener("pointerdown", () => {
        pressed = true;
      });
    // The board below gets no event.
    for (const name of ["pointerdown", "pointerup", "pointermove"])
      for (const part of [veil, group])
        part.addEventListener(name, (event) => event.stopPropagation());
    options[0]?.focus({ preventScroll: true });
  }

  close() {
    this.layer.replaceChildren();
  }
}
