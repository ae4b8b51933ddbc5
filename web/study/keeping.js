// Saving a study under a title, opening it again, and sharing its link.

import { titleOf } from "../catalog.js";
import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { ask } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice } from "../notice.js";
import { confirm } from "../hosting/confirm.js";
import { copy } from "./import.js";
import { pathOf } from "./address.js";
import { forget, keep } from "./state.js";
import { toStudy } from "./convert.js";

/** @import { KeptStudy } from "../types.d.ts" */
/** @import { StudyState } from "./state.js" */

export class Keeping {
  #title = h("input", { id: "study-title", maxlength: 60, required: true, dir: "auto" });
  #problem = h("p", { class: "problem", role: "alert" });
  #mine = h("ul", { class: "rows studies" });
  #ends = h("div", { class: "tools" });
  /** Title and owner, beside the title of the page. */
  name = h("p", { class: "kept", role: "status" });

  /** @param {StudyState} state @param {() => void} remember updates the address */
  constructor(state, remember) {
    this.state = state;
    this.remember = remember;
    this.#title.value = state.kept?.title ?? "";
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

  /** Saves a study that has a title; opens the form for others. */
  begin() {
    if (this.state.kept?.mine) {
      void this.save();
      return;
    }
    this.element.open = true;
    this.#title.focus();
    this.#title.scrollIntoView({ block: "nearest" });
  }

  /** Separates the tree from the saved study. */
  forget() {
    forget(this.state);
    this.#title.value = "";
  }

  draw() {
    const { kept: study, unsaved } = this.state;
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

  /** @param {boolean} [another] whether to save a copy */
  async save(another = false) {
    const title = this.#title.value.trim();
    if (title === "") {
      this.element.open = true;
      this.#title.focus();
      return;
    }
    const content = { title, study: toStudy(this.state.place.tree) };
    const { kept: study } = this.state;
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
      keep(this.state, kept);
      this.#problem.textContent = "";
      notice(t("study.saved.now"));
      this.remember();
      this.draw();
      if (this.element.open) await this.#list();
    } catch (error) {
      this.#problem.textContent =
        error instanceof Refusal && error.code === "stale" ? t("study.stale") : explain(error);
      this.element.open = true;
    }
  }

  /** Copies the link of the saved study. */
  share() {
    const { kept } = this.state;
    return kept && copy(`${location.origin}${pathOf(kept)}`);
  }

  /** Lists my saved studies. */
  async #list() {
    try {
      /** @type {KeptStudy[]} */
      const all = await ask("/api/studies");
      this.#mine.replaceChildren(...all.map((study) => this.#row(study)));
      this.#mine.hidden = all.length === 0;
    } catch (error) {
      this.#problem.textContent = explain(error);
    }
  }

  /** @param {KeptStudy} study */
  #row(study) {
    const { id, title, game, updated } = study;
    const remove = async () => {
      const about = t("study.delete.about");
      const question = {
        title: t("study.delete.sure", { title }),
        about,
        action: t("study.delete"),
      };
      if ((await confirm(question)) === null) return;
      try {
        await ask(`/api/studies/${encodeURIComponent(id)}`, undefined, "DELETE");
        if (this.state.kept?.id === id) {
          this.forget();
          this.state.unsaved = true;
          this.remember();
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
        { class: "what", href: pathOf(study) },
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
