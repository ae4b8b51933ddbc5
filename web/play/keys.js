// Keys that work anywhere on the page of a game.

import { Shortcuts } from "../shortcuts.js";
import { myTurn } from "../state.js";

/** @import { GamePage } from "./page.js" */

/** @param {GamePage} page */
export function gameKeys(page) {
  const actions = () => {
    const at = page.at ?? page.known?.steps.length ?? 0;
    const walk = (/** @type {number} */ ply) => () => void page.look(ply);
    return {
      ArrowLeft: walk(at - 1),
      ArrowRight: walk(at + 1),
      Home: walk(0),
      End: walk(Number.MAX_SAFE_INTEGER),
      f: () => page.turn(),
      h: () => void page.hint(),
      u: () => page.tools.takeBack(),
      m: () => page.typed.begin(""),
      "?": () => void import("../pages/settings.js").then(({ showKeys }) => showKeys()),
    };
  };
  const moves = () =>
    page.known && myTurn(page.known) && page.at === null ? page.known.view.moves : [];
  return new Shortcuts(actions, moves, (text) => page.typed.begin(text));
}
