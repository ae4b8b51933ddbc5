// Texts, signs and numbers of reports. No DOM here.

import { t, word } from "../i18n.js";

/** @import { GameReport, JudgedMove, Judgement, Seat } from "../types.d.ts" */

/** Signs of judgements; empty for good moves. @type {Record<Judgement, string>} */
export const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Judgements that are counted. */
export const COUNTED = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)}%`;

/** Returns the moves by ply. @param {GameReport} report */
export const byPly = ({ moves }) => new Map(moves.map((move) => [move.ply, move]));

/** Counts a player's moves with a judgement. @param {Pick<GameReport, "moves">} report @param {number} seat @param {Judgement} judgement */
export const countOf = ({ moves }, seat, judgement) =>
  moves.filter((move) => move.seat === seat && move.judgement === judgement).length;

/**
 * Returns the number of a move; two players' moves share one.
 * @param {number} ply
 * @param {number} players
 */
export function numberOf(ply, players) {
  if (players !== 2) return `${ply}.`;
  return `${Math.ceil(ply / 2)}${ply % 2 === 1 ? "." : "…"}`;
}

/** Returns a move with its number and sign. @param {JudgedMove} move @param {number} players */
export const written = ({ ply, display, judgement }, players) =>
  `${numberOf(ply, players)} ${display}${SIGNS[judgement]}`;

/**
 * Describes what a move did to its player.
 * @param {JudgedMove} move
 * @param {Seat[]} seats
 */
export function verdictOf({ seat, judgement, before, after, exact }, seats) {
  const side = word("seat", seats[seat]?.name ?? "");
  const name = t(`judgement.${judgement}`);
  if (exact && before !== after)
    return t("report.exact", { side, name, from: standing(before), to: standing(after) });
  if (judgement === "best" || judgement === "good")
    return t("report.fine", { side, name, to: percent(after) });
  return t("report.cost", { side, name, from: percent(before), to: percent(after) });
}

/** Describes a proven value. @param {number} chance */
const standing = (chance) =>
  t(chance > 0.75 ? "verdict.won" : chance < 0.25 ? "verdict.lost" : "verdict.drawn");

/**
 * Describes everybody's chances after a number of steps.
 * @param {GameReport} report
 * @param {Seat[]} seats
 * @param {number} ply
 */
export const sharesAt = ({ chances }, seats, ply) =>
  (chances[Math.min(ply, chances.length - 1)] ?? [])
    .map((share, seat) => `${word("seat", seats[seat]?.name ?? "")} ${percent(share)}`)
    .join(", ");
