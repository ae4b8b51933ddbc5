// Hints: a strong move, and its proven value.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { connection } from "../net.js";
import { explain, notice } from "../notice.js";
import { myTurn } from "../state.js";
import { inWords } from "../verdicts.js";

/** @import { BoardElement } from "../board.js" */
/** @import { Known } from "../state.js" */
/** @import { PageState } from "./state.js" */

/** Returns the number of my remaining hints; null for any. @param {Known} known */
export function hintsLeft({ state, mine }) {
  const seat = state.turn !== null && mine.includes(state.turn) ? state.turn : mine[0];
  return state.hints_left?.[seat] ?? null;
}

/**
 * Requests a hint, if it is my turn, and shows it.
 * @param {PageState} state
 * @param {BoardElement} board
 * @param {() => void} say draws the remark
 */
export async function showHint(state, board, say) {
  if (!state.known.setup.hints) notice(t("error.no_hints"));
  if (!myTurn(state.known) || !state.known.setup.hints) return;
  try {
    const answer = await connection.send({ type: "hint", id: state.known.id });
    const { known, at } = state;
    // The position changed meanwhile.
    if (answer.type !== "hint" || known.state.ply !== answer.ply || at !== null) return;
    const move = known.view.moves.find((other) => other.text === answer.text);
    board.set({ hint: move ?? null, verdicts: answer.verdicts ?? [] });
    if (!move) return;
    const verdict = answer.verdicts?.find(({ text }) => text === move.text);
    const certain = verdict ? ` (${inWords(verdict)})` : "";
    const shown = h("bdi", { dir: "ltr" }, move.display);
    state.remark = { words: [`${t("play.hint")}: `, shown, certain], warns: false };
    say();
  } catch (error) {
    notice(explain(error, state.known.state.seats));
  }
}
