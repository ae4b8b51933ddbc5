// The fields in which somebody says who they are: a name, and a picture out of some.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { animalOf, portrait, seeds } from "./portrait.js";

/** What the server calls somebody who has not said a name. */
const NAMELESS = /^Guest \d+$/;
/** How many pictures are offered at a time, the present one included. */
const OFFERED = 6;

/** Has this person not said a name yet? @param {{name: string}} person */
export const isNameless = ({ name }) => NAMELESS.test(name);

/** The name of a person, if they have said one. @param {{name: string}} person */
export const ownName = (person) => (isNameless(person) ? "" : person.name);

/**
 * A name and a picture, as they are chosen.
 * @typedef {{ name: string, picture: string }} Likeness
 */

export class Introduction {
  /** Distinct for each on a page: radio buttons of one name exclude each other. */
  static #count = 0;
  #group = "";
  #large = h("span", { class: "large" });
  #choices = h("div", { class: "portraits", role: "radiogroup" });
  /** @type {string} */
  #picture;
  /** What was there before. @type {Likeness} */
  #before;

  /** @param {Likeness} person as they are now; without a name where none was said */
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

  /** Other pictures; the chosen one stays the first. */
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

  /** The person has another picture, or one at last: it is the one that is chosen. @param {Likeness} person */
  know({ name, picture }) {
    const untouched = this.#picture === this.#before.picture;
    if (this.name.value === this.#before.name) this.name.value = name;
    this.#before = { name, picture };
    if (!untouched) return;
    this.#picture = picture;
    this.#offer();
  }

  /** What is different from before; nothing if nothing is. @returns {Partial<Likeness> | null} */
  get changes() {
    const name = this.name.value.trim();
    /** @type {Partial<Likeness>} */
    const changes = {};
    if (name !== "" && name !== this.#before.name) changes.name = name;
    if (this.#picture !== this.#before.picture) changes.picture = this.#picture;
    return Object.keys(changes).length > 0 ? changes : null;
  }
}
