// The clock: usual ones as chips, or a custom one.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { CLOCKS, LIMITS } from "./draft.js";

/** @import { ClockField, Draft } from "./draft.js" */

/** Returns the name of a clock. @param {Draft} draft */
export function clockName({ clock, minutes, seconds, each, days }) {
  if (clock === "move") return t("clock.move", { count: each });
  if (clock === "custom") return t("clock.own", { minutes, seconds });
  return clock === "days" ? t("clock.days", { count: days }) : t(`clock.${clock}`);
}

/**
 * `draw` updates it.
 * @param {Draft} draft
 * @param {() => void} changed
 */
export function clockPicker(draft, changed) {
  const element = h("fieldset", { class: "clocks" });
  const more = h("div", { class: "own-clock" });
  const number = (/** @type {ClockField} */ field, /** @type {number} */ step) => {
    const [min, max] = LIMITS[field];
    const input = h("input", {
      type: "number",
      name: field,
      min,
      max,
      step,
      value: draft[field],
      oninput: () => {
        draft[field] = input.valueAsNumber;
        changed();
      },
    });
    return h(
      "label",
      { class: "field" },
      h("span", {}, t(field === "days" ? "clock.days.field" : `clock.${field}`)),
      input,
    );
  };
  const describe = () => {
    const { clock } = draft;
    const fields =
      clock === "custom"
        ? [number("minutes", 0.5), number("seconds", 1)]
        : clock === "move"
          ? [number("each", 1)]
          : clock === "days"
            ? [number("days", 1)]
            : [];
    more.replaceChildren(...fields);
    more.hidden = fields.length === 0;
  };
  const draw = () => {
    const days = draft.mode === "online" ? ["days"] : [];
    const all = [...Object.keys(CLOCKS), ...days, "move", "custom"];
    const text = (/** @type {string} */ clock) =>
      clock in CLOCKS && clock !== "none" ? clock.replace("+", " + ") : t(`clock.${clock}.chip`);
    element.replaceChildren(
      h("legend", {}, t("new.clock")),
      h(
        "div",
        { class: "choices" },
        ...all.map((clock) =>
          h(
            "label",
            { title: clock in CLOCKS ? t(`clock.${clock}`) : null },
            h("input", {
              type: "radio",
              name: "clock",
              value: clock,
              checked: clock === draft.clock,
              "aria-label": clock in CLOCKS ? t(`clock.${clock}`) : null,
              onchange: () => {
                draft.clock = clock;
                describe();
                changed();
              },
            }),
            h("span", {}, h("bdi", {}, text(clock))),
          ),
        ),
      ),
      more,
    );
    describe();
  };
  return { element, draw };
}
