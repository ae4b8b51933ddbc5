// What can be done with the whole study, as a row of icons.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { archive, copyStudy, download, playOn } from "./exchange.js";
import { copy } from "./import.js";
import { isAway, sideBelow, start } from "./state.js";

/** @import { StudyState } from "./state.js" */
/** @import { Place } from "./tree.js" */

/**
 * What the tools do with the page.
 * @typedef {object} Acts
 * @property {() => void} edit sets up a position
 * @property {() => void} keep saves the study
 * @property {() => void} turn turns the board
 * @property {(place: Place) => Promise<void>} go
 * @property {(place: Place) => Promise<void>} replace shows another tree; undo ends there
 */

/** @param {StudyState} state @param {number} degrees of the board @param {Acts} acts */
export function toolbar(state, degrees, acts) {
  const { report, original } = state;
  const side = word("seat", report?.seats[sideBelow(state, degrees)]?.name ?? "");
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
  const over = report?.outcome !== null && report !== null;
  // Tools that are not always there are disabled or last: the others keep their positions.
  return [
    button("editor", "study.editor", acts.edit, "setup", "e"),
    button("keep", "study.keep", acts.keep, "keep", "s"),
    button("play-on", "study.play", () => void playOn(state, degrees), "resume", "", over),
    button("turn", "play.turn", acts.turn, "turn", "f"),
    button("start", "study.start", () => void acts.go(start(state)), "new"),
    button("position", "study.position", () => void copy(report?.view.position ?? ""), "link"),
    button("game", "study.game", () => void copyStudy(state), "copy"),
    button("download", "study.download", () => void download(state), "save"),
    button("archive", "study.archive", () => void archive(state), "leave"),
    ...(original && isAway(state)
      ? [button("original", "study.original", () => void acts.replace(original), "back")]
      : []),
  ];
}
