// The modes of play as tiles.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

/** Modes with their icons. */
const MODES = { computer: "computer", local: "people", online: "globe", watch: "watch" };

/**
 * @param {string} chosen
 * @param {(mode: string) => void} done
 */
export const modes = (chosen, done) =>
  h(
    "fieldset",
    { class: "ways" },
    h("legend", { class: "unseen" }, t("new.mode")),
    h(
      "div",
      { class: "choices tiles" },
      ...Object.entries(MODES).map(([mode, drawing]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "mode",
            value: mode,
            checked: mode === chosen,
            onchange: () => done(mode),
          }),
          h(
            "span",
            {},
            icon(drawing),
            h("b", {}, t(`mode.${mode}`)),
            h("small", {}, t(`mode.${mode}.about`)),
          ),
        ),
      ),
    ),
  );
