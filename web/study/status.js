// What is expected on the board of an analysis.

import { outcomeOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { placeless } from "../picking.js";
import { nextPick } from "../play/words.js";

/** @import { Move, PositionReport } from "../types.d.ts" */
/** @import { Pick } from "../picking.js" */

/** @param {string} game @param {PositionReport} report @param {Pick} pick @param {(move: Move) => void} play */
export function status(game, { view, seats, outcome }, pick, play) {
  if (outcome) return [outcomeOf(outcome, seats)];
  const side = word("seat", seats[view.turn]?.name ?? "");
  const text = nextPick(pick, view, game) ?? t("status.side", { side });
  const pass = placeless(view.moves);
  return [text, ...(pass ? [h("button", { onclick: () => play(pass) }, t("play.pass"))] : [])];
}
