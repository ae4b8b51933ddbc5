// What can be done with the whole study, as a row of icons.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { copyStudy, download, keepGame, playOn, sideBelow } from "./exchange.js";
import { copy } from "./import.js";
import { fresh } from "./tree.js";

/** @import { StudyPage } from "./page.js" */

/**
 * @param {StudyPage} page
 * @param {boolean} away is something else shown than the game that was opened?
 */
export function toolbar(page, away) {
  const { report } = page;
  const side = word("seat", report?.seats[sideBelow(page)]?.name ?? "");
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ key,
    /** @type {() => void} */ action,
    /** @type {string} */ drawn = name,
    /** @type {string} */ letter = "",
    off = false,
  ) => {
    const text = t(key, { side });
    const title = letter ? `${text} (${letter})` : text;
    return h(
      "button",
      { class: "square", "data-do": name, title, onclick: action, disabled: off },
      icon(drawn),
      h("span", { class: "unseen" }, text),
    );
  };
  const { original } = page;
  // What can be done only sometimes is switched off or comes last: the others stay where they are.
  return [
    button("editor", "study.editor", () => void page.editor.begin(), "setup", "e"),
    button("keep", "study.keep", () => page.keeping.begin(), "keep", "s"),
    button("play-on", "study.play", () => void playOn(page), "resume", "", !!report?.outcome),
    button("turn", "play.turn", () => page.turn(), "turn", "f"),
    button(
      "start",
      "study.start",
      () => void page.go({ tree: fresh(page.entry.id, page.tree.rules), at: 0 }),
      "new",
    ),
    button("position", "study.position", () => void copy(report?.view.position ?? ""), "link"),
    button("game", "study.game", () => void copyStudy(page), "copy"),
    button("download", "study.download", () => void download(page), "save"),
    button("archive", "study.archive", () => void keepGame(page), "leave"),
    ...(away && original
      ? [button("original", "study.original", () => void page.replace(original), "back")]
      : []),
  ];
}
