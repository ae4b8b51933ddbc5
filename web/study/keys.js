// Keys that work anywhere on the page of an analysis.

import { Shortcuts } from "../shortcuts.js";
import { heading } from "./state.js";
import { MARKS } from "./glyphs.js";
import { alternative, endOf, next, previous } from "./tree.js";

/** @import { StudyPage } from "./page.js" */

/** @param {StudyPage} page */
export function studyKeys(page) {
  const { state, commands, editor, keeping, notes, switches, threat, typed } = page;
  /** @returns {Record<string, () => void>} */
  const actions = () => {
    const help = () => void import("../settings/dialog.js").then(({ showKeys }) => showKeys(true));
    if (state.editing) return { Escape: () => void editor.end(), f: () => page.turn(), "?": help };
    const { tree, at } = heading(state);
    const walk = (/** @type {number} */ to) => () => void page.walk(to);
    return {
      ArrowLeft: walk(previous(tree, at)),
      ArrowRight: walk(next(tree, at)),
      ArrowUp: walk(alternative(tree, at, -1)),
      ArrowDown: walk(alternative(tree, at, 1)),
      Home: walk(0),
      End: walk(endOf(tree, at)),
      ...Object.fromEntries(MARKS.map((glyph, i) => [String(i + 1), () => commands.mark(glyph)])),
      a: () => commands.arrow(),
      c: () => notes.write(),
      e: () => void editor.begin(),
      f: () => page.turn(),
      i: () => switches.toggle(),
      m: () => typed.begin(""),
      p: () => commands.promote(),
      s: () => keeping.begin(),
      t: () => threat.press(),
      w: () => notes.toggleDrawing(),
      z: () => void commands.undo(),
      Delete: () => void commands.remove(),
      "?": help,
    };
  };
  return new Shortcuts(
    actions,
    () => (state.editing ? [] : (state.report?.view.moves ?? [])),
    (text) => typed.begin(text),
  );
}
