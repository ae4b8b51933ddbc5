// Choosing a side, or a random one.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";

/** @import { Draft } from "./draft.js" */

/**
 * `draw` updates it.
 * @param {Draft} draft
 * @param {() => void} changed
 */
export function sidePicker(draft, changed) {
  const element = h("fieldset", { class: "sides" });
  const draw = () => {
    const { seats, side } = draft;
    element.hidden = !draft.hasSide;
    const choice = (/** @type {number | null} */ seat) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "side",
          value: seat ?? "random",
          checked: seat === side,
          onchange: () => {
            draft.take(seat);
            changed();
          },
        }),
        h(
          "span",
          {},
          seat === null ? icon("dice") : seatToken(seats[seat]),
          seat === null ? t("new.random") : word("seat", seats[seat].name),
        ),
      );
    // The random choice is between two sides, and after more.
    const all = seats.map((_, i) => /** @type {number | null} */ (i));
    all.splice(seats.length === 2 ? 1 : seats.length, 0, null);
    element.replaceChildren(
      h("legend", {}, t("new.side")),
      h("div", { class: "choices men" }, ...all.map(choice)),
    );
  };
  return { element, draw };
}
