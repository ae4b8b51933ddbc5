// Whoever comes for the first time is asked for a name and a picture, in one step and without being held up: a
// card above the page, which can be passed over or put away.

import { find, h } from "./dom.js";
import { change, me } from "./identity.js";
import { Introduction, isNameless, ownName } from "./introduction.js";
import { t } from "./i18n.js";
import { explain } from "./notice.js";
import { newSeed } from "./portrait.js";
import { remember, settings } from "./settings.js";

/** The card that is shown. @type {{element: HTMLElement, fields: Introduction, address: string} | null} */
let card = null;

/** Nobody is asked twice on one device. */
function putAway() {
  remember({ welcomed: true });
  card?.element.remove();
  card = null;
}

/**
 * Says who I am, if something was filled in; what is refused is said on the card. True if nothing stands in the
 * way of going on.
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
  // Until the server has said who we are, which is soon, a picture stands in for ours.
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
      // Somebody who has a name came back with a browser that has forgotten the rest.
      if (!isNameless(person)) putAway();
      else fields.know({ name: ownName(person), picture: person.picture });
    },
    () => {},
  );
  return { element, fields, address: location.pathname };
}

/**
 * Shows the card above the page, if somebody is here for the first time.
 * @param {string} [title]
 * @param {string} [about]
 */
export function welcome(title = t("welcome.title"), about = t("welcome.about")) {
  if (settings.welcomed || card?.address === location.pathname) return;
  card?.element.remove();
  card = draw(title, about);
  find("#main").before(card.element);
}

/** The page is another one: what was filled in counts, and the card goes. */
export function farewell() {
  if (!card || card.address === location.pathname) return;
  const { element } = card;
  void settle().then(() => {
    if (card?.element !== element) return;
    element.remove();
    card = null;
  });
}

/** The card goes, for this time. */
export function dismiss() {
  card?.element.remove();
  card = null;
}
