// The games with puzzles, with today's puzzle and my rating.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { picture } from "../lists/picture.js";
import { ask, askText } from "../net.js";
import { parsed, puzzleOfTheDay } from "./puzzle.js";

/** @import { Entry, PuzzleStanding } from "../types.d.ts" */

/** @param {HTMLElement} main @param {Entry[]} games */
export async function overview(main, games) {
  main.append(
    h(
      "div",
      { class: "page courses" },
      h("div", {}, h("h1", {}, t("puzzle.all")), h("p", { class: "lead" }, t("puzzle.lead"))),
      h("ul", { class: "cards" }, ...(await Promise.all(games.map(card)))),
    ),
  );
}

/** @param {Entry} entry */
async function card(entry) {
  /** @type {[string, PuzzleStanding]} */
  const [file, standing] = await Promise.all([
    askText(`/exercises/${entry.id}.jsonl`),
    ask(`/api/puzzles/${entry.id}`),
  ]);
  const puzzles = parsed(file);
  const today = puzzleOfTheDay(puzzles, Date.now());
  const title = titleOf(entry.id);
  const { rating, tried, solved } = standing;
  const mine =
    tried === 0
      ? t("puzzle.untried", { count: puzzles.length })
      : t("puzzle.mine", { rating, solved, count: puzzles.length });
  const link = (
    /** @type {string} */ key,
    /** @type {string} */ kind,
    /** @type {string} */ more,
  ) =>
    h(
      "a",
      {
        class: `button ${kind}`,
        href: `/puzzles/${entry.id}${more}`,
        "aria-label": `${t(key)}: ${title}`,
      },
      t(key),
    );
  return h(
    "li",
    { class: "card", "data-game": entry.id },
    picture(entry, today.rules, today.position),
    h("div", { class: "text" }, h("h2", {}, title), h("p", { class: "soft" }, mine)),
    h(
      "div",
      { class: "buttons" },
      link("puzzle.daily", "main-action wide", "/today"),
      link("puzzle.next", "wide", ""),
    ),
  );
}
