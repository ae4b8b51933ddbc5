// Premoves: any piece may be sent anywhere, since the legal moves are not known yet. On the player's turn the premove
// is made if it is legal. No DOM here.

import { choices, NOTHING } from "./picking.js";

/** @import { Board, Move, View } from "./types.d.ts" */
/** @import { Answer } from "./picking.js" */

/** Pieces and target. @typedef {{from: number[], to: number}} Premove */

/**
 * Returns all premoves, in the form of moves.
 * @param {Pick<Board, "cells" | "links">} board
 * @param {View} view
 * @param {number} seat the player
 * @param {number} largest maximum number of pieces that move together
 * @returns {Move[]}
 */
export function premoves({ cells, links }, view, seat, largest) {
  const own = new Set(view.pieces.flatMap((piece) => (piece.seat === seat ? [piece.cell] : [])));
  const taken = new Set(view.pieces.map((piece) => piece.cell));
  const all = cells.map((_, cell) => cell);
  const as = (/** @type {number[]} */ from, /** @type {number} */ to) => ({
    text: "",
    display: "",
    ...(from.length > 0 ? { from } : {}),
    to,
    shifts: from.length === 1 ? [/** @type {[number, number]} */ ([from[0], to])] : [],
  });
  const hand = view.hands?.find((one) => one.seat === seat);
  if (hand && hand.count > 0) return all.filter((to) => !taken.has(to)).map((to) => as([], to));
  const alone = [...own].flatMap((man) =>
    all.filter((to) => !own.has(to)).map((to) => as([man], to)),
  );
  if (largest < 2) return alone;
  const beside = (/** @type {number} */ cell) =>
    links.flatMap(([a, b]) => (a === cell ? [b] : b === cell ? [a] : []));
  const together = rows({ cells, links }, own, largest).flatMap((men) => {
    const around = new Set(men.flatMap(beside).filter((cell) => !men.includes(cell)));
    return [...around].filter((to) => !own.has(to)).map((to) => as(men, to));
  });
  return [...alone, ...together];
}

/**
 * Returns straight rows of adjacent pieces.
 * @param {Pick<Board, "cells" | "links">} board
 * @param {Set<number>} men
 * @param {number} largest
 * @returns {number[][]}
 */
export function rows({ cells, links }, men, largest) {
  const step = (/** @type {number} */ a, /** @type {number} */ b) => ({
    x: cells[b].x - cells[a].x,
    y: cells[b].y - cells[a].y,
  });
  /** @type {number[][]} */
  let longest = links.filter(([a, b]) => men.has(a) && men.has(b)).map((pair) => [...pair]);
  const found = [...longest];
  for (let length = 3; length <= largest; length += 1) {
    longest = longest.flatMap((row) => {
      const way = step(row[row.length - 2], row[row.length - 1]);
      const last = row[row.length - 1];
      const next = links
        .flatMap(([a, b]) => (a === last ? [b] : b === last ? [a] : []))
        .find((cell) => {
          const { x, y } = step(last, cell);
          return men.has(cell) && Math.hypot(x - way.x, y - way.y) < 0.01;
        });
      return next === undefined ? [] : [[...row, next]];
    });
    found.push(...longest);
  }
  return found;
}

/**
 * Applies a premove on the player's turn: returns the move, or an open choice such as a piece to remove, or
 * undefined if it is illegal. Of several kinds the first preferred one is taken.
 * @param {Move[]} moves the legal moves
 * @param {Premove} premove
 * @param {string[]} kinds preferred kinds, the best first
 * @returns {Answer | undefined}
 */
export function fulfilled(moves, { from, to }, kinds) {
  const same = (/** @type {Move} */ move) => {
    const men = move.from ?? [];
    return men.length === from.length && from.every((cell) => men.includes(cell));
  };
  const goes = (/** @type {Move} */ move) =>
    (move.shifts ?? []).some(([a, b]) => from.includes(a) && b === to);
  const exact = moves.filter((move) => same(move) && move.to === to);
  const along = moves.filter((move) => same(move) && goes(move));
  const open = exact.length > 0 ? exact : along.length === 1 ? along : [];
  if (open.length === 0) return undefined;
  const [first] = open;
  if (!first.more?.length) return { pick: NOTHING, move: first };
  const pick = { from: first.from ?? [], open, asked: 0 };
  const asked = choices(pick).flatMap((choice) => ("kind" in choice ? [choice.kind] : []));
  if (asked.length === 0) return { pick };
  const wanted = kinds.find((kind) => asked.includes(kind)) ?? asked[0];
  const move = open.find((one) =>
    one.more?.some((choice) => "kind" in choice && choice.kind === wanted),
  );
  return move ? { pick: NOTHING, move } : undefined;
}
