// A line of moves that is studied: where it begins, its moves, and how far it is shown. No DOM here.

/** @import { Step } from "../types.d.ts" */

/**
 * @typedef {object} Line
 * @property {string} game
 * @property {string} rules empty for the usual ones
 * @property {string | null} position where it begins, if not at the start
 * @property {string[]} moves
 * @property {number} at so many of them are on the board
 */

/** @param {string} game @returns {Line} */
export const fresh = (game, rules = "") => ({ game, rules, position: null, moves: [], at: 0 });

/** The moves that are on the board. @param {Line} line */
export const played = ({ moves, at }) => moves.slice(0, at);

/** @param {Line} line @param {number} at @returns {Line} */
export const walked = (line, at) => ({
  ...line,
  at: Math.max(0, Math.min(line.moves.length, at)),
});

/**
 * Plays on from what is on the board; what came after it is forgotten, unless it is the same.
 * @param {Line} line
 * @param {string[]} texts
 * @returns {Line}
 */
export function playedOn(line, texts) {
  const at = line.at + texts.length;
  const same = texts.every((text, i) => line.moves[line.at + i] === text);
  return { ...line, at, moves: same ? line.moves : [...played(line), ...texts] };
}

/** @param {Line} one @param {Line} other */
export const isSame = (one, other) =>
  one.game === other.game &&
  one.rules === other.rules &&
  one.position === other.position &&
  one.moves.join(" ") === other.moves.join(" ");

/**
 * The part of a game around a ply in which nobody left: moves alone lead through it.
 * @param {Step[]} steps
 * @param {number} ply
 * @returns {{begin: number, moves: string[]}} the steps before it, and its moves
 */
export function stretch(steps, ply) {
  let begin = 0;
  /** @type {string[]} */
  let moves = [];
  for (const [i, step] of steps.entries()) {
    if (step.kind === "move") moves.push(step.text);
    else if (i >= ply) break;
    else [begin, moves] = [i + 1, []];
  }
  return { begin, moves };
}

/** A line as the end of an address. @param {Line} line */
export function toQuery({ rules, position, moves, at }) {
  const query = new URLSearchParams();
  if (rules) query.set("rules", rules);
  if (position) query.set("position", position);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  if (at < moves.length) query.set("at", String(at));
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {Line}
 */
export function fromQuery(game, query) {
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const line = { ...fresh(game, query.get("rules") ?? ""), position: query.get("position"), moves };
  return walked(line, Number(query.get("at") ?? moves.length) || 0);
}
