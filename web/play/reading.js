// What the drawer of a game shows: the rules, or the link for spectators.

import { titleOf } from "../catalog.js";
import { t } from "../i18n.js";
import { pathOf, sharing } from "./share.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { Drawer } from "./drawer.js" */
/** @import { PageState } from "./state.js" */

/** @typedef {"rules" | "link"} Reading */

/** @param {Drawer} drawer @param {Reading} name @param {PageState} state @param {Entry | undefined} entry */
export function openReading(drawer, name, state, entry) {
  if (name === "link") {
    const path = pathOf(state);
    void drawer.toggle(name, t("play.link"), () => [sharing(path, t("play.link.about"))]);
  } else if (entry) {
    const title = t("help.title", { game: titleOf(entry.id) });
    void drawer.toggle(name, title, async () => {
      const { rulesOf } = await import("../pages/help.js");
      return rulesOf(entry);
    });
  }
}
