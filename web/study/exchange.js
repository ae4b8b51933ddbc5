// Positions and games of a study as texts, in and out. The server reads and writes them.

import { create } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask, askText } from "../net.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { chooseGame } from "./choose.js";
import { copy } from "./import.js";
import { lineTo, sideBelow } from "./state.js";
import { fromStudy, toStudy } from "./convert.js";
import { endOf, fresh } from "./tree.js";

/** @import { Study, TextFound } from "../types.d.ts" */
/** @import { StudyState } from "./state.js" */
/** @import { Place } from "./tree.js" */

/**
 * @typedef {object} Acts
 * @property {(place: Place) => Promise<void>} begin shows a tree that belongs to no saved study
 * @property {(game: string) => void} opened another game is in the address
 */

/**
 * Reads a text: a game file, a position or a list of moves. Nothing changes unless all of it is valid.
 * @param {StudyState} state
 * @param {string} text
 * @param {Acts} acts
 * @returns {Promise<string | null>} what is wrong with it
 */
export async function readText(state, text, acts) {
  const board = lineTo(state.place);
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
    if (found.kind === "study") await openStudy(state, found.study, acts);
    else if (found.kind === "position") {
      const { rules = "", position = null } = found;
      await acts.begin({ tree: fresh(found.game, rules, position), at: 0 });
    }
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** @param {StudyState} state @param {Study} study @param {Acts} acts */
async function openStudy({ entry }, study, acts) {
  const tree = fromStudy(study);
  if (study.game === entry.id) {
    await acts.begin({ tree, at: endOf(tree, 0) });
    return;
  }
  // Another game has another page.
  history.pushState({ study, at: 0, kept: null }, "", `/analysis/${study.game}`);
  acts.opened(study.game);
}

/** Returns the study as a game file. @param {StudyState} state @returns {Promise<string>} */
const fileOf = ({ place }) => askText("/api/studies/file", toStudy(place.tree));

/** @param {() => Promise<void>} work */
async function reporting(work) {
  try {
    await work();
  } catch (error) {
    notice(explain(error));
  }
}

/** Copies the study as a game file. @param {StudyState} state */
export const copyStudy = (state) => reporting(async () => copy(await fileOf(state)));

/** Downloads the study as a game file. @param {StudyState} state */
export const download = (state) =>
  reporting(async () => {
    const file = new Blob([await fileOf(state)], { type: "text/plain" });
    const href = URL.createObjectURL(file);
    const name = state.kept?.title ?? state.entry.id;
    const link = h("a", { href, download: `${name}.pgn` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  });

/** Puts the main line into the archive, as a game. @param {StudyState} state */
export const archive = (state) =>
  reporting(async () => {
    await ask("/api/import", { text: await fileOf(state), game: state.entry.id });
    notice(t("study.imported"));
  });

/**
 * Starts a game against the computer from the position on the board. The user has the lower side.
 * @param {StudyState} state
 * @param {number} degrees of the board
 */
export const playOn = (state, degrees) =>
  reporting(async () => {
    const { report, place } = state;
    if (!report) return;
    const mine = sideBelow(state, degrees);
    const made = await create({
      game: place.tree.game,
      rules: place.tree.rules,
      position: report.view.position,
      seats: report.seats.map((_, seat) =>
        seat === mine ? { who: "me" } : { who: "computer", level: settings.level },
      ),
      listed: false,
    });
    go(`/game/${made.id}`);
  });
