// A card that asks newcomers for a name and a picture; it blocks nothing and can be dismissed.

import { find, h } from "./dom.js";
import { change, me } from "./identity.js";
import { Introduction, isNameless, ownName } from "./introduction.js";
import { t } from "./i18n.js";
import { explain } from "./notice.js";
import { newSeed } from "./portrait.js";
import { remember, settings } from "./settings.js";

/** The shown card. @type {{element: HTMLElement, fields: Introduction, address: string} | null} */
let card = null;

/** A device is asked once. */
function putAway() {
  remember({ welcomed: true });
  card?.element.remove();
  card = null;
}

/**
 * Stores what was filled in; a refusal is shown on the card. Returns whether it was accepted.
 */
export async function settle() {
  if (!card) return true;
  const { element, fields } = card;
  const changes = fields.changes;
  if (!changes) return true;
  const problem = find(".problem", element);
  problem.textContent = "";
  try {
    await change(changes);
  } catch (error) {
    problem.textContent = explain(error);
    fields.name.focus();
    return false;
  }
  putAway();
  return true;
}

/** @param {string} title @param {string} about */
function draw(title, about) {
  // A random picture until the person is known.
  const fields = new Introduction({ name: "", picture: newSeed() });
  const element = h(
    "form",
    { id: "welcome", "aria-labelledby": "welcome-title" },
    h(
      "div",
      { class: "words" },
      h("h2", { id: "welcome-title" }, title),
      h("p", { class: "soft" }, about),
    ),
    fields.element,
    h("p", { class: "problem", role: "alert" }),
    h(
      "div",
      { class: "ends" },
      h("button", { class: "main-action", "data-do": "thats-me" }, t("welcome.go")),
      h(
        "button",
        { type: "button", class: "quiet", "data-do": "skip", onclick: putAway },
        t("welcome.skip"),
      ),
    ),
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await settle()) putAway();
  });
  me.then(
    (person) => {
      // A registered person whose browser has lost its settings.
      if (!isNameless(person)) putAway();
      else fields.update({ name: ownName(person), picture: person.picture });
    },
    () => {},
  );
  return { element, fields, address: location.pathname };
}

/**
 * Shows the card to newcomers.
 * @param {string} [title]
 * @param {string} [about]
 */
export function welcome(title = t("welcome.title"), about = t("welcome.about")) {
  if (settings.welcomed || card?.address === location.pathname) return;
  card?.element.remove();
  card = draw(title, about);
  find("#main").before(card.element);
}

/** Stores what was filled in and removes the card: the page has changed. */
export function farewell() {
  if (!card || card.address === location.pathname) return;
  const { element } = card;
  void settle().then(() => {
    if (card?.element !== element) return;
    element.remove();
    card = null;
  });
}

/** Removes the card. */
export function dismiss() {
  card?.element.remove();
  card = null;
}
