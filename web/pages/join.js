// The page for typing the code of a projected invitation; leads to the game.

import { h } from "../dom.js";
import { me } from "../identity.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { explain } from "../notice.js";
import { route } from "../router.js";

/** @import { CodedGame } from "../types.d.ts" */

/** Returns the page of the game with a code. @param {string} typed */
async function gameOf(typed) {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  /** @type {CodedGame} */
  const { id, key } = await ask(`/api/codes/${code || "-"}`);
  return `/game/${id}${key ? `?key=${encodeURIComponent(key)}` : ""}`;
}

/** Replaces this page by the game: the back button skips it. @param {string} path */
function enter(path) {
  history.replaceState(null, "", path);
  void route();
}

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [code = ""]) {
  // The guest must exist before the game asks for the person.
  await me;
  let refused = "";
  if (code) {
    try {
      enter(await gameOf(code));
      return;
    } catch (error) {
      refused = explain(error);
    }
  }
  const field = h("input", {
    name: "code",
    class: "letters",
    dir: "ltr",
    required: true,
    maxlength: 12,
    value: code,
    placeholder: "ABC-DEF",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const problem = h("p", { role: "alert", class: "problem" }, refused);
  const form = h(
    "form",
    {},
    h("h1", {}, t("join.title")),
    h("label", { class: "field" }, h("span", {}, t("join.code")), field),
    problem,
    h("button", { class: "main-action", "data-do": "join" }, t("join.go")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      enter(await gameOf(field.value));
    } catch (error) {
      problem.textContent = explain(error);
      field.select();
    }
  });
  main.append(
    h("div", { class: "page narrow" }, h("section", { class: "panel device-page" }, form)),
  );
  field.focus();
}
