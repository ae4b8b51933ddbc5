// Positions and games of an analysis, in and out as texts. The server reads and writes them.

import { create } from "../catalog.js";
import { t } from "../i18n.js";
import { ask, askText } from "../net.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { copy } from "./import.js";
import { played } from "./line.js";

/** @import { Made, TextFound } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

/**
 * Reads a text that somebody pasted: a game file, a position or a list of moves.
 * @param {StudyPage} page
 * @param {string} text
 * @returns {Promise<string | null>} what was wrong with it
 */
export async function readText(page, text) {
  const { game, rules, position } = page.line;
  try {
    const board = { game, rules, position, moves: played(page.line) };
    /** @type {TextFound} */
    const found = await ask("/api/read", { text, ...board });
    if (found.kind === "nothing") return t("study.nothing");
    if (found.kind === "file") {
      // The game is in the archive afterwards.
      /** @type {Made} */
      const made = await ask("/api/import", { text, game });
      page.opened(game, `?id=${made.id}&key=${encodeURIComponent(made.key)}`);
      notice(t("study.imported"));
    } else {
      const { rules = "", position = null, moves = [] } = found;
      await page.open({ game: found.game, rules, position, moves, at: moves.length });
    }
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** Copies the line as a game file. @param {StudyPage} page */
export async function copyGame({ line: { game, rules, position, moves } }) {
  try {
    await copy(await askText("/api/file", { game, rules, position, moves }));
  } catch (error) {
    notice(explain(error));
  }
}

/**
 * The seat whose side of the board is at the bottom; the one to move where nobody has it.
 * @param {StudyPage} page
 */
export function sideBelow({ report, board }) {
  if (!report) return 0;
  const below = report.seats.flatMap(({ degrees }, seat) =>
    degrees === board.degrees ? [seat] : [],
  );
  return below.length === 1 ? below[0] : report.view.turn;
}

/**
 * A game against the computer from the position on the board. The board stays as it is: whoever plays
 * on has the side at the bottom.
 * @param {StudyPage} page
 */
export async function playOn(page) {
  const { line, report } = page;
  if (!report) return;
  const mine = sideBelow(page);
  try {
    const made = await create({
      game: line.game,
      rules: line.rules,
      position: report.view.position,
      seats: report.seats.map((_, seat) =>
        seat === mine ? { who: "me" } : { who: "computer", level: settings.level },
      ),
      listed: false,
    });
    go(`/game/${made.id}`);
  } catch (error) {
    notice(explain(error));
  }
}
