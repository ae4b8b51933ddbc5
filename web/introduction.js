// The form fields for a name and a picture.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { animalOf, portrait, seeds } from "./portrait.js";

/** Names of guests. */
const NAMELESS = /^Guest \d+$/;
/** Number of pictures to choose from, including the present one. */
const OFFERED = 6;

/** Whether the person has chosen no name. @param {{name: string}} person */
export const isNameless = ({ name }) => NAMELESS.test(name);

/** Returns the chosen name of a person; empty for none. @param {{name: string}} person */
export const ownName = (person) => (isNameless(person) ? "" : person.name);

/**
 * The chosen name and picture.
 * @typedef {{ name: string, picture: string }} Likeness
 */

export class Introduction {
  /** Unique on the page: radio buttons of one name exclude each other. */
  static #count = 0;
  #group = "";
  #large = h("span", { class: "large" });
  #choices = h("div", { class: "portraits", role: "radiogroup" });
  /** @type {string} */
  #picture;
  /** The values before. @type {Likeness} */
  #before;

  /** @param {Likeness} person the present values; without a name if none was chosen */
  constructor({ name, picture }) {
    Introduction.#count += 1;
    this.#group = `picture-${Introduction.#count}`;
    this.#before = { name, picture };
    this.#picture = picture;
    this.name = h("input", {
      name: "nickname",
      maxlength: 24,
      value: name,
      placeholder: t("welcome.name.example"),
      autocomplete: "nickname",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "done",
    });
    this.#choices.setAttribute("aria-label", t("welcome.picture"));
    this.element = h(
      "div",
      { class: "introduction" },
      this.#large,
      h("label", { class: "field" }, h("span", {}, t("welcome.name")), this.name),
      h(
        "div",
        { class: "field choosing" },
        h("span", { "aria-hidden": "true" }, t("welcome.picture")),
        h(
          "div",
          { class: "offered" },
          this.#choices,
          h(
            "button",
            { type: "button", class: "quiet", "data-do": "others", onclick: () => this.#offer() },
            t("welcome.others"),
          ),
        ),
      ),
    );
    this.#offer();
  }

  /** Shows other pictures; the chosen one stays the first. */
  #offer() {
    const others = seeds(OFFERED - 1, [animalOf(this.#picture)]);
    this.#choices.replaceChildren(...[this.#picture, ...others].map((seed) => this.#choice(seed)));
    this.#show(this.#picture);
  }

  /** @param {string} seed */
  #choice(seed) {
    return h(
      "label",
      { title: t(`animal.${animalOf(seed)}`) },
      h("input", {
        type: "radio",
        name: this.#group,
        value: seed,
        checked: seed === this.#picture,
        "aria-label": t(`animal.${animalOf(seed)}`),
        onchange: () => this.#show(seed),
      }),
      portrait(seed),
    );
  }

  /** @param {string} seed */
  #show(seed) {
    this.#picture = seed;
    this.#large.replaceChildren(portrait(seed));
  }

  /** Selects the picture that the person has now. @param {Likeness} person */
  update({ name, picture }) {
    const untouched = this.#picture === this.#before.picture;
    if (this.name.value === this.#before.name) this.name.value = name;
    this.#before = { name, picture };
    if (!untouched) return;
    this.#picture = picture;
    this.#offer();
  }

  /** The changed values; null for none. @returns {Partial<Likeness> | null} */
  get changes() {
    const name = this.name.value.trim();
    /** @type {Partial<Likeness>} */
    const changes = {};
    if (name !== "" && name !== this.#before.name) changes.name = name;
    if (this.#picture !== this.#before.picture) changes.picture = this.#picture;
    return Object.keys(changes).length > 0 ? changes : null;
  }
}
