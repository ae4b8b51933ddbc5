// Evaluations in numbers and words. No DOM here.

import { t, word } from "../i18n.js";

/** @import { AnalysisLine, Seat } from "../types.d.ts" */

/** So many hundredths of a piece make a good advantage. */
const GOOD = 200;
/** Less than this is about equal. */
const EQUAL = 25;

/**
 * How much of the bar belongs to the player to move, from 0 to 1.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 */
export function share({ score, mate }) {
  if (mate !== undefined && mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score ?? 0) / GOOD));
}

/**
 * Moves until the end as players count them: those of the winner.
 * @param {number} mate turns of all players
 * @param {number} players
 */
const movesOf = (mate, players) => Math.ceil(Math.abs(mate) / players);

/**
 * A score in few signs: hundredths of a piece as `+0.31`, a decided game as `#5`. With two players
 * it is told for the first one, so that the sign does not jump with every move.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 * @param {number} players
 * @param {boolean} turned is it told for the other player?
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
 * An evaluation in words.
 * @param {Pick<AnalysisLine, "score" | "mate">} line
 * @param {Seat[]} seats
 * @param {number} turn who is to move
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
