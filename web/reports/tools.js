// Links from a report to its game, and turning the board.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

/** @import { Snapshot } from "../types.d.ts" */

/** @param {Snapshot} game @param {string | undefined} key @param {() => void} turn */
export function tools(game, key, turn) {
  const query = new URLSearchParams({ id: game.id });
  if (key) query.set("key", key);
  const secret = key ? `?key=${encodeURIComponent(key)}` : "";
  const link = (
    /** @type {string} */ name,
    /** @type {string} */ href,
    /** @type {string} */ text,
  ) => h("a", { class: "button", "data-do": name, href }, icon(name), text);
  return [
    link("back", `/game/${game.id}${secret}`, t("report.game")),
    link("study", `/analysis/${game.setup.game}?${query}`, t("play.study")),
    h("button", { "data-do": "turn-board", onclick: turn }, icon("turn"), t("play.turn")),
  ];
}
