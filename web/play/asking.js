// A question with its answers, beside the board.

import { h } from "../dom.js";

/** @import { Child } from "../dom.js" */
/** @import { PageState } from "./state.js" */
/** @import { Acts } from "./toolbox.js" */

/** A question as a function of the page. @typedef {(page: PageState, acts: Acts) => (HTMLElement | null)[]} Source */

/**
 * @param {Child} text
 * @param {HTMLElement[]} answers
 */
export const question = (text, ...answers) =>
  h("div", { class: "question", role: "group" }, h("p", {}, text), ...answers);

/**
 * Returns a button with an answer.
 * @param {string} name as `data-do`
 * @param {string} text
 * @param {() => void} action
 * @param {string} [kind] `main-action` or `danger`
 */
export const answer = (name, text, action, kind = "") =>
  h("button", { "data-do": name, class: kind, onclick: action }, text);
