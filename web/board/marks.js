// What is drawn under and over the men: last move, selection, targets, alarms and arrows.

import { svg } from "../dom.js";
import { answer, choices, targets } from "../picking.js";
import { art, toneOf } from "../pieces.js";
import { best, SIGNS } from "../verdicts.js";

/** @import { Board, Move, Verdict, View } from "../types.d.ts" */
/** @import { Shown } from "./shown.js" */

export class Marks {
  below = svg("g", { class: "marks", "aria-hidden": "true" });
  above = svg("g", { class: "above", "aria-hidden": "true" });

  /** @param {Shown} shown */
  draw(shown) {
    const { board, view, last, hint, still } = shown;
    if (!board || !view) return;
    this.below.replaceChildren();
    this.above.replaceChildren();
    if (last) for (const cell of touched(last)) this.below.append(patch(board, cell, "last"));
    this.#alarms(board, view);
    // The best is drawn last, above the others.
    shown.arrows.forEach((move, i) => {
      this.above.prepend(...arrow(board, move, i === 0 ? "hint" : "other"));
    });
    if (shown.threat) this.above.append(...arrow(board, shown.threat, "threat"));
    if (still) return;
    this.#picked(shown, board, view);
    if (hint) this.above.append(...arrow(board, hint, "hint"));
  }

  /** Shows a move before it is made. @param {Board} board @param {Move} move */
  announce(board, move) {
    this.above.replaceChildren(
      ...(move.from ?? []).map((cell) => patch(board, cell, "outlined")),
      ...arrow(board, move, "announced"),
    );
  }

  /** @param {Board} board @param {View} view */
  #alarms(board, view) {
    for (const cell of view.alarms) {
      this.below.append(patch(board, cell, "alarm"));
      const { x, y } = board.cells[cell];
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

  /** @param {Shown} shown @param {Board} board @param {View} view */
  #picked(shown, board, view) {
    const { moves, pick, verdicts } = shown;
    const occupied = new Set(view.pieces.map((piece) => piece.cell));
    for (const cell of pick.from) this.below.append(patch(board, cell, "selected"));
    const chosen = pick.open[0];
    if (chosen?.to !== undefined) {
      this.below.append(patch(board, chosen.to, "selected"));
      this.above.append(ghost(board, chosen.to, shown, view));
    }
    for (const [cell, there] of targets(moves, pick)) {
      const takes = occupied.has(cell) || there.some(takesAtOnce);
      const faint = pick.from.length === 0 ? " faint" : "";
      this.above.append(
        takes ? ring(board, cell, "ring", 0.43) : ring(board, cell, `dot${faint}`, 0.13),
      );
      const verdict = best(there, verdicts);
      if (verdict) this.above.append(sign(board, cell, verdict));
    }
    for (const choice of choices(pick)) {
      if (!("cell" in choice)) continue;
      this.above.append(ring(board, choice.cell, "ring asked", 0.45));
      const answered = answer(pick, choice);
      const left = answered?.move ? [answered.move] : (answered?.pick.open ?? []);
      const verdict = best(left, verdicts);
      if (verdict) this.above.append(sign(board, choice.cell, verdict));
    }
  }
}

/**
 * The man that goes to a cell, before the move is complete.
 * @param {Board} board
 * @param {number} cell
 * @param {Shown} shown
 * @param {View} view
 */
function ghost(board, cell, { pick, seats }, view) {
  const { x, y } = board.cells[cell];
  const own = view.pieces.filter((piece) => piece.seat === view.turn);
  const picked = own.find((piece) => pick.from.includes(piece.cell)) ?? own[0];
  const flat = view.pieces.length === 0 || view.pieces.some((piece) => piece.kind === "man");
  const man = art(picked?.kind ?? "man", toneOf(picked ?? { seat: view.turn }, seats), flat);
  return svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, man);
}

/** The cells that a move changed. @param {Move} move */
function touched(move) {
  const men = move.shifts?.length ? move.shifts.flat() : (move.from ?? []);
  return new Set([...men, ...(move.to === undefined ? [] : [move.to])]);
}

/** Does it capture without asking which man? @param {Move} move */
const takesAtOnce = (move) => (move.captures?.length ?? 0) > 0 && (move.more?.length ?? 0) === 0;

/** @param {Board} board @param {number} cell @param {string} kind */
function patch(board, cell, kind) {
  const { x, y, shape } = board.cells[cell];
  return shape === "square"
    ? svg("rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 })
    : svg("circle", { class: kind, cx: x, cy: y, r: 0.49 });
}

/** @param {Board} board @param {number} cell @param {string} kind @param {number} r */
const ring = (board, cell, kind, r) =>
  svg("circle", { class: kind, cx: board.cells[cell].x, cy: board.cells[cell].y, r });

/** What is known of a move, as a small sign beside its target. @param {Board} board @param {number} cell @param {Verdict} verdict */
function sign(board, cell, { value }) {
  const { x, y } = board.cells[cell];
  return svg(
    "g",
    { class: `verdict ${value}`, transform: `translate(${x + 0.3} ${y - 0.3})` },
    svg("circle", { r: 0.17 }),
    svg("text", { y: 0.095, "font-size": 0.28 }, SIGNS[value]),
  );
}

/**
 * A move as arrows: along its path, for each man of a group, or a ring where a man is placed.
 * @param {Board} board
 * @param {Move} move
 * @param {string} kind
 * @returns {SVGElement[]}
 */
function arrow({ cells }, move, kind) {
  if (move.to === undefined) return [];
  const men = move.from ?? [];
  /** @type {SVGElement[]} */
  const parts = [];
  const line = { class: `arrow ${kind}`, "marker-end": "url(#head)" };
  if (move.path && move.path.length > 1) {
    const points = move.path.map((cell) => `${cells[cell].x},${cells[cell].y}`).join(" ");
    parts.push(svg("polyline", { ...line, points }));
  } else if (men.length > 0) {
    for (const [from, to] of move.shifts?.filter(([from]) => men.includes(from)) ?? []) {
      const [a, b] = [cells[from], cells[to]];
      parts.push(svg("line", { ...line, x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
    }
  } else {
    const { x, y } = cells[move.to];
    parts.push(svg("circle", { class: `ring ${kind}`, cx: x, cy: y, r: 0.4 }));
  }
  if (kind === "other") return parts;
  for (const choice of move.more ?? []) {
    if (!("cell" in choice)) continue;
    const { x, y } = cells[choice.cell];
    parts.push(svg("circle", { class: "ring asked", cx: x, cy: y, r: 0.45 }));
  }
  return parts;
}
