// The defaults of the site.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { explain, notice } from "../notice.js";
import { chosen } from "../site.js";
import { askAsHost } from "./request.js";

/** @import { SiteDefaults } from "../types.d.ts" */

const OPENING = ["everybody", "registered", "nobody"];
const THEMES = ["system", "light", "dark", "contrast"];
const BOARDS = ["walnut", "light", "slate"];
const LEVELS = Array.from({ length: 10 }, (_, i) => String(i + 1));
/** Features that are on unless the host switches them off. */
const OFF = /** @type {const} */ (["no_ratings", "no_leaders", "no_profiles"]);
/** In seconds. */
const GRACES = [30, 60, 120, 300, 900];

/** @param {string} name @param {[string, string][]} values */
const choice = (name, values) =>
  h("select", { name }, ...values.map(([value, text]) => h("option", { value }, text)));

/** @param {string} key @param {HTMLElement} control */
const field = (key, control) => h("label", { class: "field" }, h("span", {}, t(key)), control);

export class Defaults {
  #usual = /** @type {[string, string]} */ (["", t("host.usual")]);
  #opening = choice(
    "opening",
    OPENING.map((value) => [value, t(`host.opening.${value}`)]),
  );
  #message = h("input", { type: "text", name: "message", maxlength: 300, dir: "auto" });
  #level = choice("level", [this.#usual, ...LEVELS.map(both)]);
  #theme = choice("theme", [
    this.#usual,
    ...THEMES.map((value) => /** @type {[string, string]} */ ([value, t(`theme.${value}`)])),
  ]);
  #boards = choice("boards", [
    this.#usual,
    ...BOARDS.map((value) => /** @type {[string, string]} */ ([value, t(`boards.${value}`)])),
  ]);
  #grace = choice("grace", [
    this.#usual,
    ...GRACES.map(
      (value) =>
        /** @type {[string, string]} */ ([String(value), t("status.seconds", { count: value })]),
    ),
  ]);

  /** Features that can be switched off. @type {[keyof SiteDefaults, HTMLInputElement][]} */
  #switches = OFF.map((name) => [name, h("input", { type: "checkbox", name })]);

  /** @param {() => void} changed called after a change */
  constructor(changed) {
    this.changed = changed;
    this.element = h(
      "section",
      { class: "panel", id: "host-defaults" },
      h("h2", {}, t("host.defaults")),
      h("p", { class: "soft" }, t("host.defaults.about")),
      h(
        "form",
        {
          class: "import",
          onsubmit: (event) => {
            event.preventDefault();
            void this.#save();
          },
        },
        field("host.opening", this.#opening),
        field("host.message", this.#message),
        h(
          "div",
          { class: "two" },
          field("host.level", this.#level),
          field("host.grace", this.#grace),
          field("settings.theme", this.#theme),
          field("settings.boards", this.#boards),
        ),
        h(
          "fieldset",
          {},
          h("legend", {}, t("host.people.legend")),
          ...this.#switches.map(([name, box]) =>
            h("label", { class: "check" }, box, t(`host.${name}`)),
          ),
        ),
        h("div", {}, h("button", { class: "main-action", "data-do": "save" }, t("host.save"))),
      ),
    );
  }

  async look() {
    /** @type {SiteDefaults} */
    const site = await ask("/api/site");
    this.#opening.value = site.opening ?? "everybody";
    this.#message.value = site.message ?? "";
    this.#level.value = String(site.level ?? "");
    this.#theme.value = site.theme ?? "";
    this.#boards.value = site.boards ?? "";
    if (site.grace && !GRACES.includes(site.grace)) {
      const text = t("status.seconds", { count: site.grace });
      this.#grace.append(h("option", { value: site.grace }, text));
    }
    this.#grace.value = String(site.grace ?? "");
    for (const [name, box] of this.#switches) box.checked = site[name] !== true;
  }

  async #save() {
    const number = (/** @type {HTMLSelectElement} */ { value }) =>
      value ? Number(value) : undefined;
    const message = this.#message.value.trim();
    const wanted = {
      opening: this.#opening.value,
      message: message || undefined,
      level: number(this.#level),
      theme: this.#theme.value || undefined,
      boards: this.#boards.value || undefined,
      grace: number(this.#grace),
      ...Object.fromEntries(this.#switches.map(([name, box]) => [name, !box.checked])),
    };
    try {
      chosen(await askAsHost("/api/host/site", wanted));
      notice(t("host.saved"));
      this.changed();
    } catch (error) {
      notice(explain(error));
    }
  }
}

/** @param {string} value @returns {[string, string]} */
function both(value) {
  return [value, value];
}
