// The turning points: the move, the better move, and trying it.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";
import { byPly, numberOf, percent, SIGNS, verdictOf } from "./words.js";

/** @import { GameReport, JudgedMove, Seat } from "../types.d.ts" */

/**
 * What the list does with the page.
 * @typedef {object} Turned
 * @property {(ply: number) => void} look shows the position after a move
 * @property {(move: JudgedMove, count: number) => void} better shows a number of moves of the better line
 * @property {(move: JudgedMove) => void} tryIt starts a game from the position before the move
 */

export class Turns {
  /** @type {Map<number, HTMLElement>} */
  #items = new Map();

  /** @param {GameReport} report @param {Seat[]} seats @param {Turned} acts */
  constructor(report, seats, acts) {
    this.seats = seats;
    this.acts = acts;
    this.moves = byPly(report);
    const found = report.turning_points.flatMap((ply) => this.moves.get(ply) ?? []);
    this.list = h("ol", { class: "turns" }, ...found.map((move) => this.#item(move)));
    this.element = h(
      "section",
      { class: "panel turning", "aria-labelledby": "turns-title" },
      h("h2", { id: "turns-title" }, t("report.turns")),
      found.length > 0 ? this.list : h("p", { class: "soft" }, t("report.turns.none")),
    );
  }

  /** @param {JudgedMove} move */
  #item(move) {
    const { ply, seat, display, judgement, before, after } = move;
    const item = h(
      "li",
      { class: "turn", "data-ply": ply },
      h(
        "button",
        { class: "head", "data-do": "turn", onclick: () => this.acts.look(ply) },
        seatToken(this.seats[seat]),
        h(
          "span",
          { class: "move", dir: "ltr" },
          `${numberOf(ply, this.seats.length)} ${display}`,
          h("span", { class: `mark ${judgement}` }, SIGNS[judgement]),
        ),
        h("span", { class: "swing", dir: "ltr" }, `${percent(before)} → ${percent(after)}`),
        h("span", { class: "unseen" }, verdictOf(move, this.seats)),
      ),
    );
    this.#items.set(ply, item);
    return item;
  }

  /**
   * Opens the shown one; the others are titles.
   * @param {number} ply
   * @param {number | null} shown number of moves of the better line on the board
   */
  draw(ply, shown) {
    for (const [at, item] of this.#items) {
      const open = at === ply;
      const move = this.moves.get(at);
      item.classList.toggle("open", open);
      const [head] = item.children;
      head.setAttribute("aria-expanded", String(open));
      const unfolded = item.querySelector(".unfolded");
      if (!open || !move) unfolded?.remove();
      else if (unfolded) this.#mark(unfolded, shown);
      else {
        const made = this.#unfold(move);
        item.append(made);
        this.#mark(made, shown);
        // Scrolls to its beginning, without moving the page.
        this.list.scrollTop = item.offsetTop;
      }
    }
  }

  /** @param {JudgedMove} move */
  #unfold(move) {
    const { better, seat } = move;
    const line = (better?.display ?? []).map((text, i) =>
      h(
        "button",
        {
          "data-step": i + 1,
          "aria-label": t("report.step", { number: i + 1, move: text }),
          onclick: () => this.acts.better(move, i + 1),
        },
        text,
      ),
    );
    const step = (/** @type {string} */ name, /** @type {number} */ by) =>
      h(
        "button",
        {
          class: "square",
          "data-do": `line-${name}`,
          "aria-label": t(`report.line.${name}`),
          onclick: () => this.acts.better(move, this.#shown + by),
        },
        icon(name),
      );
    const side = word("seat", this.seats[seat]?.name ?? "");
    return h(
      "div",
      { class: "unfolded" },
      line.length > 0 &&
        h(
          "div",
          { class: "better" },
          h("p", { class: "title" }, t("report.better")),
          h("div", { class: "steps", dir: "ltr" }, step("previous", -1), ...line, step("next", 1)),
        ),
      h(
        "button",
        { class: "main-action", "data-do": "try", onclick: () => this.acts.tryIt(move) },
        icon("resume"),
        t("report.try", { side }),
      ),
    );
  }

  /** The number of shown moves of the better line. */
  #shown = 0;

  /** @param {Element} unfolded @param {number | null} shown */
  #mark(unfolded, shown) {
    this.#shown = shown ?? 0;
    const steps = [...unfolded.querySelectorAll("[data-step]")];
    steps.forEach((step, i) => {
      step.classList.toggle("played", i < this.#shown);
      if (i + 1 === this.#shown) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const [back] = unfolded.querySelectorAll('[data-do="line-previous"]');
    const [on] = unfolded.querySelectorAll('[data-do="line-next"]');
    back?.toggleAttribute("disabled", this.#shown === 0);
    on?.toggleAttribute("disabled", this.#shown >= steps.length);
  }
}
