// A position as the picture of a card.

import "../board.js";
import { positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";

/** @import { BoardElement } from "../board.js" */
/** @import { Entry } from "../types.d.ts" */

/**
 * Seen by the player to move.
 * @param {Entry} entry
 * @param {string} [rules] if not the usual ones
 * @param {string | null} [position] default: the one in which the game looks best
 */
export function picture({ id, scene }, rules, position = scene ?? null) {
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  positionOf(id, rules, position).then(
    (report) => {
      const { degrees } = report.seats[report.view.turn];
      board.show({ ...report, degrees, still: true, label: titleOf(id) });
    },
    () => board.remove(),
  );
  return h("div", { class: "picture" }, board);
}
