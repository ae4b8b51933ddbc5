// Keys that work anywhere on the page of an analysis.

import { Shortcuts } from "../shortcuts.js";
import { beside, endOf, MARKS, next, previous } from "./tree.js";

/** @import { StudyPage } from "./page.js" */

/** @param {StudyPage} page */
export function studyKeys(page) {
  /** @returns {Record<string, () => void>} */
  const actions = () => {
    const help = () => void import("../pages/settings.js").then(({ showKeys }) => showKeys(true));
    if (page.editor.on)
      return { Escape: () => void page.editor.end(), f: () => page.turn(), "?": help };
    const { tree, at } = page.heading;
    const walk = (/** @type {number} */ to) => () => void page.walk(to);
    return {
      ArrowLeft: walk(previous(tree, at)),
      ArrowRight: walk(next(tree, at)),
      ArrowUp: walk(beside(tree, at, -1)),
      ArrowDown: walk(beside(tree, at, 1)),
      Home: walk(0),
      End: walk(endOf(tree, at)),
      ...Object.fromEntries(MARKS.map((glyph, i) => [String(i + 1), () => page.mark(glyph)])),
      a: () => page.arrow(),
      c: () => page.notes.write(),
      e: () => void page.editor.begin(),
      f: () => page.turn(),
      i: () => page.switch?.click(),
      m: () => page.typed.begin(""),
      p: () => page.promote(),
      s: () => page.keeping.begin(),
      t: () => page.threat.press(),
      w: () => page.notes.toggleDrawing(),
      z: () => void page.undo(),
      Delete: () => void page.remove(),
      "?": help,
    };
  };
  return new Shortcuts(
    actions,
    () => (page.editor.on ? [] : (page.report?.view.moves ?? [])),
    (text) => page.typed.begin(text),
  );
}
