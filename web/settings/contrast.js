// Offers high contrast once, if the system asks for more contrast.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { remember } from "../settings.js";

/** @import { Settings } from "../settings.js" */

/** @param {() => Promise<void>} changed draws the page again */
export function offer(changed) {
  const choice = (
    /** @type {string} */ name,
    /** @type {Partial<Settings>} */ changes,
    kind = "",
  ) =>
    h(
      "button",
      {
        "data-do": `contrast-${name}`,
        class: kind,
        onclick: () => {
          remember({ offered: true, ...changes });
          bar.remove();
          void changed();
        },
      },
      t(`contrast.${name}`),
    );
  const bar = h(
    "section",
    { class: "offer panel", "aria-label": t("contrast.title") },
    h("p", {}, t("contrast.title")),
    h(
      "div",
      { class: "ends" },
      choice("no", {}),
      choice("marks", { marks: true }),
      choice("all", { theme: "contrast" }, "main-action"),
    ),
  );
  document.body.append(bar);
}
