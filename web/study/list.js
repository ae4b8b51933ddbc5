// The moves of a study: the main line in columns, with side lines and comments between its rows.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";
import { signOf } from "./glyphs.js";
import { endOf, next, numbers, OUT, previous, readable } from "./tree.js";

/** @import { Seat } from "../types.d.ts" */
/** @import { Node, Place } from "./tree.js" */

export class TreeList {
  /** @type {Place | null} */
  #place = null;
  /** @type {Seat[]} */
  #seats = [];
  /** @type {number[]} */
  #numbers = [];

  /** @param {(step: number) => void} look */
  constructor(look) {
    this.look = look;
    this.list = h("div", {
      class: "list",
      tabindex: 0,
      role: "group",
      "aria-label": t("play.moves"),
    });
    this.none = h("p", { class: "none" }, t("study.empty"));
    const button = (/** @type {string} */ name, /** @type {(place: Place) => number} */ to) =>
      h(
        "button",
        {
          "aria-label": t(`play.${name}`),
          title: t(`play.${name}`),
          "data-walk": name,
          onclick: () => this.#place && look(to(this.#place)),
        },
        icon(name),
      );
    this.element = h(
      "section",
      { class: "moves tree", "aria-label": t("play.moves") },
      this.none,
      this.list,
      h(
        "div",
        { class: "walk" },
        button("first", () => 0),
        button("previous", ({ tree, at }) => previous(tree, at)),
        button("next", ({ tree, at }) => next(tree, at)),
        button("last", ({ tree, at }) => endOf(tree, at)),
      ),
    );
  }

  /** @param {Place} place @param {Seat[]} seats */
  draw(place, seats) {
    this.#place = place;
    this.#seats = seats;
    const { nodes } = place.tree;
    this.#numbers = numbers(place.tree);
    const two = seats.length === 2;
    const empty = nodes[0].children.length === 0 && readable(nodes[0].comment) === "";
    this.none.hidden = !empty;
    this.list.hidden = empty;
    this.list.classList.toggle("many", !two);
    this.list.replaceChildren(...this.#main(two));
    this.#scroll();
  }

  /** The main line; notes span all columns. @param {boolean} two */
  #main(two) {
    const { tree } = /** @type {Place} */ (this.#place);
    const { nodes } = tree;
    /** @type {HTMLElement[]} */
    const cells = [...this.#said(nodes[0], "p")];
    let ply = 0;
    /** Number of filled columns of the row. */
    let filled = 0;
    const fill = () => h("span", { class: "gap", "aria-hidden": "true" }, "…");
    for (let at = 0; nodes[at].children.length > 0; ) {
      const [step, ...others] = nodes[at].children;
      const node = nodes[step];
      ply += 1;
      if (!two || filled === 0) {
        cells.push(h("span", { class: "nr" }, two ? `${this.#numbers[step]}.` : `${ply}.`));
        if (two && node.seat === 1) cells.push(fill());
      }
      cells.push(this.#move(step, ply));
      filled = two && node.seat === 0 ? 1 : 0;
      const notes = [
        ...this.#said(node, "p"),
        ...others.map((other) => h("div", { class: "side", role: "group" }, ...this.#line(other))),
      ];
      if (notes.length > 0) {
        if (filled === 1) cells.push(fill());
        filled = 0;
        cells.push(h("div", { class: "notes" }, ...notes));
      }
      at = step;
    }
    return cells;
  }

  /** A side line as running text, with its own side lines in brackets. @param {number} first */
  #line(first) {
    const { tree } = /** @type {Place} */ (this.#place);
    const { nodes } = tree;
    /** @type {(HTMLElement | string)[]} */
    const parts = [];
    let numbered = false;
    const add = (/** @type {number} */ step) => {
      const node = nodes[step];
      if (!numbered || node.seat === 0) parts.push(this.#number(step));
      parts.push(this.#move(step));
      const notes = this.#said(node, "span");
      parts.push(...notes);
      numbered = notes.length === 0;
    };
    add(first);
    for (let at = first; nodes[at].children.length > 0; ) {
      const [step, ...others] = nodes[at].children;
      add(step);
      for (const other of others) {
        parts.push(h("span", { class: "within" }, "(", ...this.#line(other), ")"));
        numbered = false;
      }
      at = step;
    }
    return parts;
  }

  /** @param {number} step */
  #number(step) {
    const { nodes } = /** @type {Place} */ (this.#place).tree;
    const dots = nodes[step].seat === 0 ? "." : "…";
    return h("span", { class: "nr" }, `${this.#numbers[step]}${dots}`);
  }

  /** @param {Node} node @param {"p" | "span"} as */
  #said(node, as) {
    const text = readable(node.comment);
    return text === "" ? [] : [h(as, { class: "said", dir: "auto" }, text)];
  }

  /** @param {number} step @param {number} [ply] in the main line */
  #move(step, ply) {
    const { tree, at } = /** @type {Place} */ (this.#place);
    const { text, display, seat, glyphs, drawn } = tree.nodes[step];
    const side = this.#seats[seat ?? 0];
    const out = text.startsWith(OUT);
    return h(
      "button",
      {
        "data-step": step,
        "data-ply": ply,
        "aria-current": step === at ? "step" : null,
        onclick: () => this.look(step),
      },
      this.#seats.length > 2 && side ? seatToken(side) : null,
      out ? `${word("seat", side?.name ?? "")} ${t("play.out")}` : display || text,
      ...glyphs.map((glyph) =>
        h(
          "span",
          { class: `glyph glyph-${glyph}`, title: t(`glyph.${glyph}`) },
          h("span", { "aria-hidden": "true" }, signOf(glyph)),
          h("span", { class: "unseen" }, word("glyph", String(glyph), signOf(glyph))),
        ),
      ),
      drawn.length > 0 && h("span", { class: "sketched", title: t("study.drawn") }),
    );
  }

  /** Scrolls the list only, not the page. */
  #scroll() {
    const current = this.list.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) {
      this.list.scrollTop = 0;
      return;
    }
    const { top } = this.list.getBoundingClientRect();
    const place = current.getBoundingClientRect().top - top + this.list.scrollTop;
    this.list.scrollTop = place - this.list.clientHeight / 2;
  }
}
