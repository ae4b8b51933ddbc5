// How the parts of a game's page are arranged.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { more } from "./tools.js";

/** @import { PageState } from "./state.js" */

/** A part with an element. @typedef {{element: HTMLElement}} Part */

/**
 * @typedef {object} Parts
 * @property {PageState} state
 * @property {HTMLElement} board
 * @property {import("./players.js").Plates} plates
 * @property {HTMLElement} variant
 * @property {HTMLElement} spectators
 * @property {Part} questions
 * @property {Part} teaser
 * @property {Part} drawer
 * @property {Part} moves
 * @property {Part} typed
 * @property {Part & {menu: HTMLElement}} tools
 */

/** Returns a button that shows and hides the moves on narrow screens. */
function fold() {
  const button = h("button", {
    class: "fold",
    "data-do": "moves",
    "aria-expanded": "false",
    onclick: () => {
      const open = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(open));
    },
  });
  button.append(t("play.moves"));
  return button;
}

/** @param {Parts} parts @param {string} title of the game @param {() => void} showRules */
function head({ state, variant, spectators }, title, showRules) {
  const { name, rated } = state.known.setup;
  return h(
    "div",
    { class: "top" },
    h(
      "a",
      { class: "button tool back", href: "/", "aria-label": t("play.home") },
      icon("previous"),
    ),
    h(
      "div",
      { class: "title" },
      h("h1", {}, name ?? title),
      h(
        "p",
        { class: "soft" },
        name ? h("span", {}, title) : null,
        rated ? h("span", { class: "rated" }, t("play.rated")) : null,
        variant,
        spectators,
      ),
    ),
    h(
      "button",
      {
        class: "tool",
        "data-do": "show-rules",
        "aria-label": t("play.rules"),
        onclick: showRules,
      },
      icon("rules"),
      h("span", { class: "tip", "aria-hidden": "true" }, t("play.rules")),
    ),
    more("top-more"),
  );
}

/** @param {Parts} parts @param {string} title of the game @param {() => void} showRules */
export function layout(parts, title, showRules) {
  const { board, drawer, moves, plates, questions, teaser, tools, typed } = parts;
  const { known } = parts.state;
  return h(
    "div",
    { class: "game play", "data-id": known.id, "data-seats": known.state.seats.length },
    head(parts, title, showRules),
    h("div", { class: "stage" }, plates.above, plates.left, board, plates.right, plates.below),
    h(
      "aside",
      {},
      questions.element,
      teaser.element,
      drawer.element,
      h("div", { class: "record" }, plates.general, fold(), moves.element),
      typed.element,
      tools.element,
      tools.menu,
    ),
  );
}

/** Returns where a seat's captured pieces are shown: with the opponent of two, else with the seat. @param {Element} root @param {PageState} state @param {number} seat */
export function trayOf(root, { known }, seat) {
  const holder = known.state.seats.length === 2 ? 1 - seat : seat;
  return root.querySelector(`.player[data-seat="${holder}"] .counters`);
}
