// Proven values of moves: won, drawn or lost for their player. No DOM here.

import { t } from "./i18n.js";

/** @import { Move, MoveVerdict, Verdict } from "./types.d.ts" */

/** Signs, so that values do not depend on colour alone. */
export const SIGNS = { won: "+", drawn: "=", lost: "−" };

/** @param {Verdict} verdict */
function worth({ value, distance }) {
  // Wins sort by the shortest, losses by the longest way.
  const far = Math.min(distance ?? 0, 9_999);
  return value === "won" ? 20_000 - far : value === "drawn" ? 0 : far - 20_000;
}

/**
 * Sorts verdicts, the best first.
 * @template {Verdict} V
 * @param {V[]} verdicts
 * @returns {V[]}
 */
export const ordered = (verdicts) => [...verdicts].sort((a, b) => worth(b) - worth(a));

/** @param {Verdict} verdict */
export function inWords({ value, distance }) {
  return distance === null || value === "drawn"
    ? t(`verdict.${value}`)
    : t(`verdict.${value}.in`, { count: distance });
}

/**
 * Returns the moves with verdicts, the best first.
 * @param {MoveVerdict[]} verdicts
 * @param {Move[]} moves the legal moves
 * @returns {(MoveVerdict & {move: Move})[]}
 */
export function rankedMoves(verdicts, moves) {
  const found = verdicts.flatMap((verdict) => {
    const move = moves.find((one) => one.text === verdict.text);
    return move ? [{ ...verdict, move }] : [];
  });
  return ordered(found);
}

/**
 * Returns the best verdict of some moves, for a target that several of them reach.
 * @param {Move[]} moves
 * @param {MoveVerdict[]} verdicts
 * @returns {MoveVerdict | undefined}
 */
export function best(moves, verdicts) {
  const texts = new Set(moves.map((move) => move.text));
  return ordered(verdicts.filter(({ text }) => texts.has(text)))[0];
}
