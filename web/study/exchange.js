// Positions and games of an analysis, in and out as texts. The server reads and writes them.

import { create } from "../catalog.js";
import { t } from "../i18n.js";
import { ask, askText, Refusal } from "../net.js";
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
    const unclear = error instanceof Refusal && ["illegal_move", "bad_text"].includes(error.code);
    return unclear ? t("study.bad", { message: error.message }) : explain(error);
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

/** A game against the computer from the position on the board. @param {StudyPage} page */
export async function playOn({ line, report }) {
  if (!report) return;
  const { view, seats } = report;
  try {
    const made = await create({
      game: line.game,
      rules: line.rules,
      position: view.position,
      seats: seats.map((_, seat) =>
        seat === view.turn ? { who: "me" } : { who: "computer", level: settings.level },
      ),
      listed: false,
    });
    go(`/game/${made.id}`);
  } catch (error) {
    notice(explain(error));
  }
}
