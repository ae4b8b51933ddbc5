// What the player to move has to do, and why a click was refused, in the terms of the game.

import { nameOf } from "../catalog.js";
import { t, word } from "../i18n.js";
import { choices } from "../picking.js";
import { myTurn } from "../state.js";

/** @import { View } from "../types.d.ts" */
/** @import { Pick, Refused } from "../picking.js" */
/** @import { Known } from "../state.js" */
/** @import { PageState, Remark } from "./state.js" */

/** Returns a sentence in the terms of a game, or a general one. @param {string} key @param {string} game */
export const inTerms = (key, game) => word(key, game, t(key));

/**
 * Returns what to pick next, or null.
 * @param {Pick} pick
 * @param {View} view
 * @param {string} game
 */
export function nextPick(pick, view, game) {
  const [choice] = choices(pick);
  if (choice) return inTerms("cell" in choice ? "status.remove" : "status.kind", game);
  if (pick.from.length > 0 && view.moves.some((move) => (move.from?.length ?? 0) > 1))
    return inTerms("status.group", game);
  return null;
}

/** Returns what I have to do. @param {Known} known @param {Pick} pick */
export function myMove({ state, view, mine, setup }, pick) {
  const more = nextPick(pick, view, setup.game);
  if (more) return more;
  const side = word("seat", state.seats[state.turn ?? 0].name);
  const yours = mine.length > 1 ? t("status.side", { side }) : `${t("status.yours")} (${side})`;
  const { moves } = view;
  const placing = moves.length > 0 && moves.every((move) => !move.from && move.to !== undefined);
  // If a plate shows whose turn it is, the task is named first.
  const place = placing && inTerms("status.place", setup.game);
  const whose = place ? mine.length === 1 && t("status.yours") : yours;
  const notes = (view.notes ?? []).map((note) => word("note", note));
  return [whose, place, ...notes].filter(Boolean).join(". ");
}

/**
 * Explains why a click was refused.
 * @param {PageState} page
 * @param {Refused} why
 * @returns {Remark}
 */
export function refusalRemark(page, why) {
  const text = reason(page, why);
  return { words: text ? [text] : [], warns: true };
}

/** @param {PageState} page @param {Refused} why */
function reason({ known, at }, why) {
  const { state, mine, setup } = known;
  if (why !== "turn") {
    // On one screen the status line says whose turn it is.
    if (why === "foreign" && mine.length > 1) return "";
    return inTerms(`refused.${why}`, setup.game);
  }
  if (at !== null) return t("refused.past");
  if (state.phase !== "playing" || state.paused || state.turn === null || myTurn(known)) return "";
  if (mine.length === 0) return t("refused.watching");
  return t("refused.turn", { name: nameOf(state.seats[state.turn].occupant) });
}
