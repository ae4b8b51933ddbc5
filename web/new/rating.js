// Whether a new game is rated.

import { checkbox } from "../fields.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { remember } from "../settings.js";

/** @import { Draft } from "./draft.js" */

/**
 * @param {Draft} draft
 * @param {boolean} may whether the person has ratings
 * @param {() => void} changed
 */
export function rating(draft, may, changed) {
  const box = checkbox(t("new.rated"), draft.rated, (chosen) => {
    draft.rated = chosen;
    remember({ rated: chosen });
    about.hidden = !chosen;
    changed();
  });
  const about = h("p", { class: "soft" }, t("new.rated.about"));
  const element = h("div", { class: "counting", "data-do": "rated" }, box, about);
  const draw = () => {
    element.hidden = !may || !draft.mayCount();
    about.hidden = !draft.rated;
  };
  draw();
  return { element, draw };
}
