// The page that links this device to an account, by the code that another device shows.

import { h } from "../dom.js";
import { grouped } from "../account/code.js";
import { me } from "../identity.js";
import { isNameless } from "../introduction.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { explain } from "../notice.js";
import { portrait } from "../portrait.js";
import { remember } from "../settings.js";

/** @param {HTMLElement} main */
export async function show(main) {
  // Browsers do not send what follows the #, and it is removed from the history.
  const scanned = location.hash.slice(1).replace(/[^a-z0-9]/gi, "");
  if (scanned) history.replaceState(null, "", location.pathname);
  const field = h("input", {
    name: "code",
    class: "letters",
    dir: "ltr",
    required: true,
    maxlength: 20,
    value: scanned ? grouped(scanned) : "",
    placeholder: "ABCD-EFGH",
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const problem = h("p", { role: "alert", class: "problem" });
  const button = h("button", { class: "main-action", "data-do": "enter-code" }, t("device.go"));
  const before = h("div", { class: "former" });
  const form = h(
    "form",
    {},
    h("h1", {}, t("device.enter")),
    h("p", { class: "lead" }, t(scanned ? "device.enter.scanned" : "device.enter.about")),
    h("label", { class: "field" }, h("span", {}, t("device.code")), field),
    before,
    problem,
    button,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      await ask("/api/devices", { code: field.value });
      remember({ welcomed: true });
      // Everything on the page belongs to another person now.
      location.assign("/");
    } catch (error) {
      button.disabled = false;
      problem.textContent = explain(error);
      field.select();
    }
  });
  main.append(
    h("div", { class: "page narrow" }, h("section", { class: "panel device-page" }, form)),
  );
  if (scanned) button.focus();
  else field.focus();
  const person = await me;
  if (isNameless(person) && person.login === null) return;
  // A guest with a name is told what happens to it.
  before.append(
    portrait(person.picture),
    h(
      "p",
      { class: "soft" },
      t(person.login ? "device.former" : "device.former.guest", { name: person.name }),
    ),
  );
}
