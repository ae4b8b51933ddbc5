// The list of moves, and buttons to walk through it.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";

/** @import { SeatState, Step } from "../types.d.ts" */

export class MoveList {
  /** Number of steps before the shown position, and of all. */
  #at = 0;
  #all = 0;
  /** The drawn steps, so that new moves are appended only. @type {string[]} */
  #texts = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** @param {(ply: number) => void} look */
  constructor(look) {
    this.look = look;
    this.list = h("div", {
      class: "list",
      tabindex: 0,
      role: "group",
      "aria-label": t("play.moves"),
    });
    this.none = h("p", { class: "none" }, t("play.moves"));
    const button = (/** @type {string} */ name, /** @type {() => number} */ ply) =>
      h(
        "button",
        {
          "aria-label": t(`play.${name}`),
          title: t(`play.${name}`),
          "data-walk": name,
          onclick: () => look(ply()),
        },
        icon(name),
      );
    this.element = h(
      "section",
      { class: "moves", "aria-label": t("play.moves") },
      this.none,
      this.list,
      h(
        "div",
        { class: "walk" },
        button("first", () => 0),
        button("previous", () => this.#at - 1),
        button("next", () => this.#at + 1),
        button("last", () => this.#all),
      ),
    );
  }

  /**
   * @param {Step[]} steps
   * @param {SeatState[]} seats
   * @param {number} at number of steps before the shown position
   */
  draw(steps, seats, at) {
    const texts = steps.map((step) =>
      step.kind === "move"
        ? step.display
        : `${word("seat", seats[step.seat].name)} ${t("play.out")}`,
    );
    const follows = this.#at === this.#all;
    let same = 0;
    while (same < texts.length && texts[same] === this.#texts[same]) same += 1;
    const two = seats.length === 2;
    // Two players' moves share a row.
    for (const button of this.#buttons.splice(same)) {
      if (button.previousElementSibling?.className === "nr") button.previousElementSibling.remove();
      button.remove();
    }
    for (let i = same; i < texts.length; i += 1) {
      const step = steps[i];
      if (!two || i % 2 === 0)
        this.list.append(h("span", { class: "nr" }, two ? `${i / 2 + 1}.` : `${i + 1}.`));
      const button = h(
        "button",
        { "data-ply": i + 1, onclick: () => this.look(i + 1) },
        two ? null : seatToken(seats[step.seat]),
        texts[i],
      );
      this.#buttons.push(button);
      this.list.append(button);
    }
    this.list.classList.toggle("many", !two);
    this.#texts = texts;
    this.#all = steps.length;
    this.none.hidden = steps.length > 0;
    this.list.hidden = steps.length === 0;
    this.mark(at, follows);
  }

  /**
   * Shows judgements beside moves.
   * @param {Map<number, {sign: string, name: string, kind: string}>} marks by ply
   */
  judge(marks) {
    this.#buttons.forEach((button, i) => {
      button.querySelector(".mark")?.remove();
      const mark = marks.get(i + 1);
      if (mark)
        button.append(
          h(
            "span",
            { class: `mark ${mark.kind}`, title: mark.name },
            h("span", { "aria-hidden": "true" }, mark.sign),
            h("span", { class: "unseen" }, mark.name),
          ),
        );
    });
  }

  /** @param {number} ply @param {boolean} [scroll] */
  mark(ply, scroll = true) {
    this.#at = ply;
    this.#buttons.forEach((button, i) => {
      if (i + 1 === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const button = this.#buttons[ply - 1];
    if (!scroll) return;
    // Scrolls the list only, not the page.
    this.list.scrollTop = button
      ? button.offsetTop - this.list.offsetTop - this.list.clientHeight / 2
      : 0;
  }
}
