// Games that the server cannot read. Shown only if there are any.

import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { askAsHost } from "./request.js";

/** @import { DamagedGame } from "../types.d.ts" */

export class Damaged {
  #done;
  #list = h("ul", { class: "rows" });
  element = h(
    "section",
    { class: "panel", id: "host-damaged", hidden: true },
    h("h2", {}, t("host.unreadable")),
    h("p", { class: "soft" }, t("host.unreadable.about")),
    this.#list,
  );

  /** @param {() => void} done */
  constructor(done) {
    this.#done = done;
  }

  async look() {
    /** @type {DamagedGame[]} */
    const games = await askAsHost("/api/host/damaged");
    this.#list.replaceChildren(...games.map((game) => this.#row(game)));
    this.element.hidden = games.length === 0;
  }

  /** @param {DamagedGame} game */
  #row({ id, at, reason }) {
    const time = dayAndTime(at, language());
    return h(
      "li",
      { "data-id": id },
      h(
        "span",
        { class: "what" },
        h("b", { dir: "ltr" }, id),
        h("small", { class: "soft" }, time),
        h("small", { dir: "ltr" }, reason),
      ),
      h("button", { onclick: () => void this.#retry(id) }, t("host.unreadable.retry")),
    );
  }

  /** @param {string} id */
  async #retry(id) {
    try {
      await askAsHost(`/api/host/damaged/${id}`, {});
      notice(t("host.unreadable.retried"));
      await this.look();
      this.#done();
    } catch (error) {
      notice(explain(error));
    }
  }
}
