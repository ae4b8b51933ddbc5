// Finished games by day. The search is in the address.

import { catalog, titleOf } from "../catalog.js";
import { dayName } from "../dates.js";
import { h, styled } from "../dom.js";
import { language, t } from "../i18n.js";
import { me } from "../identity.js";
import { final } from "../lists/final.js";
import {
  addressOf,
  fromAddress,
  isSearch,
  isSpecial,
  questionOf,
  RESULTS,
} from "../lists/wanted.js";
import { head } from "../lists/archivehead.js";
import { variantsOf } from "../lists/variants.js";
import { ask } from "../net.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { siteDefaults } from "../site.js";
import { importForm } from "../study/import.js";

/** @import { ArchivePage, Entry, Made, SiteDefaults, Summary } from "../types.d.ts" */
/** @import { Wanted } from "../lists/wanted.js" */

/** Games per page. */
const PAGE = 24;
/** Milliseconds after a key before the search starts. */
const PAUSE = 250;
/** Maximum number of requests of a search that finds nothing. */
const ANSWERS = 5;

class Archive {
  #wanted = fromAddress(location.search);
  /** Whether my games are shown. */
  #mine = true;
  /** Cursor of the next page. @type {string | null} */
  #next = null;
  #asked = 0;
  #timer = 0;
  #days = h("div", { class: "days" });
  #none = h("div", { class: "panel empty", hidden: true });
  #older = h(
    "button",
    { hidden: true, "data-do": "older", onclick: () => void this.#search(true) },
    t("archive.more"),
  );
  #whose;
  #result;
  #variant;
  #variantField;

  /** @param {HTMLElement} main @param {Entry[]} games @param {string} person @param {SiteDefaults} site */
  constructor(main, games, person, site) {
    this.person = person;
    this.games = games;
    const choice = (
      /** @type {"game" | "result" | "whose" | "rules"} */ name,
      /** @type {[string, string][]} */ values,
    ) =>
      h(
        "select",
        {
          name,
          onchange: (event) =>
            this.#change({ [name]: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        ...values.map(([value, text]) => h("option", { value }, text)),
      );
    const gameChoice = choice("game", [
      ["", t("archive.all")],
      ...games.map((entry) => /** @type {[string, string]} */ ([entry.id, titleOf(entry.id)])),
    ]);
    gameChoice.value = this.#wanted.game;
    this.#result = choice("result", []);
    this.#variant = choice("rules", []);
    this.#whose = choice("whose", [
      ["mine", t("archive.whose.mine")],
      ["all", t("archive.whose.all")],
    ]);
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      h("label", { class: "field" }, h("span", {}, t(key)), control);
    this.#variantField = field("archive.variant", this.#variant);
    const typed = (
      /** @type {keyof Wanted} */ name,
      /** @type {Record<string, string | number>} */ props,
    ) => {
      const input = h("input", {
        name,
        ...props,
        value: this.#wanted[name],
        oninput: () => this.#type({ [name]: input.value.trim() }),
      });
      return field(`archive.${name}`, input);
    };
    const more = h(
      "details",
      { class: "more-filters", open: isSpecial(this.#wanted) },
      h("summary", {}, t("archive.special")),
      h(
        "div",
        { class: "filters" },
        typed("from", { type: "date" }),
        typed("until", { type: "date" }),
        typed("shortest", { type: "number", min: 0, max: 9999, inputmode: "numeric" }),
        typed("longest", { type: "number", min: 0, max: 9999, inputmode: "numeric" }),
        typed("position", { type: "text", dir: "ltr", spellcheck: "false", maxlength: 500 }),
      ),
      h("p", { class: "soft" }, t("archive.position.about")),
    );
    main.append(
      h(
        "div",
        { class: "page archive" },
        head(person, site),
        h(
          "div",
          { class: "filters" },
          field("archive.whose", this.#whose),
          field("archive.game", gameChoice),
          this.#variantField,
          field("archive.result", this.#result),
          typed("player", { type: "search", maxlength: 60 }),
        ),
        more,
        this.#none,
        this.#days,
        this.#older,
        importForm(t("archive.import"), t("archive.paste"), (text) => this.#read(text)),
      ),
    );
  }

  /** Shows my games, or all if there are none. */
  async begin() {
    const { whose, person } = this.#wanted;
    this.#mine = whose !== "all" && person === "";
    this.#describe();
    await this.#search();
    if (whose === "" && this.#mine && this.#days.childElementCount === 0) {
      this.#mine = false;
      this.#describe();
      await this.#search();
    }
  }

  leave() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** Updates the choices. */
  #describe() {
    this.#whose.value = this.#mine ? "mine" : "all";
    const results = RESULTS.filter((result) => this.#mine || result !== "lost");
    const name = (/** @type {string} */ result) =>
      t(this.#mine ? `archive.result.${result}.mine` : `archive.result.${result}`);
    this.#result.replaceChildren(
      h("option", { value: "" }, t("archive.result.all")),
      ...results.map((value) => h("option", { value }, name(value))),
    );
    const { result, game, rules } = this.#wanted;
    this.#result.value = !this.#mine && result === "lost" ? "won" : result;
    const variants = variantsOf(this.games.find((entry) => entry.id === game));
    // Rules from an address need not be listed.
    if (rules && !variants.some(([value]) => value === rules)) variants.push([rules, rules]);
    this.#variantField.hidden = variants.length === 0;
    this.#variant.replaceChildren(
      h("option", { value: "" }, t("archive.variant.all")),
      ...variants.map(([value, text]) => h("option", { value }, text)),
    );
    this.#variant.value = rules;
  }

  /** @param {Partial<Wanted>} change */
  #change(change) {
    this.#wanted = { ...this.#wanted, whose: this.#mine ? "mine" : "all", ...change };
    if ("game" in change) this.#wanted = { ...this.#wanted, rules: "", position: "" };
    // The back button returns to the last search.
    history.pushState(null, "", addressOf(this.#wanted));
    this.#mine = this.#wanted.whose === "mine";
    this.#describe();
    void this.#search();
  }

  /** @param {Partial<Wanted>} change */
  #type(change) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#wanted = { ...this.#wanted, ...change };
      // No history entry for each letter.
      history.replaceState(null, "", addressOf(this.#wanted));
      void this.#search();
    }, PAUSE);
  }

  async #search(more = false) {
    this.#asked += 1;
    const turn = this.#asked;
    const { position, game } = this.#wanted;
    if (position && !game) {
      this.#days.replaceChildren();
      this.#older.hidden = true;
      this.#empty(true, t("archive.position.game"));
      return;
    }
    try {
      let after = more ? this.#next : null;
      /** @type {Summary[]} */
      let found = [];
      // An answer covers a limited number of games: the search continues while none matches.
      for (let i = 0; i < ANSWERS && found.length === 0; i++) {
        /** @type {ArchivePage} */
        const page = await ask(questionOf(this.#wanted, this.#mine, after, PAGE));
        if (turn !== this.#asked) return;
        found = page.games;
        after = page.next;
        if (after === null) break;
      }
      if (!more) this.#days.replaceChildren();
      for (const one of found) this.#add(one);
      this.#next = after;
      this.#older.hidden = after === null;
      this.#empty(this.#days.childElementCount === 0);
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#days.replaceChildren();
      this.#older.hidden = true;
      this.#empty(true, explain(error));
    }
  }

  /** Adds a game below its day. @param {Summary} game */
  #add(game) {
    const day = dayName(game.updated, language());
    let section = this.#days.lastElementChild;
    if (section?.getAttribute("data-day") !== day) {
      section = h(
        "section",
        { "data-day": day },
        h("h2", {}, day),
        h("ul", { class: "finals rows-of-games" }),
      );
      this.#days.append(section);
    }
    section.querySelector("ul")?.append(final(game, this.#wanted.person || this.person));
  }

  /** Explains why nothing was found, and what to do. @param {boolean} nothing @param {string} [why] */
  #empty(nothing, why) {
    this.#none.hidden = !nothing;
    if (!nothing) return;
    const searched = isSearch(this.#wanted);
    const text = searched ? "archive.nobody" : this.#mine ? "archive.none.mine" : "archive.none";
    const [href, key] = searched ? ["/archive", "archive.reset"] : ["/", "archive.play"];
    this.#none.replaceChildren(
      h("p", { role: why ? "alert" : null }, why ?? t(text)),
      h("a", { class: "button main-action", href }, t(key)),
    );
  }

  /** @param {string} text @returns {Promise<string | null>} what is wrong */
  async #read(text) {
    if (text.trim() === "") return t("archive.nothing");
    const { game } = this.#wanted;
    try {
      /** @type {Made} */
      const made = await ask("/api/import", { text, ...(game ? { game } : {}) });
      go(`/game/${made.id}?key=${encodeURIComponent(made.key)}`);
      return null;
    } catch (error) {
      return explain(error);
    }
  }
}

/** @param {HTMLElement} main */
export async function show(main) {
  const [games, { id }, site] = await Promise.all([
    catalog(),
    me,
    siteDefaults(),
    styled("/profile/profile.css"),
  ]);
  const page = new Archive(main, games, id, site);
  try {
    await page.begin();
  } catch (error) {
    notice(explain(error));
  }
  return () => page.leave();
}
