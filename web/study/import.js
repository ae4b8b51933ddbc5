// A form for positions and games as texts, and copying texts.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { notice } from "../notice.js";

/**
 * A form for a position, a list of moves or a game file.
 * @param {string} title
 * @param {string} label
 * @param {(text: string) => Promise<string | null>} read returns what is wrong, or null
 */
export function importForm(title, label, read) {
  const text = h("textarea", {
    id: "import-text",
    rows: 4,
    dir: "ltr",
    spellcheck: "false",
    "aria-describedby": "import-problem",
  });
  const problem = h("p", { id: "import-problem", class: "problem", role: "alert" });
  const open = h("input", {
    type: "file",
    class: "unseen",
    accept: ".pgn,.txt,text/plain",
    onchange: async () => {
      const [file] = open.files ?? [];
      if (file) text.value = await file.text();
    },
  });
  const form = h(
    "form",
    { class: "import" },
    h("label", { for: "import-text" }, label),
    text,
    h(
      "div",
      { class: "tools" },
      h("button", { class: "main-action" }, t("study.read")),
      h("label", { class: "button" }, t("study.file"), open),
    ),
    problem,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    const wrong = await read(text.value);
    problem.textContent = wrong ?? "";
    if (wrong === null) text.value = "";
    else text.focus();
  });
  return h("details", {}, h("summary", {}, title), form);
}

/** Copies a text, and reports it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard API needs https.
    const field = h("textarea", { class: "unseen", "aria-hidden": "true" }, text);
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  notice(t("lobby.copied"));
}
