// Trees in other forms: as studies of the server, as steps of a game, and in addresses. No DOM here.

import { BEGINNING, endOf, inOrder, movesTo, OUT, pathTo } from "./tree.js";

/** @import { Step, Study } from "../types.d.ts" */
/** @import { Made, Node, Tree } from "./tree.js" */

/**
 * Converts a study of the server.
 * @param {Study} study
 * @returns {Tree}
 */
export function fromStudy({ game, rules, position, tags, nodes }) {
  /** @type {Node[]} */
  const made = nodes.map((node) => ({
    ...BEGINNING,
    children: [],
    parent: node.parent ?? 0,
    text: node.text,
    display: node.display,
    seat: node.seat ?? null,
    glyphs: node.glyphs ?? [],
    comment: node.comment ?? "",
    drawn: node.drawn ?? [],
  }));
  made.forEach(({ parent }, step) => {
    if (step > 0) made[parent].children.push(step);
  });
  return { game, rules, position: position ?? null, tags, nodes: made };
}

/**
 * Converts a tree to a study of the server.
 * @param {Tree} tree
 * @returns {Study}
 */
export function toStudy(tree) {
  const { game, rules, position, tags, nodes } = tree;
  const order = inOrder(tree);
  const places = new Map(order.map((at, place) => [at, place]));
  return {
    game,
    rules,
    position,
    tags,
    nodes: order.map((at) => {
      const { parent, text, display, seat, glyphs, comment, drawn } = nodes[at];
      const before = at === 0 ? null : (places.get(parent) ?? 0);
      return { parent: before, text, display, seat, glyphs, comment, drawn };
    }),
  };
}

/**
 * Converts the steps of a game to moves.
 * @param {Step[]} steps
 * @param {{name: string}[]} seats
 * @returns {Made[]}
 */
export const toMoves = (steps, seats) =>
  steps.map((step) =>
    step.kind === "move"
      ? { text: step.text, display: step.display, seat: step.seat }
      : { text: `${OUT}${seats[step.seat].name}`, display: "", seat: step.seat },
  );

/** Returns the query of an address with the line through a step. @param {Tree} tree @param {number} at */
export function toQuery(tree, at) {
  const query = new URLSearchParams();
  if (tree.rules) query.set("rules", tree.rules);
  if (tree.position) query.set("position", tree.position);
  const moves = movesTo(tree, endOf(tree, at));
  const count = pathTo(tree, at).length;
  if (moves.length > 0) query.set("moves", moves.map((text) => text.replace(" ", "_")).join(" "));
  if (count < moves.length) query.set("at", String(count));
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * Parses a query: start, moves, and number of moves on the board.
 * @param {URLSearchParams} query
 */
export function fromQuery(query) {
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const count = Number(query.get("at") ?? moves.length) || 0;
  return {
    rules: query.get("rules") ?? "",
    position: query.get("position"),
    moves: moves.map((text) => text.replace("_", " ")),
    at: Math.max(0, Math.min(moves.length, count)),
  };
}

/** Whether two trees are equal. @param {Tree} one @param {Tree} other */
export const isSame = (one, other) =>
  JSON.stringify(toStudy(one).nodes) === JSON.stringify(toStudy(other).nodes) &&
  one.rules === other.rules &&
  one.position === other.position;
