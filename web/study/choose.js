// Choosing a game of a file with several.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { Refusal } from "../net/refusal.js";
import { explain } from "../notice.js";

/** @import { FileGame } from "../types.d.ts" */

/**
 * Asks for a game; games with errors show the reason and the line.
 * @param {FileGame[]} games
 * @returns {Promise<number | null>} its its index in the file
 */
export function chooseGame(games) {
  return new Promise((done) => {
    let chosen = /** @type {number | null} */ (null);
    const wrong = games.filter(({ fault }) => fault).length;
    const box = h(
      "dialog",
      {
        class: "choose-game",
        "aria-labelledby": "choose-title",
        onclose: () => {
          box.remove();
          done(chosen);
        },
      },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "choose-title" }, t("study.games", { count: games.length })),
        wrong > 0 && h("p", { class: "soft" }, t("study.games.wrong", { count: wrong })),
        h("ol", { class: "rows" }, ...games.map((game, i) => row(game, i, () => (chosen = i)))),
        h("div", { class: "ends" }, h("button", { class: "quiet" }, t("study.games.none"))),
      ),
    );
    document.body.append(box);
    box.showModal();
  });
}

/** @param {FileGame} game @param {number} place @param {() => void} choose */
function row({ game, players, date, event, result, moves, fault }, place, choose) {
  if (fault) {
    return h(
      "li",
      { class: "unread" },
      h("span", { class: "what" }, h("b", {}, `${place + 1}. ${t("study.games.unread")}`)),
      h("small", { class: "problem" }, explain(Refusal.from(fault))),
    );
  }
  const names = players.filter((name) => name !== "?").join(" – ");
  const title = names || event || titleOf(game);
  const about = [
    titleOf(game),
    names ? event : null,
    date,
    t("study.games.moves", { count: moves }),
  ];
  return h(
    "li",
    {},
    h(
      "span",
      { class: "what" },
      h("b", { dir: "auto" }, `${place + 1}. ${title}`),
      h("small", {}, about.filter(Boolean).join(" · ")),
    ),
    h("bdi", { dir: "ltr" }, result),
    h("button", { "data-pick": place, onclick: choose }, t("study.games.open")),
  );
}
