// Positions and games of an analysis: what was pasted is read, and a line is copied as a game file.

import { go } from "../router.js";
import { create, positionOf } from "../catalog.js";
import { t } from "../i18n.js";
import { ask, Refusal } from "../net.js";
import { explain, notice } from "../notice.js";
import { settings } from "../settings.js";
import { file } from "./export.js";
import { copy } from "./import.js";
import { fresh } from "./line.js";
import { recognised } from "./pasted.js";

/** @import { Made } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

/**
 * Reads what was pasted; says what was wrong with it.
 * @param {StudyPage} page
 * @param {string} text
 * @returns {Promise<string | null>}
 */
export async function bringIn(page, text) {
  const pasted = recognised(text);
  try {
    switch (pasted.kind) {
      case "nothing":
        return t("study.nothing");
      case "file":
        await openFile(page, pasted.text);
        return null;
      case "moves":
        await openMoves(page, pasted.moves);
        return null;
      case "position":
        await openPosition(page, pasted.text);
        return null;
    }
  } catch (error) {
    const unclear = error instanceof Refusal && ["illegal_move", "bad_text"].includes(error.code);
    return unclear ? t("study.bad", { message: error.message }) : explain(error);
  }
}

/** The server reads files; the game is in the archive afterwards. @param {StudyPage} page @param {string} text */
async function openFile({ line: { game }, opened }, text) {
  /** @type {Made} */
  const made = await ask("/api/import", { text, game });
  opened(game, `?id=${made.id}&key=${encodeURIComponent(made.key)}`);
  notice(t("study.imported"));
}

/** From where the board begins; from the usual start if that is not what was meant. @param {StudyPage} page @param {string[]} moves */
async function openMoves(page, moves) {
  const line = { ...page.line, moves, at: moves.length };
  try {
    await page.open(line);
  } catch (error) {
    if (line.position === null) throw error;
    await page.open({ ...line, position: null }).catch(() => {
      throw error;
    });
  }
}

/** A position says itself what it can of its rules; other rules may contradict it. @param {StudyPage} page @param {string} position */
async function openPosition(page, position) {
  const { game, rules } = page.line;
  const line = { ...fresh(game, rules), position };
  await page.open(line).catch(() => page.open({ ...line, rules: "" }));
}

/** Copies the line as a game file. @param {StudyPage} page */
export async function copyGame({ line, steps }) {
  const { game, rules, position } = line;
  const shown = steps.flatMap((step) => (step.kind === "move" ? [step.display] : []));
  // The notation of players is used where the server reads it back.
  const pretty = await positionOf(game, rules, position, shown).then(
    (report) => report.steps.every((s, i) => s.kind === "move" && s.text === line.moves[i]),
    () => false,
  );
  await copy(file(line, steps, pretty));
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
