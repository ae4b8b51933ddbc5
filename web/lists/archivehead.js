// The head of the archive: its title, and links to other views of finished games.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

/** @import { SiteDefaults } from "../types.d.ts" */

/** @param {string} person my id @param {SiteDefaults} site */
export const head = (person, site) =>
  h(
    "div",
    { class: "head" },
    h("div", {}, h("h1", {}, t("archive.title")), h("p", { class: "lead" }, t("archive.about"))),
    h(
      "nav",
      { class: "beside", "aria-label": t("archive.beside") },
      h("a", { class: "button", href: "/explorer" }, icon("study"), t("explorer.title")),
      !site.no_ratings &&
        !site.no_leaders &&
        h("a", { class: "button", href: "/leaders" }, icon("people"), t("leaders.title")),
      h("a", { class: "button", href: `/people/${person}` }, icon("report"), t("people.mine")),
    ),
  );
