// Evaluations as numbers and words. No DOM here.

import { t, word } from "../i18n.js";

/** @import { AnalysisLine, Seat } from "../types.d.ts" */

/** Hundredths of a piece that count as winning. */
const GOOD = 200;
/** Hundredths of a piece below which a position is equal. */
const EQUAL = 25;

/**
 * Returns the winning chances of the player to move, from 0 to 1.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 */
export function share({ score, mate }) {
  if (mate !== undefined && mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score ?? 0) / GOOD));
}

/**
 * Returns the number of the winner's moves until the end.
 * @param {number} mate plies
 * @param {number} players
 */
const movesOf = (mate, players) => Math.ceil(Math.abs(mate) / players);

/**
 * Formats a score: hundredths of a piece as `+0.31`, a decided game as `#5`. Of two players it is that of the first,
 * so that the sign does not alternate.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 * @param {number} players
 * @param {boolean} turned whether the second player is to move
 */
export function short({ score, mate }, players, turned = false) {
  const sign = (/** @type {number} */ n) => (n > 0 ? "+" : n < 0 ? "−" : "");
  if (mate !== undefined && mate !== null) {
    const signed = turned ? -mate : mate;
    return `${sign(signed)}#${movesOf(mate, players)}`;
  }
  const signed = ((turned ? -1 : 1) * (score ?? 0)) / 100;
  return `${sign(signed)}${Math.abs(signed).toFixed(2)}`;
}

/**
 * Describes an evaluation.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 * @param {Seat[]} seats
 * @param {number} turn the player to move
 */
export function inWords({ score, mate }, seats, turn) {
  const name = (/** @type {number} */ seat) => word("seat", seats[seat]?.name ?? "");
  const other = seats.length === 2 ? name(1 - turn) : t("study.others");
  if (mate !== undefined && mate !== null) {
    const count = movesOf(mate, seats.length);
    return t("study.decided", { side: mate > 0 ? name(turn) : other, count });
  }
  const value = score ?? 0;
  if (Math.abs(value) < EQUAL) return t("study.equal");
  const side = value > 0 ? name(turn) : other;
  return t(Math.abs(value) < GOOD ? "study.better" : "study.winning", { side });
}
