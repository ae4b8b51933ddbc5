// The level of computers: ten levels with names.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";

/** @import { Draft } from "./draft.js" */

export const LEVELS = Array.from({ length: 10 }, (_, i) => i + 1);

/** Returns the name of a level, such as "Sprout". @param {number} level */
export const levelName = (level) => word("level", String(level), `${t("new.level")} ${level}`);

/**
 * The level of all computers; `draw` updates it.
 * @param {Draft} draft
 * @param {() => void} changed
 */
export function levelPicker(draft, changed) {
  const words = h("p", { class: "level-words" });
  const element = h("fieldset", { class: "level" });
  const describe = () => {
    const { common } = draft;
    words.replaceChildren(
      ...(common === null
        ? [t("new.level.several")]
        : [h("b", {}, `${common} ${levelName(common)}`), ` ${t(`level.${common}.about`)}`]),
    );
  };
  const draw = () => {
    element.hidden = draft.mode !== "computer";
    const { common } = draft;
    element.replaceChildren(
      h("legend", {}, t("new.level")),
      h(
        "div",
        { class: "choices scale" },
        ...LEVELS.map((level) =>
          h(
            "label",
            { title: levelName(level) },
            h("input", {
              type: "radio",
              name: "level",
              value: level,
              checked: level === common,
              "aria-label": `${level} ${levelName(level)}: ${t(`level.${level}.about`)}`,
              onchange: () => {
                draft.grade(level);
                describe();
                changed();
              },
            }),
            h("span", { "aria-hidden": "true" }, String(level)),
          ),
        ),
      ),
      words,
    );
    describe();
  };
  return { element, draw };
}
