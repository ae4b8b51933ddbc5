// What the selected pieces can do: targets, directions, pieces they would push, and pieces that may join them.

import { svg } from "../dom.js";
import { selectable, targets } from "../picking.js";
import { art, toneOf } from "../pieces.js";
import { best, SIGNS } from "../verdicts.js";

/** @import { Board, Move, Verdict, View } from "../types.d.ts" */
/** @import { BoardState } from "./state.js" */

/** Whether a move captures without a choice of the piece. @param {Move} move */
const takesAtOnce = (move) => (move.captures?.length ?? 0) > 0 && (move.more?.length ?? 0) === 0;

/**
 * Returns the pushed pieces and where they go; null off the board.
 * @param {Move} move
 * @returns {{from: number, to: number | null}[]}
 */
export function pushed({ from = [], shifts = [], captures = [] }) {
  if (shifts.length <= from.length && captures.length === 0) return [];
  const moved = shifts
    .filter(([cell]) => !from.includes(cell))
    .map(([cell, to]) => ({ from: cell, to }));
  // A piece captured where another one of this move arrives is pushed off.
  const out = from.length > 1 ? captures.map((cell) => ({ from: cell, to: null })) : [];
  return from.length > 1 ? [...moved, ...out] : [];
}

/**
 * Returns the direction of a move of several pieces: from its first piece to its target.
 * @param {Pick<Board, "cells">} board
 * @param {Move} move
 * @returns {{x: number, y: number} | null} one step long
 */
export function direction({ cells }, { to, from = [], shifts = [] }) {
  const lead = shifts.find(([cell, goal]) => goal === to && from.includes(cell));
  if (to === undefined || !lead) return null;
  const [a, b] = [cells[lead[0]], cells[to]];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return length === 0 ? null : { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

/**
 * Draws everything that the selected pieces could do.
 * @param {BoardState} state
 * @param {Board} board
 * @param {View} view
 * @returns {SVGElement[]}
 */
export function goals({ moves, pick, verdicts, early }, board, view) {
  if (early) return [];
  const occupied = new Set(view.pieces.map((piece) => piece.cell));
  const joining = pick.from.length > 0 ? [...selectable(moves, pick)] : [];
  /** @type {SVGElement[]} */
  const parts = joining.map((cell) => circle(board, cell, "join", 0.47));
  for (const [cell, there] of targets(moves, pick)) {
    const takes = occupied.has(cell) || there.some(takesAtOnce);
    const [move] = there;
    const way = (move.from?.length ?? 0) > 1 ? direction(board, move) : null;
    // Moves of larger groups.
    const faint = pick.from.length === 0 || (move.from?.length ?? 0) > pick.from.length;
    if (takes) parts.push(...ring(board, cell, "", 0.43));
    else if (!way) parts.push(circle(board, cell, `dot${faint ? " faint" : ""}`, 0.13));
    if (way) {
      if (!takes) parts.push(chevron(board.cells[cell], way, faint ? "way faint" : "way"));
      parts.push(...pushes(board, move, way));
    }
    const verdict = best(there, verdicts);
    if (verdict) parts.push(sign(board, cell, verdict));
  }
  return parts;
}

/** Draws a push: rings around the pieces, and an arrow to where the last one goes. @param {Board} board @param {Move} move @param {{x: number, y: number}} way */
function pushes(board, move, way) {
  const all = pushed(move);
  return all.flatMap(({ from, to }) => {
    const { x, y } = board.cells[from];
    const off = to === null;
    const last = off || !all.some((other) => other.from === to);
    const rings = from === move.to ? [] : ring(board, from, " push", 0.43);
    const end = { x: x + way.x * 0.72, y: y + way.y * 0.72 };
    return last ? [...rings, chevron(end, way, off ? "way push off" : "way push")] : rings;
  });
}

/**
 * Draws a move before it is made: its pieces at their targets, translucent, and the path if it is not straight.
 * @param {BoardState} state
 * @param {Board} board
 * @param {View} view
 * @param {number} cell the target under the pointer
 * @returns {SVGElement[]}
 */
export function foreseen({ moves, pick, seats, early }, board, view, cell) {
  const there = early ? undefined : targets(moves, pick).get(cell);
  const move = there?.[0];
  if (!move || pick.from.length === 0) return [];
  const places = new Map(view.pieces.map((piece) => [piece.cell, piece]));
  /** @type {SVGElement[]} */
  const parts = [];
  if (move.path && move.path.length > 2) {
    const points = move.path.map((on) => `${board.cells[on].x},${board.cells[on].y}`).join(" ");
    parts.push(svg("polyline", { class: "hops", points }));
  }
  for (const [from, to] of move.shifts ?? []) {
    const piece = places.get(from);
    const { x, y } = board.cells[to];
    // A piece of the move already stands there.
    if (!piece || (move.shifts ?? []).some(([other]) => other === to && sameMan(places, from, to)))
      continue;
    const man = art(piece.kind, toneOf(piece, seats));
    parts.push(svg("g", { class: "foreseen", transform: `translate(${x} ${y})` }, man));
  }
  return parts;
}

/** @param {Map<number, {seat: number, kind: string}>} places @param {number} a @param {number} b */
const sameMan = (places, a, b) =>
  places.get(a)?.seat === places.get(b)?.seat && places.get(a)?.kind === places.get(b)?.kind;

/** An arrowhead. @param {{x: number, y: number}} at @param {{x: number, y: number}} way @param {string} kind */
function chevron({ x, y }, way, kind) {
  const degrees = (Math.atan2(way.y, way.x) * 180) / Math.PI;
  const transform = `translate(${x} ${y}) rotate(${degrees})`;
  return svg("path", { class: kind, d: "M-.2-.23 .24 0-.2 .23-.08 0Z", transform });
}

/** @param {Board} board @param {number} cell @param {string} kind @param {number} r */
export const circle = (board, cell, kind, r) =>
  svg("circle", { class: kind, cx: board.cells[cell].x, cy: board.cells[cell].y, r });

/** A ring that is visible on light and on dark. @param {Board} board @param {number} cell @param {string} kind @param {number} r */
export const ring = (board, cell, kind, r) => [
  circle(board, cell, `ring-back${kind}`, r),
  circle(board, cell, `ring${kind}`, r),
];

/** A small sign beside a target: the proven value of the move. @param {Board} board @param {number} cell @param {Verdict} verdict */
export function sign(board, cell, { value }) {
  const { x, y } = board.cells[cell];
  return svg(
    "g",
    { class: `verdict ${value}`, transform: `translate(${x + 0.3} ${y - 0.3})` },
    svg("circle", { r: 0.17 }),
    svg("text", { y: 0.095, "font-size": 0.28 }, SIGNS[value]),
  );
}
