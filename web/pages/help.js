// The rules of each game, with boards as pictures.

import "../board.js";
import { catalog, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { setTitle } from "../router.js";
import { dialog } from "../new/dialog.js";
import { gameList } from "../lists/games.js";

/** @import { BoardElement } from "../board.js" */
/** @import { Entry } from "../types.d.ts" */
/** @import { Help } from "../texts/help-en.js" */

/** @returns {Promise<Help>} */
async function texts() {
  const module = await import(`../texts/help-${language()}.js`).catch(
    () => import("../texts/help-en.js"),
  );
  return module.default;
}

/** Returns the sections of a game's rules. @param {Entry} entry */
export async function rulesOf(entry) {
  const help = await texts();
  return (help[entry.id] ?? []).map(({ title, text, pictures = [] }) =>
    h(
      "section",
      {},
      h("h2", {}, title),
      h("ul", {}, ...text.map((line) => h("li", {}, line))),
      ...pictures.map(({ rules = "", position = null, moves = [], arrow, caption }) => {
        const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
        positionOf(entry.id, rules, position, moves).then(
          (report) => {
            board.show({ ...report, still: true, label: caption });
            const last = report.steps.at(-1);
            if (last?.kind === "move") board.update(report.view, { last });
            board.set({ arrows: report.view.moves.filter((move) => move.text === arrow) });
          },
          () => board.remove(),
        );
        return h("figure", {}, board, h("figcaption", {}, caption));
      }),
    ),
  );
}

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id]) {
  const games = await catalog();
  const entry = games.find((game) => game.id === id);
  if (!entry) {
    main.append(
      h(
        "div",
        { class: "page narrow" },
        h("div", {}, h("h1", {}, t("help.all")), h("p", { class: "lead" }, t("help.choose"))),
        gameList(games, "help"),
      ),
    );
    return;
  }
  setTitle(titleOf(entry.id));
  const sections = await rulesOf(entry);
  main.append(
    h(
      "div",
      { class: "page narrow help" },
      h(
        "div",
        {},
        h("h1", {}, t("help.title", { game: titleOf(entry.id) })),
        h("p", { class: "lead" }, word("about", entry.id, entry.about)),
      ),
      ...sections,
      h(
        "section",
        {},
        h("h2", {}, t("help.pick.title")),
        h(
          "ul",
          {},
          ...["click", "touch", "arrows", "pick", "walk", "letters"].map((key) =>
            h("li", {}, t(`keys.${key}`)),
          ),
        ),
      ),
      h(
        "p",
        {},
        h("button", { class: "main-action", onclick: () => void dialog(entry.id) }, t("help.play")),
      ),
    ),
  );
}
