// The name of the hole under the pointer or with the focus, and the lines through it, on boards whose letters alone
// do not tell it.

import { svg } from "../dom.js";
import { isDrilled, straights } from "../geometry.js";
import { settings } from "../settings.js";
import { coarseness } from "./plate.js";

/** @import { Board } from "../types.d.ts" */

export class Finder {
  layer = svg("g", { class: "finder", "aria-hidden": "true" });
  /** @type {Board | null} */
  #board = null;

  /** @param {Board} board */
  begin(board) {
    this.#board = board;
    this.show(null);
  }

  /** @param {number | null} cell @param {boolean} [lines] whether to show the lines through it */
  show(cell, lines = true) {
    const board = this.#board;
    this.layer.replaceChildren();
    if (cell === null || !board || !isDrilled(board) || !settings.coordinates) return;
    const { x, y, name } = board.cells[cell];
    const size = 0.2 + 0.1 * coarseness(board);
    const width = size * (0.75 + 0.62 * name.length);
    const height = size * 1.35;
    const through = lines ? straights(board, cell) : [];
    for (const [a, b] of through) {
      const [p, q] = [board.cells[a], board.cells[b]];
      this.layer.append(svg("line", { class: "straight", x1: p.x, y1: p.y, x2: q.x, y2: q.y }));
    }
    // The names at the ends of the lines show the direction of counting.
    for (const end of new Set(through.flat())) {
      const at = board.cells[end];
      const text = { class: "end", x: at.x, y: at.y + size * 0.3, "font-size": size * 0.8 };
      if (end !== cell) this.layer.append(svg("text", text, at.name));
    }
    this.layer.append(
      svg(
        "g",
        { class: "tag", transform: `translate(${x} ${y - 0.5 - height / 2})` },
        svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
        svg("text", { y: size * 0.36, "font-size": size }, name),
      ),
    );
  }
}
