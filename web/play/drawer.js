// A panel beside the board, in the place of the moves: rules, or the link for spectators.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";

export class Drawer {
  #title = h("h2", { id: "drawer-title", tabindex: -1 });
  #inside = h("div", {
    class: "inside",
    tabindex: 0,
    role: "group",
    "aria-labelledby": "drawer-title",
  });
  element = h(
    "section",
    { class: "drawer panel", hidden: true, "aria-labelledby": "drawer-title" },
    h(
      "div",
      { class: "head" },
      this.#title,
      h(
        "button",
        {
          class: "tool",
          "data-do": "close-drawer",
          "aria-label": t("play.close"),
          onclick: () => this.close(),
        },
        icon("close"),
      ),
    ),
    this.#inside,
  );
  /** The shown content, and the element that had the focus before. @type {{name: string, from: Element | null} | null} */
  #open = null;

  constructor() {
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /**
   * Shows some content; closes the panel if it is shown already.
   * @param {string} name
   * @param {string} title
   * @param {() => Promise<Node[]> | Node[]} content
   */
  async toggle(name, title, content) {
    const was = this.#open?.name;
    this.close();
    if (was === name) return;
    const open = { name, from: document.activeElement };
    this.#open = open;
    const nodes = await content();
    // Other content was requested meanwhile.
    if (this.#open !== open) return;
    this.#title.textContent = title;
    this.#inside.replaceChildren(...nodes);
    this.element.dataset.shows = name;
    this.element.hidden = false;
    this.#inside.scrollTop = 0;
    this.#title.focus({ preventScroll: true });
  }

  close() {
    const within = this.element.contains(document.activeElement);
    const from = this.#open?.from;
    this.#open = null;
    this.element.hidden = true;
    if (within && from instanceof HTMLElement && from.isConnected)
      from.focus({ preventScroll: true });
  }
}
