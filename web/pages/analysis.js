// The address of an analysis: any position or game of one of the games.

import { me } from "../identity.js";
import { go } from "../router.js";
import { catalog } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask, connection } from "../net.js";
import { explain, notice } from "../notice.js";
import { fresh, fromQuery, stretch, walked } from "../study/line.js";
import { studyKeys } from "../study/keys.js";
import { StudyPage } from "../study/page.js";
import { gameList } from "./list.js";

/** @import { Entry, Snapshot, View } from "../types.d.ts" */
/** @import { Line } from "../study/line.js" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id]) {
  const [games] = await Promise.all([catalog(), me]);
  const query = new URLSearchParams(location.search);
  const played = query.get("id");
  const { line, mine = [] } = played
    ? await fromGame(played, query.get("key"), query.get("ply"))
    : { line: fromQuery(id ?? "", query) };
  const entry = games.find((game) => game.id === line.game);
  if (!entry) return choose(main, games);
  const page = new StudyPage(main, entry, line, (game, text) => go(`/analysis/${game}${text}`));
  page.side = mine[0] ?? 0;
  try {
    await page.open(line, played !== null);
    if (played) page.original = page.line;
  } catch (error) {
    // An address may be wrong: say so, and begin at the start.
    notice(explain(error));
    await page.open(fresh(entry.id));
  }
  const unwatch = connection.status((online) => online && page.resume());
  const keys = studyKeys(page);
  const onkey = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", onkey);
  return () => {
    unwatch();
    page.engine.think(null);
    page.explorer.end();
    document.removeEventListener("keydown", onkey);
    keys.forget();
    document.querySelector("dialog[open]")?.remove();
  };
}

/**
 * A game that was played, at a ply.
 * @param {string} id
 * @param {string | null} key
 * @param {string | null} ply
 * @returns {Promise<{line: Line, mine?: number[]}>} also the seats that I had in it
 */
async function fromGame(id, key, ply) {
  const secret = key ? `?key=${encodeURIComponent(key)}` : "";
  const path = `/api/games/${encodeURIComponent(id)}`;
  /** @type {Snapshot} */
  const { setup, steps, mine } = await ask(`${path}${secret}`);
  const wanted = ply === null ? steps.length : Number(ply) || 0;
  const { begin, moves } = stretch(steps, wanted);
  let position = setup.position ?? null;
  if (begin > 0) {
    /** @type {{ply: number, view: View}[]} */
    const frames = await ask(`${path}/replay${secret}`);
    position = frames.find((frame) => frame.ply === begin)?.view.position ?? position;
  }
  const line = { game: setup.game, rules: setup.rules, position, moves, at: 0 };
  return { line: walked(line, wanted - begin), mine };
}

/** @param {HTMLElement} main @param {Entry[]} games */
function choose(main, games) {
  main.append(
    h("div", { class: "page narrow" }, h("h1", {}, t("study.choose")), gameList(games, "analysis")),
  );
}
