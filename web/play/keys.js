// Keys that work anywhere on the page of a game.

import { Shortcuts } from "../shortcuts.js";
import { myTurn } from "../state.js";

/** @import { GamePage } from "./page.js" */

/** @param {GamePage} page */
export function gameKeys(page) {
  const actions = () => {
    const { at, known } = page.state;
    const ply = at ?? known.steps.length;
    const walk = (/** @type {number} */ to) => () => void page.look(to);
    return {
      ArrowLeft: walk(ply - 1),
      ArrowRight: walk(ply + 1),
      Home: walk(0),
      End: walk(Number.MAX_SAFE_INTEGER),
      f: () => page.turn(),
      h: () => void page.hint(),
      u: () => page.tools.takeBack(),
      m: () => page.typed.begin(""),
      Escape: () => void page.handling.cancel(),
      // A focused button handles its own keys.
      ...(page.state.proposed && !document.activeElement?.closest("button, a")
        ? { Enter: () => page.handling.confirm() }
        : {}),
      "?": () => void import("../settings/dialog.js").then(({ showKeys }) => showKeys()),
    };
  };
  const moves = () => {
    const { at, known } = page.state;
    return at === null && myTurn(known) ? known.view.moves : [];
  };
  return new Shortcuts(actions, moves, (text) => page.typed.begin(text));
}
