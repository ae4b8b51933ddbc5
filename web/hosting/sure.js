// Before something is done that cannot be undone, the host is asked, and told what it does.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.about what it does
 * @param {string} what.action the word on the button
 * @param {{label: string, value?: string, required?: boolean, longest?: number}} [what.text] a text that is asked for
 * @param {boolean} [what.dangerous]
 * @returns {Promise<string | null>} the text, or nothing when it was not meant
 */
export function sure({ title, about, action, text, dangerous = true }) {
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
