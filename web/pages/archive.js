// Finished games by their days, with what came of them. What is looked for stands in the address.

import { catalog, titleOf } from "../catalog.js";
import { dayName } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { me } from "../identity.js";
import { final } from "../lists/final.js";
import { ask } from "../net.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { importForm } from "../study/import.js";

/** @import { Entry, Made, Summary } from "../types.d.ts" */

/** Games of one answer. */
const PAGE = 24;
/** Milliseconds after the last letter of a name before it is looked for. */
const PAUSE = 250;

const RESULTS = ["won", "lost", "drawn", "unfinished"];

/**
 * What is looked for.
 * @typedef {object} Wanted
 * @property {string} game its id; nothing for all
 * @property {string} player the beginning of a name
 * @property {string} result one of RESULTS, or nothing
 * @property {"mine" | "all" | ""} whose nothing where it was not chosen
 */

/** @returns {Wanted} */
function wanted() {
  const query = new URLSearchParams(location.search);
  const result = query.get("result") ?? "";
  const whose = query.get("whose");
  return {
    game: query.get("game") ?? "",
    player: query.get("player") ?? "",
    result: RESULTS.includes(result) ? result : "",
    whose: whose === "mine" || whose === "all" ? whose : "",
  };
}

/** The address that says what is looked for. @param {Wanted} wanted */
function addressOf(wanted) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
  return query.size > 0 ? `/archive?${query}` : "/archive";
}

/** @param {Wanted} wanted @param {boolean} mine @param {number | null} before @returns {Promise<Summary[]>} */
function listOf(wanted, mine, before) {
  const query = new URLSearchParams({ phase: "ended", limit: String(PAGE) });
  if (wanted.game) query.set("game", wanted.game);
  if (wanted.player) query.set("player", wanted.player);
  if (mine) query.set("mine", "true");
  // Only I can have lost.
  if (wanted.result) query.set("result", !mine && wanted.result === "lost" ? "won" : wanted.result);
  if (before !== null) query.set("before", String(before));
  return ask(`/api/games?${query}`);
}

class Archive {
  #wanted = wanted();
  /** Are they mine? */
  #mine = true;
  #before = 0;
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
  #player;

  /** @param {HTMLElement} main @param {Entry[]} games @param {string} person */
  constructor(main, games, person) {
    this.person = person;
    const { game, player } = this.#wanted;
    const choice = (
      /** @type {"game" | "result" | "whose"} */ name,
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
    gameChoice.value = game;
    this.#result = choice("result", []);
    this.#whose = choice("whose", [
      ["mine", t("archive.whose.mine")],
      ["all", t("archive.whose.all")],
    ]);
    this.#player = h("input", {
      type: "search",
      name: "player",
      maxlength: 60,
      value: player,
      oninput: () => this.#type(),
    });
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      h("label", { class: "field" }, h("span", {}, t(key)), control);
    main.append(
      h(
        "div",
        { class: "page archive" },
        h(
          "div",
          {},
          h("h1", {}, t("archive.title")),
          h("p", { class: "lead" }, t("archive.about")),
        ),
        h(
          "div",
          { class: "filters" },
          field("archive.whose", this.#whose),
          field("archive.game", gameChoice),
          field("archive.result", this.#result),
          field("archive.player", this.#player),
        ),
        this.#none,
        this.#days,
        this.#older,
        importForm(t("archive.import"), t("archive.paste"), (text) => this.#read(text)),
      ),
    );
  }

  /** The first list: mine, or where there are none everybody's. */
  async begin() {
    this.#mine = this.#wanted.whose !== "all";
    this.#describe();
    await this.#search();
    if (this.#wanted.whose === "" && this.#days.childElementCount === 0) {
      this.#mine = false;
      this.#describe();
      await this.#search();
    }
  }

  leave() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** What can be chosen now, and what is. */
  #describe() {
    this.#whose.value = this.#mine ? "mine" : "all";
    const results = RESULTS.filter((result) => this.#mine || result !== "lost");
    const name = (/** @type {string} */ result) =>
      t(this.#mine ? `archive.result.${result}.mine` : `archive.result.${result}`);
    this.#result.replaceChildren(
      h("option", { value: "" }, t("archive.result.all")),
      ...results.map((value) => h("option", { value }, name(value))),
    );
    const { result } = this.#wanted;
    this.#result.value = !this.#mine && result === "lost" ? "won" : result;
  }

  /** @param {Partial<Wanted>} change */
  #change(change) {
    this.#wanted = { ...this.#wanted, whose: this.#mine ? "mine" : "all", ...change };
    // Going back leads to what was looked for before.
    history.pushState(null, "", addressOf(this.#wanted));
    this.#mine = this.#wanted.whose === "mine";
    this.#describe();
    void this.#search();
  }

  #type() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#wanted = { ...this.#wanted, player: this.#player.value.trim() };
      // Not a step for each letter.
      history.replaceState(null, "", addressOf(this.#wanted));
      void this.#search();
    }, PAUSE);
  }

  async #search(more = false) {
    this.#asked += 1;
    const turn = this.#asked;
    try {
      const found = await listOf(this.#wanted, this.#mine, more ? this.#before : null);
      if (turn !== this.#asked) return;
      if (!more) this.#days.replaceChildren();
      for (const game of found) this.#add(game);
      this.#before = found.at(-1)?.updated ?? this.#before;
      this.#older.hidden = found.length < PAGE;
      this.#empty(this.#days.childElementCount === 0);
    } catch (error) {
      notice(explain(error));
    }
  }

  /** Under its day, which is the last one or a new one. @param {Summary} game */
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
    section.querySelector("ul")?.append(final(game, this.person));
  }

  /** Nothing was found: say why, and what to do. @param {boolean} nothing */
  #empty(nothing) {
    this.#none.hidden = !nothing;
    if (!nothing) return;
    const { game, player, result } = this.#wanted;
    const searched = game !== "" || player !== "" || result !== "";
    const text = searched ? "archive.nobody" : this.#mine ? "archive.none.mine" : "archive.none";
    const [href, key] = searched ? ["/archive", "archive.reset"] : ["/", "archive.play"];
    this.#none.replaceChildren(
      h("p", {}, t(text)),
      h("a", { class: "button main-action", href }, t(key)),
    );
  }

  /** @param {string} text @returns {Promise<string | null>} what was wrong */
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
  const [games, { id }] = await Promise.all([catalog(), me]);
  const page = new Archive(main, games, id);
  await page.begin();
  return () => page.leave();
}
