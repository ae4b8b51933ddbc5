// A dialog that asks for confirmation before something is done that cannot be undone.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.about consequences
 * @param {string} what.action label of the button
 * @param {{label: string, value?: string, required?: boolean, longest?: number}} [what.text] label of a text to enter
 * @param {boolean} [what.dangerous]
 * @returns {Promise<string | null>} the the text, or null if it was cancelled
 */
export function confirm({ title, about, action, text, dangerous = true }) {
  return new Promise((done) => {
    /** @type {string | null} */
    let answer = null;
    const input =
      text &&
      h("input", {
        type: "text",
        name: "text",
        maxlength: text.longest ?? 300,
        value: text.value ?? "",
        required: text.required === true,
        dir: "auto",
      });
    const box = h(
      "dialog",
      {
        class: "sure",
        "aria-labelledby": "sure-title",
        onclose: () => {
          box.remove();
          done(answer);
        },
      },
      h(
        "form",
        {
          method: "dialog",
          onsubmit: () => {
            answer = input?.value ?? "";
          },
        },
        h("h2", { id: "sure-title" }, title),
        h("p", {}, about),
        input && h("label", { class: "field" }, h("span", {}, text?.label ?? ""), input),
        h(
          "div",
          { class: "ends" },
          h("button", { type: "button", onclick: () => box.close() }, t("host.cancel")),
          h("button", { class: dangerous ? "danger" : "main-action", "data-do": "sure" }, action),
        ),
      ),
    );
    document.body.append(box);
    box.showModal();
  });
}
