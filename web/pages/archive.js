// Finished games: searched, and opened for replay.

import { me } from "../identity.js";
import { go } from "../router.js";
import { catalog, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { explain, notice } from "../notice.js";
import { importForm } from "../study/import.js";
import { row } from "./home.js";

/** @import { Made, Summary } from "../types.d.ts" */

const PAGE = 20;

/** @param {HTMLElement} main */
export async function show(main) {
  const [games, person] = await Promise.all([catalog(), me]);
  const game = h(
    "select",
    { onchange: () => void search() },
    h("option", { value: "" }, t("archive.all")),
    ...games.map((entry) => h("option", { value: entry.id }, titleOf(entry.id))),
  );
  const player = h("input", { type: "search", maxlength: 60, oninput: () => void search() });
  const mine = h("input", { type: "checkbox", checked: true, onchange: () => void search() });
  const list = h("ul", { class: "rows" });
  const none = h("p", { class: "soft" }, t("archive.none"));
  const older = h("button", { hidden: true, onclick: () => void search(true) }, t("archive.more"));
  let before = 0;
  let asked = 0;

  async function search(more = false) {
    const turn = ++asked;
    const query = new URLSearchParams({ phase: "ended", limit: String(PAGE) });
    if (game.value) query.set("game", game.value);
    if (player.value.trim()) query.set("player", player.value.trim());
    if (mine.checked) query.set("mine", "true");
    if (more) query.set("before", String(before));
    try {
      /** @type {Summary[]} */
      const found = await ask(`/api/games?${query}`);
      if (turn !== asked) return;
      const rows = found.map((summary) => row(summary, t("archive.open"), person.id));
      if (more) list.append(...rows);
      else list.replaceChildren(...rows);
      before = found.at(-1)?.updated ?? 0;
      older.hidden = found.length < PAGE;
      none.hidden = list.childElementCount > 0;
      list.hidden = list.childElementCount === 0;
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {string} text @returns {Promise<string | null>} what was wrong */
  async function readFile(text) {
    if (text.trim() === "") return t("archive.nothing");
    try {
      /** @type {Made} */
      const made = await ask("/api/import", { text, ...(game.value ? { game: game.value } : {}) });
      go(`/game/${made.id}?key=${encodeURIComponent(made.key)}`);
      return null;
    } catch (error) {
      return explain(error);
    }
  }

  main.append(
    h(
      "div",
      { class: "page narrow" },
      h("div", {}, h("h1", {}, t("archive.title")), h("p", { class: "lead" }, t("archive.about"))),
      h(
        "div",
        { class: "two" },
        h("label", { class: "field" }, h("span", {}, t("archive.game")), game),
        h("label", { class: "field" }, h("span", {}, t("archive.player")), player),
      ),
      h("label", { class: "check" }, mine, t("archive.mine")),
      h("section", { class: "panel" }, none, list),
      older,
      importForm(t("archive.import"), t("archive.paste"), readFile),
    ),
  );
  await search();
}
