// The head of a lesson or a puzzle: a link back, and what it is.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

/** @param {string} back key of the link's label @param {HTMLElement} about @param {string} title */
export const head = (back, about, title) =>
  h(
    "div",
    { class: "top" },
    h("a", { class: "button tool back", href: "/learn", "aria-label": t(back) }, icon("previous")),
    h("div", { class: "title" }, about, h("h1", {}, title)),
  );
