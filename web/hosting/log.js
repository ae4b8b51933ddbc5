// The log of the host's actions, the latest first.

import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { askAsHost } from "./request.js";

/** @import { HostDeed } from "../types.d.ts" */

export class HostLog {
  #list = h("ul", { class: "rows log", tabindex: "0", "aria-label": t("host.deeds") });
  #none = h("p", { class: "soft" }, t("host.deeds.none"));
  element = h(
    "section",
    { class: "panel", id: "host-deeds" },
    h("h2", {}, t("host.deeds")),
    this.#none,
    this.#list,
  );

  async look() {
    /** @type {HostDeed[]} */
    const deeds = await askAsHost("/api/host/acts");
    this.#list.replaceChildren(
      ...deeds.map(({ at, act, about }) =>
        h(
          "li",
          { "data-act": act },
          h(
            "span",
            { class: "what" },
            h("b", {}, word("deed", act)),
            h("small", { dir: "auto" }, about),
          ),
          h("small", { class: "soft" }, dayAndTime(at, language())),
        ),
      ),
    );
    this.#list.hidden = deeds.length === 0;
    this.#none.hidden = deeds.length > 0;
  }
}
