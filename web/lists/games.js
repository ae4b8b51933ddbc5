// The games as a list of links.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { word } from "../i18n.js";

/** @import { Entry } from "../types.d.ts" */

/** @param {Entry[]} games @param {string} folder first part of the links' addresses */
export const gameList = (games, folder) =>
  h(
    "ul",
    { class: "rows panel" },
    ...games.map((game) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: "what" },
          h("a", { href: `/${folder}/${game.id}` }, titleOf(game.id)),
          h("small", {}, word("about", game.id, game.about)),
        ),
      ),
    ),
  );
