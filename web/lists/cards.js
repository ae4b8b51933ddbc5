// The games as cards: a picture, a button to play at once, and ways to start, learn and analyse.

import "../board.js";
import { create, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { me } from "../identity.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** Starts a game against the computer, at the level of the last one. @param {Entry} entry */
async function quick(entry) {
  try {
    await me;
    const others = entry.seats
      .slice(1)
      .map(() => ({ who: /** @type {const} */ ("computer"), level: settings.level }));
    const made = await create({
      game: entry.id,
      rules: "",
      seats: [{ who: "me" }, ...others],
      listed: false,
    });
    go(`/game/${made.id}`);
  } catch (error) {
    notice(explain(error));
  }
}

/** Opens the dialog for a new game. @param {string} [game] */
export const plan = async (game) => (await import("../new/dialog.js")).dialog(game);

/** @param {Entry} entry */
export function card(entry) {
  const title = titleOf(entry.id);
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  positionOf(entry.id, "", entry.scene ?? null).then(
    ({ board: empty, view, seats }) =>
      board.show({ board: empty, view, seats, still: true, label: title }),
    () => {},
  );
  const link = (/** @type {string} */ folder, /** @type {string} */ key) =>
    h(
      "a",
      {
        class: "button quiet",
        href: `/${folder}/${entry.id}`,
        "aria-label": t(`${key}.label`, { game: title }),
      },
      t(key),
    );
  return h(
    "li",
    { class: "card", "data-game": entry.id },
    h("div", { class: "picture" }, board),
    h(
      "div",
      { class: "text" },
      h("h2", {}, title),
      h("p", { class: "soft" }, word("about", entry.id, entry.about)),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          class: "main-action",
          "aria-label": t("home.play.label", { game: title }),
          onclick: () => void quick(entry),
        },
        t("home.play"),
      ),
      h(
        "button",
        {
          "aria-label": t("home.more.label", { game: title }),
          onclick: () => void plan(entry.id),
        },
        t("home.more"),
      ),
      link("help", "home.rules"),
      link("analysis", "home.study"),
    ),
  );
}
