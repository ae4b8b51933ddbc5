// Marks under and over the pieces: last move, selection, targets, alarms and completed lines.

import { svg } from "../dom.js";
import { answer, choices } from "../picking.js";
import { art, toneOf } from "../pieces.js";
import { best } from "../verdicts.js";
import { arrow } from "./arrows.js";
import { sketch } from "./drawing.js";
import { foreseen, goals, ring, sign } from "./goals.js";
import { trails } from "./trail.js";

/** @import { Board, Move, Seat, View } from "../types.d.ts" */
/** @import { Premove } from "../premove.js" */
/** @import { BoardState } from "./state.js" */

export class Marks {
  below = svg("g", { class: "marks", "aria-hidden": "true" });
  above = svg("g", { class: "above", "aria-hidden": "true" });
  /** The effect of the move that is aimed at. */
  ahead = svg("g", { class: "above ahead", "aria-hidden": "true" });

  /**
   * @param {BoardState} state
   * @param {boolean} [fresh] whether a move just led here
   */
  draw(state, fresh = false) {
    const { board, view, last, hint, still } = state;
    if (!board || !view) return;
    this.below.replaceChildren();
    this.above.replaceChildren();
    this.ahead.replaceChildren();
    this.below.classList.toggle("fresh", fresh);
    if (last) this.#last(board, last);
    this.#alarms(board, view);
    // The best move is drawn last, on top.
    state.arrows.forEach((move, i) => {
      this.above.prepend(...arrow(board, move, i === 0 ? "hint" : "other"));
    });
    if (state.threat) this.above.append(...arrow(board, state.threat, "threat"));
    if (still) return;
    this.#picked(state, board, view);
    if (hint) this.above.append(...arrow(board, hint, "hint"));
    if (state.premove) this.#premove(board, state.premove);
    this.above.append(...state.drawn.flatMap((one) => sketch(board, one)));
  }

  /** Shows a move before it is made; a piece from the hand is shown on its target. @param {BoardState} state @param {Board} board @param {Move} move */
  announce({ view, seats }, board, move) {
    const placed = !move.from && move.to !== undefined && view;
    this.above.replaceChildren(
      ...(placed ? [standing(board, move.to ?? 0, seats[view.turn])] : []),
      ...(move.from ?? []).map((cell) => patch(board, cell, "outlined")),
      ...arrow(board, move, "announced"),
    );
  }

  /** @param {Board} board @param {Move} last */
  #last(board, last) {
    const { from, to } = touched(last);
    for (const cell of from) this.below.append(patch(board, cell, "last left"));
    for (const cell of to) this.below.append(patch(board, cell, "last"));
    this.below.append(...trails(board, last), ...rows(board, last));
  }

  /** @param {Board} board @param {View} view */
  #alarms(board, view) {
    for (const cell of view.alarms) {
      const { x, y } = board.cells[cell];
      this.below.append(svg("circle", { class: "alarm", cx: x, cy: y, r: 0.66 }));
      this.above.append(
        svg(
          "g",
          { class: "alarm-mark", transform: `translate(${x + 0.34} ${y - 0.34})` },
          svg("circle", { r: 0.15 }),
          svg("path", { d: "M0-.08V.02M0 .075V.08" }),
        ),
      );
    }
  }

  /** @param {BoardState} state @param {Board} board @param {View} view */
  #picked(state, board, view) {
    const { pick, verdicts } = state;
    for (const cell of pick.from) this.below.append(patch(board, cell, "selected"));
    const chosen = pick.open[0];
    if (chosen?.to !== undefined) {
      this.below.append(patch(board, chosen.to, "selected"), ...rows(board, chosen));
      this.above.append(ghost(board, chosen.to, state, view));
    }
    this.above.append(...goals(state, board, view));
    for (const choice of choices(pick)) {
      if (!("cell" in choice)) continue;
      this.above.append(...ring(board, choice.cell, " asked", 0.45));
      const answered = answer(pick, choice);
      const left = answered?.move ? [answered.move] : (answered?.pick.open ?? []);
      const verdict = best(left, verdicts);
      if (verdict) this.above.append(sign(board, choice.cell, verdict));
    }
  }

  /** The premove. @param {Board} board @param {Premove} premove */
  #premove(board, { from, to }) {
    for (const cell of [...from, to]) this.below.append(patch(board, cell, "wished"));
    // Of several pieces the nearest one points the way.
    const near = (/** @type {number} */ cell) =>
      Math.hypot(board.cells[cell].x - board.cells[to].x, board.cells[cell].y - board.cells[to].y);
    const [lead] = [...from].sort((a, b) => near(a) - near(b));
    if (lead === undefined) this.above.append(...ring(board, to, " wished", 0.42));
    else this.above.append(...sketch(board, { from: lead, to }, "wished"));
  }

  /** Shows the effect of a move to a cell. @param {BoardState} state @param {number | null} cell */
  foresee(state, cell) {
    const { board, view, still } = state;
    const seen = cell === null || !board || !view || still;
    this.ahead.replaceChildren(...(seen ? [] : foreseen(state, board, view, cell)));
  }
}

/**
 * Shows a piece on its target before the move is complete.
 * @param {Board} board
 * @param {number} cell
 * @param {BoardState} state
 * @param {View} view
 */
function ghost(board, cell, { pick, seats }, view) {
  const { x, y } = board.cells[cell];
  const own = view.pieces.filter((piece) => piece.seat === view.turn);
  const picked = own.find((piece) => pick.from.includes(piece.cell)) ?? own[0];
  const kind = picked?.kind ?? seats[view.turn].piece;
  const man = art(kind, toneOf(picked ?? { seat: view.turn }, seats));
  return svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, man);
}

/** A translucent piece of a seat. @param {Board} board @param {number} cell @param {Seat} seat */
function standing(board, cell, { piece, tone }) {
  const { x, y } = board.cells[cell];
  return svg(
    "g",
    { class: "ghost announced", transform: `translate(${x} ${y})` },
    art(piece, tone),
  );
}

/**
 * Returns the cells that a move left, and those that it reached.
 * @param {Move} move
 */
function touched(move) {
  const shifts = move.shifts ?? [];
  const to = new Set(shifts.length > 0 ? shifts.map(([, cell]) => cell) : []);
  if (move.to !== undefined && shifts.length === 0) to.add(move.to);
  const from = new Set(shifts.length > 0 ? shifts.map(([cell]) => cell) : (move.from ?? []));
  for (const cell of to) from.delete(cell);
  return { from, to };
}

/** Draws lights along the lines that a move completes. @param {Board} board @param {Move} move */
function rows({ cells }, { lines = [] }) {
  return lines.flatMap((line) => {
    const points = line.map((cell) => `${cells[cell].x},${cells[cell].y}`).join(" ");
    const glow = [0.54, 0.42, 0.31, 0.22].map((width) =>
      svg("polyline", { class: "row-glow", points, "stroke-width": width }),
    );
    return [...glow, svg("polyline", { class: "row", points })];
  });
}

/** @param {Board} board @param {number} cell @param {string} kind */
function patch(board, cell, kind) {
  const { x, y, shape } = board.cells[cell];
  return shape === "square"
    ? svg("rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 })
    : svg("circle", { class: kind, cx: x, cy: y, r: 0.5 });
}
