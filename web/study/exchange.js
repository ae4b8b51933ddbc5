// Positions and games of a study, in and out as texts. The server reads and writes them.

import { create } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask, askText } from "../net.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { chooseGame } from "./choose.js";
import { copy } from "./import.js";
import { endOf, fresh, fromStudy, toStudy } from "./tree.js";

/** @import { Made, Study, TextFound } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

/**
 * Reads a text that somebody pasted: a game file, a position or a list of moves. Nothing changes unless all
 * of what was chosen is understood.
 * @param {StudyPage} page
 * @param {string} text
 * @returns {Promise<string | null>} what was wrong with it
 */
export async function readText(page, text) {
  const { game, rules, position } = page.tree;
  const board = { game, rules, position, moves: page.moves };
  try {
    /** @type {TextFound} */
    let found = await ask("/api/read", { text, ...board });
    if (found.kind === "nothing") return t("study.nothing");
    if (found.kind === "games") {
      if (found.games.length === 0) return t("study.nothing");
      const pick = await chooseGame(found.games);
      if (pick === null) return "";
      found = await ask("/api/read", { text, ...board, pick });
    }
    if (found.kind === "study") await openStudy(page, found.study);
    else if (found.kind === "position") {
      const { rules = "", position = null } = found;
      await leaveStudy(page);
      await page.replace({ tree: fresh(found.game, rules, position), at: 0 });
    }
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** @param {StudyPage} page @param {Study} study */
async function openStudy(page, study) {
  const tree = fromStudy(study);
  if (study.game === page.entry.id) {
    await leaveStudy(page);
    await page.replace({ tree, at: endOf(tree, 0) });
    return;
  }
  // Another game has another page.
  history.pushState({ study, at: 0, kept: null }, "", `/analysis/${study.game}`);
  page.opened(study.game, "");
}

/** What comes now is no version of what was kept. @param {StudyPage} page */
async function leaveStudy(page) {
  page.keeping.forget();
}

/** The study as a file. @param {StudyPage} page @returns {Promise<string>} */
export const fileOf = (page) => askText("/api/studies/file", toStudy(page.tree));

/** Copies the study as a game file. @param {StudyPage} page */
export async function copyStudy(page) {
  try {
    await copy(await fileOf(page));
  } catch (error) {
    notice(explain(error));
  }
}

/** Gives the study to the browser as a file. @param {StudyPage} page */
export async function download(page) {
  try {
    const file = new Blob([await fileOf(page)], { type: "text/plain" });
    const href = URL.createObjectURL(file);
    const name = page.keeping.study?.title ?? page.entry.id;
    const link = h("a", { href, download: `${name}.pgn` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  } catch (error) {
    notice(explain(error));
  }
}

/** Puts the main line into the archive, as a game. @param {StudyPage} page */
export async function keepGame(page) {
  try {
    /** @type {Made} */
    const made = await ask("/api/import", { text: await fileOf(page), game: page.entry.id });
    notice(t("study.imported"));
    return made;
  } catch (error) {
    notice(explain(error));
    return null;
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
  const { tree, report } = page;
  if (!report) return;
  const mine = sideBelow(page);
  try {
    const made = await create({
      game: tree.game,
      rules: tree.rules,
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
