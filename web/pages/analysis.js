// The page of an analysis: a position, a game, or a saved study.

import { me } from "../identity.js";
import { route } from "../router.js";
import { catalog, positionOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { t } from "../i18n.js";
import { ask, connection } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice } from "../notice.js";
import { fromQuery, fromStudy, toMoves } from "../study/convert.js";
import { endOf, fresh, extended, pathTo } from "../study/tree.js";
import { restored } from "../study/address.js";
import { settings } from "../settings.js";
import { studyKeys } from "../study/keys.js";
import { StudyPage } from "../study/page.js";
import { open, start } from "../study/state.js";
import { gameList } from "../lists/games.js";

/** @import { Entry, KeptStudy, Moment, Snapshot } from "../types.d.ts" */
/** @import { Place } from "../study/tree.js" */

/**
 * What is opened.
 * @typedef {object} Opened
 * @property {Place} place
 * @property {KeptStudy | null} [kept]
 * @property {number[]} [mine] my seats
 * @property {boolean} [played] whether it is a played game
 * @property {boolean} [turning] whether the position is a turning point
 * @property {boolean} [unsaved]
 */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id]) {
  const sheets = ["/study/study.css", "/profile/profile.css"].map(styled);
  const [games] = await Promise.all([catalog(), me, ...sheets]);
  const query = new URLSearchParams(location.search);
  /** @type {Opened} */
  const opened = restored(history.state, id ?? "") ?? (await asked(id ?? "", query, games));
  const { place, kept = null, mine = [], played = false } = opened;
  const entry = games.find((game) => game.id === place.tree.game);
  if (!entry) return choose(main, games);
  const state = open(entry, place, {
    kept: kept && { ...kept, study: undefined },
    unsaved: opened.unsaved ?? false,
    side: mine[0] ?? 0,
    analyses: settings.engine,
    lines: settings.lines,
  });
  // The address is new, and the browser keeps the tree of the other game with it.
  const page = new StudyPage(main, state, () => void route());
  try {
    await page.open(place, { keepAddress: played || kept !== null });
    if (played) state.original = state.place;
    if (opened.turning) notice(t("study.turning"));
  } catch (error) {
    // The address may be wrong.
    notice(explain(error));
    await page.open(start(state, ""));
  }
  const unwatch = connection.watchStatus((online) => online && page.think());
  const keys = studyKeys(page);
  const onkey = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", onkey);
  return () => {
    unwatch();
    page.leave();
    document.removeEventListener("keydown", onkey);
    keys.forget();
    document.querySelector("dialog[open]")?.remove();
  };
}

/** Loads what the address names. @param {string} id @param {URLSearchParams} query @param {Entry[]} games @returns {Promise<Opened>} */
async function asked(id, query, games) {
  const game = query.get("id");
  const study = query.get("study");
  if (game) return fromGame(game, query.get("key"), query.get("ply"));
  if (study) return fromKept(study);
  const { rules, position, moves, at } = fromQuery(query);
  const start = { tree: fresh(id, rules, position), at: 0 };
  if (moves.length === 0 || !games.some((entry) => entry.id === id)) return { place: start };
  try {
    // Moves in other notations are converted.
    const { steps, seats } = await positionOf(id, rules, position, moves);
    return { place: walkedTo(extended(start, toMoves(steps, seats)), at) };
  } catch (error) {
    notice(explain(error));
    return { place: { tree: fresh(id), at: 0 } };
  }
}

/** Returns the place after a number of steps of the line. @param {Place} place @param {number} count @returns {Place} */
const walkedTo = ({ tree, at }, count) => ({ tree, at: pathTo(tree, at)[count - 1] ?? 0 });

/** @param {string} id @returns {Promise<Opened>} */
async function fromKept(id) {
  /** @type {KeptStudy} */
  const kept = await ask(`/api/studies/${encodeURIComponent(id)}`).catch((error) => {
    // The texts of `not_found` are about games.
    if (error instanceof Refusal && error.code === "not_found") error.code = "no_study";
    throw error;
  });
  const tree = kept.study ? fromStudy(kept.study) : fresh(kept.game);
  return { place: { tree, at: 0 }, kept };
}

/**
 * Loads a played game, at a ply or at its turning point.
 * @param {string} id
 * @param {string | null} key
 * @param {string | null} ply
 * @returns {Promise<Opened>}
 */
async function fromGame(id, key, ply) {
  const secret = key ? `?key=${encodeURIComponent(key)}` : "";
  const path = `/api/games/${encodeURIComponent(id)}`;
  const [game, moment] = await Promise.all([
    /** @type {Promise<Snapshot>} */ (ask(`${path}${secret}`)),
    ply === null
      ? /** @type {Promise<Moment>} */ (ask(`${path}/moment${secret}`))
      : { ply: Number(ply) || 0, turning: false },
  ]);
  const { setup, steps, mine, state } = game;
  const start = { tree: fresh(setup.game, setup.rules, setup.position ?? null), at: 0 };
  const whole = extended(start, toMoves(steps, state.seats));
  const at = moment.ply >= steps.length ? endOf(whole.tree, 0) : null;
  const place = at === null ? walkedTo(whole, moment.ply) : { tree: whole.tree, at };
  return { place, mine, played: true, turning: moment.turning };
}

/** @param {HTMLElement} main @param {Entry[]} games */
function choose(main, games) {
  main.append(
    h("div", { class: "page narrow" }, h("h1", {}, t("study.choose")), gameList(games, "analysis")),
  );
}
