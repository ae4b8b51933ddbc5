// What is around the board of a puzzle: buttons, steps of the solution, the rating, and the choice of a theme.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { themesOf } from "./puzzle.js";

/** @import { Entry, PuzzleStanding } from "../types.d.ts" */
/** @import { Puzzle } from "./puzzle.js" */

/** Chooses the theme of the next puzzle, and links to the puzzle of the day. @param {string} game @param {Puzzle[]} puzzles @param {string} theme @param {(theme: string) => void} choose */
export function filter(game, puzzles, theme, choose) {
  const themes = ["", ...themesOf(puzzles)];
  const name = (/** @type {string} */ one) => (one ? t(`theme.${one}`) : t("theme.any"));
  const list = h(
    "select",
    { onchange: () => choose(list.value), "data-do": "theme" },
    ...themes.map((one) => h("option", { value: one, selected: one === theme }, name(one))),
  );
  return h(
    "div",
    { class: "filter" },
    h("label", { class: "field" }, h("span", {}, t("puzzle.theme")), list),
    h("a", { class: "button quiet", href: `/puzzles/${game}/today` }, t("puzzle.today")),
  );
}

/** Lists rating, streak and count. @param {PuzzleStanding} standing @param {number} change of the rating */
export function facts({ rating, streak, solved, tried }, change) {
  const sign = change > 0 ? `+${change}` : `−${-change}`;
  const fact = (
    /** @type {string} */ key,
    /** @type {string | number} */ value,
    /** @type {string} */ more = "",
  ) =>
    h(
      "div",
      { "data-fact": key },
      h("dt", {}, t(`puzzle.${key}`)),
      h("dd", {}, h("bdi", {}, String(value)), more && h("small", { class: "change" }, more)),
    );
  return [
    fact("rating", rating, change === 0 ? "" : sign),
    fact("streak", streak),
    fact("count", `${solved}/${tried}`),
  ];
}

/**
 * @param {Entry} entry
 * @param {Puzzle} puzzle
 * @param {boolean} known whether the solution is shown
 * @param {{next: () => void, solve: () => void, pass: (() => void) | null}} acts `pass` where it is legal
 */
export function controls({ id }, { rules, position, moves }, known, { next, solve, pass }) {
  if (!known)
    return [
      h("button", { "data-do": "solve", onclick: solve }, icon("watch"), t("puzzle.solve")),
      ...(pass ? [h("button", { onclick: pass }, t("play.pass"))] : []),
    ];
  const line = { ...(rules ? { rules } : {}), position, moves: moves.join(" ") };
  return [
    h(
      "button",
      { "data-do": "next", class: "main-action", onclick: next },
      t("puzzle.next"),
      icon("next"),
    ),
    h(
      "a",
      { class: "button", href: `/analysis/${id}?${new URLSearchParams(line)}` },
      icon("study"),
      t("puzzle.study"),
    ),
  ];
}

/** Returns buttons to walk through the solution. @param {number} at @param {number} all @param {(count: number) => void} walk */
export function walkway(at, all, walk) {
  const step = (/** @type {string} */ name, /** @type {number} */ to) =>
    h(
      "button",
      {
        "data-walk": name,
        "aria-label": t(`play.${name}`),
        title: t(`play.${name}`),
        onclick: () => walk(to),
      },
      icon(name),
    );
  return [step("first", 0), step("previous", at - 1), step("next", at + 1), step("last", all)];
}
