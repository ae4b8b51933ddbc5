// The cells as buttons: focusable, labelled with what is on them and what can be done.

import { svg } from "../dom.js";
import { t, word } from "../i18n.js";
import { best, inWords } from "../verdicts.js";
import { askedCells, NOTHING, selectable, targets } from "../picking.js";

/** @import { Board, Move, Seat } from "../types.d.ts" */
/** @import { BoardState } from "./state.js" */
/** @import { DrawnPiece, Pieces } from "./pieces.js" */

export class Cells {
  layer = svg("g", { class: "cells" });
  /** @type {SVGGElement[]} */
  #all = [];
  /** @type {BoardState} */
  #state;

  /** @param {BoardState} state */
  constructor(state) {
    this.#state = state;
  }

  /** @param {Board} board */
  begin(board) {
    this.#all = board.cells.map((cell, i) => {
      const square = cell.shape === "square";
      const group = svg(
        "g",
        {
          class: "cell",
          role: "button",
          tabindex: i === this.#state.focused ? 0 : -1,
          "data-cell": cell.name,
        },
        // Two lines, so that the focus is visible on light and on dark.
        ...["halo", "hit"].map((kind) =>
          square
            ? svg("rect", { class: kind, x: cell.x - 0.5, y: cell.y - 0.5, width: 1, height: 1 })
            : svg("circle", { class: kind, cx: cell.x, cy: cell.y, r: 0.5 }),
        ),
      );
      group.addEventListener("focus", () => this.#focused(i));
      return group;
    });
    this.layer.replaceChildren(...(this.#state.still ? [] : this.#all));
  }

  /** Focuses a cell. @param {number} cell @param {FocusOptions} [how] */
  focus(cell, how) {
    this.#all[cell]?.focus(how);
  }

  /** @param {number} cell */
  #focused(cell) {
    this.#all[this.#state.focused]?.setAttribute("tabindex", "-1");
    this.#state.focused = cell;
    this.#all[cell]?.setAttribute("tabindex", "0");
  }

  /** Whether the cell can be used now. @param {number} cell */
  isLive(cell) {
    return this.#all[cell].classList.contains("live");
  }

  /** Returns the cell of an element. @param {EventTarget | null} target */
  of(target) {
    const cell = this.#all.findIndex((one) => one.contains(/** @type {Node | null} */ (target)));
    return cell < 0 ? null : cell;
  }

  /** Labels every cell, and marks those that can be used. @param {Pieces} men */
  draw(men) {
    const { moves, pick } = this.#state;
    const joins = pick.from.length > 0 ? selectable(moves, pick) : new Set();
    const to = targets(moves, pick);
    const asked = askedCells(pick);
    const next = selectable(moves, pick);
    const first = selectable(moves, NOTHING);
    this.#all.forEach((element, i) => {
      const can = to.has(i) || next.has(i) || asked.has(i) || first.has(i);
      element.classList.toggle("live", can);
      element.setAttribute("aria-label", this.#name(i, men, { to, first, asked, joins }));
      if (pick.from.includes(i)) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    });
  }

  /**
   * Returns the label of a cell.
   * @param {number} cell
   * @param {Pieces} men
   * @param {{to: Map<number, Move[]>, first: Set<number>, asked: Set<number>, joins: Set<number>}} can
   *   targets of the selected pieces, and the cells that can be selected, removed, or join them
   */
  #name(cell, men, { to, first, asked, joins }) {
    const { board, seats, moves, pick, verdicts, early } = this.#state;
    if (!board) return "";
    const man = men.at(cell);
    const parts = [board.cells[cell].name, man ? manInWords(man, seats) : t("board.empty")];
    if (pick.from.includes(cell)) parts.push(t("board.selected"));
    // A premove may turn out illegal.
    if (early) return parts.join(", ");
    if (asked.has(cell)) parts.push(t("board.remove"));
    else if (joins.has(cell)) parts.push(t("board.joins"));
    else if (to.has(cell)) {
      parts.push(man ? t("board.take") : t("board.target"));
      const verdict = best(to.get(cell) ?? [], verdicts);
      if (verdict) parts.push(inWords(verdict));
    } else if (first.has(cell)) {
      const goals = moves.flatMap((move) =>
        move.from?.length === 1 && move.from[0] === cell && move.to !== undefined ? [move.to] : [],
      );
      const names = [...new Set(goals.map((goal) => board.cells[goal].name))];
      parts.push(
        names.length > 0 ? t("board.goals", { cells: names.join(", ") }) : t("board.movable"),
      );
    }
    return parts.join(", ");
  }
}

/** @param {DrawnPiece} man @param {Seat[]} seats */
function manInWords({ seat, kind, tone }, seats) {
  const player = word("seat", seats[seat]?.name ?? "");
  const man = word("kind", kind);
  if (tone === undefined) return t("board.man", { colour: player, man });
  return t("board.man.of", { colour: word("seat", tone), man, player });
}
