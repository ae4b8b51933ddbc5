// The dialog of settings, and the list of keys.

import { change, me } from "../identity.js";
import { h } from "../dom.js";
import { language, languages, ownName, t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { remember, settings } from "../settings.js";
import { play } from "../sound.js";
import { afterwards, handling, look } from "./look.js";

/** @param {() => Promise<void>} changed */
export async function show(changed) {
  const person = await me;
  const choose = (
    /** @type {string} */ label,
    /** @type {[string, string][]} */ values,
    /** @type {string} */ chosen,
    /** @type {(v: string) => void} */ done,
  ) => {
    const list = h(
      "select",
      { onchange: () => done(list.value) },
      ...values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    );
    return h("label", { class: "field" }, h("span", {}, label), list);
  };
  const again = async () => {
    box.close();
    await changed();
    await show(changed);
  };
  const codes = await languages();
  const name = h("input", { maxlength: 24, value: person.name, autocomplete: "nickname" });
  const loud = h("input", {
    type: "checkbox",
    checked: settings.sound,
    onchange: () => remember({ sound: loud.checked }),
  });
  const volume = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.1,
    value: settings.volume,
    onchange: () => {
      remember({ volume: Number(volume.value) });
      play("wood");
    },
  });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "settings-title" }, t("settings.title")),
    h("label", { class: "field" }, h("span", {}, t("settings.name")), name),
    h(
      "button",
      {
        type: "button",
        "data-do": "account",
        onclick: async () => {
          const account = await import("../account/dialog.js");
          box.close();
          await account.show();
        },
      },
      t("account.open"),
    ),
    choose(
      t("settings.language"),
      codes.map((code) => [code, ownName(code)]),
      language(),
      (code) => {
        remember({ language: code });
        void again();
      },
    ),
    choose(
      t("settings.theme"),
      ["system", "light", "dark", "contrast"].map((theme) => [theme, t(`theme.${theme}`)]),
      settings.theme,
      (theme) => {
        remember({ theme });
        void again();
      },
    ),
    ...look(),
    ...handling(),
    ...afterwards(),
    h("label", { class: "check" }, loud, t("settings.sound")),
    h("label", { class: "field" }, h("span", {}, t("settings.volume")), volume),
    h("details", {}, h("summary", {}, t("settings.keys")), keys()),
    h("div", { class: "ends" }, h("button", { class: "main-action" }, t("settings.save"))),
  );
  form.addEventListener("submit", () => {
    const wanted = name.value.trim();
    if (wanted === "" || wanted === person.name) return;
    change({ name: wanted }).catch((error) => notice(explain(error)));
  });
  const box = h(
    "dialog",
    { "aria-labelledby": "settings-title", onclose: () => box.remove() },
    form,
  );
  document.body.append(box);
  box.showModal();
}

/** @param {boolean} [study] whether to list those of an analysis, too */
function keys(study = true) {
  const all = ["arrows", "pick", "walk", "letters", ...(study ? ["study", "study.letters"] : [])];
  return h("ul", {}, ...all.map((key) => h("li", {}, t(`keys.${key}`))));
}

/** @param {boolean} [study] whether to list those of an analysis, too */
export function showKeys(study = false) {
  const box = h(
    "dialog",
    { "aria-labelledby": "keys-title", onclose: () => box.remove() },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "keys-title" }, t("settings.keys")),
      keys(study),
      h("div", { class: "ends" }, h("button", { class: "main-action" }, t("settings.save"))),
    ),
  );
  document.body.append(box);
  box.showModal();
}
