// A study that is kept on the server: saved under a title, opened again, given to others by its link.

import { titleOf } from "../catalog.js";
import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { ask } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice } from "../notice.js";
import { sure } from "../hosting/sure.js";
import { copy } from "./import.js";
import { toStudy } from "./tree.js";

/** @import { KeptStudy } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

export class Keeping {
  /** What is kept, where this is a version of it. @type {KeptStudy | null} */
  study = null;
  /** Has something changed since it was saved? */
  unsaved = false;
  #title = h("input", { id: "study-title", maxlength: 60, required: true, dir: "auto" });
  #problem = h("p", { class: "problem", role: "alert" });
  #mine = h("ul", { class: "rows studies" });
  #ends = h("div", { class: "tools" });
  /** What it is called, beside the title of the page. */
  name = h("p", { class: "kept", role: "status" });

  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    const form = h(
      "form",
      { class: "keeping" },
      h(
        "label",
        { class: "field", for: "study-title" },
        h("span", {}, t("study.keep.title")),
        this.#title,
      ),
      this.#ends,
      this.#problem,
      this.#mine,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.save();
    });
    this.element = h(
      "details",
      {
        class: "keeping-box",
        ontoggle: () => {
          if (this.element.open) void this.#list();
        },
      },
      h("summary", {}, t("study.keep.open")),
      form,
    );
  }

  /** Opens the form; saves at once what has a title already. */
  begin() {
    if (this.study?.mine) {
      void this.save();
      return;
    }
    this.element.open = true;
    this.#title.focus();
    this.#title.scrollIntoView({ block: "nearest" });
  }

  /** The tree was changed. */
  changed() {
    this.unsaved = true;
  }

  /** Something else is shown from now on. */
  forget() {
    this.study = null;
    this.unsaved = false;
    this.#title.value = "";
  }

  /** @param {KeptStudy} study */
  opened(study) {
    this.study = { ...study, study: undefined };
    this.unsaved = false;
    this.#title.value = study.title;
  }

  draw() {
    const { study, unsaved } = this;
    this.name.hidden = study === null;
    if (study) {
      const owner = study.mine ? "" : ` · ${t("study.of", { name: study.owner })}`;
      const state = study.mine ? ` · ${t(unsaved ? "study.unsaved" : "study.saved")}` : "";
      this.name.replaceChildren(h("b", { dir: "auto" }, study.title), `${owner}${state}`);
    }
    const mine = study?.mine ?? false;
    this.#ends.replaceChildren(
      h(
        "button",
        { class: "main-action", "data-do": "save" },
        t(mine ? "study.save" : study ? "study.save.copy" : "study.save.new"),
      ),
      ...(study
        ? [
            h(
              "button",
              { type: "button", "data-do": "share", onclick: () => void this.share() },
              t("study.share"),
            ),
          ]
        : []),
      ...(mine
        ? [
            h(
              "button",
              { type: "button", "data-do": "another", onclick: () => void this.save(true) },
              t("study.save.another"),
            ),
          ]
        : []),
    );
  }

  /** @param {boolean} [another] as one of its own, beside the one that is kept */
  async save(another = false) {
    const title = this.#title.value.trim();
    if (title === "") {
      this.element.open = true;
      this.#title.focus();
      return;
    }
    const content = { title, study: toStudy(this.page.tree) };
    const { study } = this;
    try {
      /** @type {KeptStudy} */
      const kept =
        study?.mine && !another
          ? await ask(
              `/api/studies/${encodeURIComponent(study.id)}`,
              { ...content, version: study.version },
              "PUT",
            )
          : await ask("/api/studies", content);
      this.study = kept;
      this.unsaved = false;
      this.#problem.textContent = "";
      notice(t("study.saved.now"));
      this.page.remember();
      this.draw();
      if (this.element.open) await this.#list();
    } catch (error) {
      this.#problem.textContent =
        error instanceof Refusal && error.code === "stale" ? t("study.stale") : explain(error);
      this.element.open = true;
    }
  }

  /** Copies the link by which others read it. */
  share() {
    const { study } = this;
    if (!study) return;
    return copy(`${location.origin}/analysis/${study.game}?study=${encodeURIComponent(study.id)}`);
  }

  /** What I keep. */
  async #list() {
    try {
      /** @type {KeptStudy[]} */
      const all = await ask("/api/studies");
      this.#mine.replaceChildren(...all.map((one) => this.#row(one)));
      this.#mine.hidden = all.length === 0;
    } catch (error) {
      this.#problem.textContent = explain(error);
    }
  }

  /** @param {KeptStudy} one */
  #row({ id, title, game, updated }) {
    const remove = async () => {
      const about = t("study.delete.about");
      const question = {
        title: t("study.delete.sure", { title }),
        about,
        action: t("study.delete"),
      };
      if ((await sure(question)) === null) return;
      try {
        await ask(`/api/studies/${encodeURIComponent(id)}`, undefined, "DELETE");
        if (this.study?.id === id) {
          this.forget();
          this.unsaved = true;
          this.page.remember();
          this.draw();
        }
        await this.#list();
      } catch (error) {
        notice(explain(error));
      }
    };
    return h(
      "li",
      { "data-study": id },
      h(
        "a",
        { class: "what", href: `/analysis/${game}?study=${encodeURIComponent(id)}` },
        h("b", { dir: "auto" }, title),
        h("small", {}, `${titleOf(game)} · ${dayAndTime(updated, language())}`),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-do": "delete",
          "aria-label": t("study.delete.one", { title }),
          onclick: () => void remove(),
        },
        t("study.delete"),
      ),
    );
  }
}
