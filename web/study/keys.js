// Keys that work anywhere on the page of an analysis.

import { Shortcuts } from "../shortcuts.js";
import { walked } from "./line.js";

/** @import { StudyPage } from "./page.js" */

/** @param {StudyPage} page */
export function studyKeys(page) {
  const actions = () => {
    const { at, moves } = page.line;
    const walk = (/** @type {number} */ to) => () => void page.go(walked(page.line, to));
    return {
      ArrowLeft: walk(at - 1),
      ArrowRight: walk(at + 1),
      Home: walk(0),
      End: walk(moves.length),
      f: () => page.turn(),
      m: () => page.typed.begin(""),
      "?": () => void import("../pages/settings.js").then(({ showKeys }) => showKeys()),
    };
  };
  return new Shortcuts(
    actions,
    () => page.report?.view.moves ?? [],
    (text) => page.typed.begin(text),
  );
}
