// Choosing by pictures of the start position.

import "../board.js";
import { positionOf } from "../catalog.js";
import { h } from "../dom.js";

/** @import { BoardElement } from "../board.js" */

/** @typedef {{value: string, text: string, rules: string}} Pictured */

/**
 * The pictures are loaded one after the other, so that other requests need not wait. `mark` selects one, or none.
 * @param {{name: string, title: string, game: string, values: Pictured[], chosen: string | null,
 *   done: (value: string) => void}} what
 */
export function pictures({ name, title, game, values, chosen, done }) {
  const boards = values.map(() => {
    const board = document.createElement("agon-board");
    return /** @type {BoardElement} */ (board);
  });
  const inputs = values.map(({ value }) =>
    h("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      onchange: () => done(value),
    }),
  );
  const element = h(
    "fieldset",
    { class: "pictures" },
    h("legend", {}, title),
    h(
      "div",
      { class: "choices gallery" },
      ...values.map(({ text }, i) =>
        h(
          "label",
          {},
          inputs[i],
          h("span", {}, h("span", { class: "picture", "aria-hidden": "true" }, boards[i]), text),
        ),
      ),
    ),
  );
  const draw = async () => {
    for (const [i, { rules, text }] of values.entries()) {
      const { board, view, seats } = await positionOf(game, rules);
      boards[i].show({ board, view, seats, still: true, label: text });
    }
  };
  // Without pictures the labels are enough.
  draw().catch(() => {});
  const mark = (/** @type {string | null} */ value) => {
    for (const input of inputs) input.checked = input.value === value;
  };
  return { element, mark };
}
