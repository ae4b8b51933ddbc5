// All games of the site, also unlisted ones.

import { namesOf, outcomeOf, titleOf } from "../catalog.js";
import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { SmallBoard } from "../lists/small.js";
import { explain, notice } from "../notice.js";
import { askAsHost } from "./request.js";
import { confirm } from "./confirm.js";

/** @import { Entry, SitePerson, Summary } from "../types.d.ts" */

/** Games per page. */
const PAGE = 10;
const PAUSE = 250;

export class Games {
  #list = h("ul", { class: "rows" });
  #none = h("p", { class: "soft", hidden: true }, t("host.games.none"));
  #player = h("input", {
    type: "search",
    name: "player",
    maxlength: 60,
    oninput: () => this.#type(),
  });
  #game;
  #of = h("p", { class: "question", hidden: true });
  #more = h(
    "button",
    { class: "quiet", hidden: true, onclick: () => void this.look(true) },
    t("host.more"),
  );
  #timer = 0;
  #asked = 0;
  #before = 0;
  /** The person whose games are shown; null for all. @type {SitePerson | null} */
  #person = null;

  /** @param {Entry[]} entries @param {() => void} changed called after a change */
  constructor(entries, changed) {
    this.changed = changed;
    this.#game = h(
      "select",
      { name: "game", onchange: () => void this.look() },
      h("option", { value: "" }, t("archive.all")),
      ...entries.map(({ id }) => h("option", { value: id }, titleOf(id))),
    );
    this.element = h(
      "section",
      { class: "panel", id: "host-games" },
      h("h2", {}, t("host.games")),
      h(
        "div",
        { class: "search" },
        h("label", { class: "field" }, h("span", {}, t("archive.game")), this.#game),
        h("label", { class: "field" }, h("span", {}, t("archive.player")), this.#player),
      ),
      this.#of,
      this.#none,
      this.#list,
      this.#more,
    );
  }

  /** Shows the games of a person, or all. @param {SitePerson | null} person */
  show(person) {
    this.#person = person;
    this.#player.value = "";
    this.#of.hidden = person === null;
    if (person)
      this.#of.replaceChildren(
        h("span", {}, t("host.games.of", { name: person.name })),
        h("button", { onclick: () => this.show(null) }, t("host.games.all")),
      );
    void this.look();
    if (person) this.element.scrollIntoView({ block: "start" });
  }

  #type() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), PAUSE);
  }

  async look(more = false) {
    this.#asked += 1;
    const turn = this.#asked;
    const query = new URLSearchParams({ limit: String(PAGE) });
    const player = this.#player.value.trim();
    if (player) query.set("player", player);
    if (this.#game.value) query.set("game", this.#game.value);
    if (this.#person) query.set("person", this.#person.id);
    if (more) query.set("before", String(this.#before));
    /** @type {Summary[]} */
    const found = await askAsHost(`/api/host/games?${query}`);
    if (turn !== this.#asked) return;
    const rows = found.map((game) => this.#row(game));
    if (more) this.#list.append(...rows);
    else this.#list.replaceChildren(...rows);
    this.#before = found.at(-1)?.updated ?? this.#before;
    this.#more.hidden = found.length < PAGE;
    this.#none.hidden = this.#list.childElementCount > 0;
  }

  /** @param {Summary} game */
  #row(game) {
    const { outcome, seats } = game;
    const state = outcome ? outcomeOf(outcome, seats) : t(`host.phase.${game.phase}`);
    const about = [
      namesOf(seats),
      state,
      t("home.moves", { count: game.ply }),
      dayAndTime(game.updated, language()),
      game.listed ? "" : t("host.games.unlisted"),
    ];
    return h(
      "li",
      { "data-id": game.id },
      new SmallBoard(game).element,
      h(
        "span",
        { class: "what" },
        h("b", { dir: "auto" }, game.name ?? titleOf(game.game)),
        h("small", {}, about.filter(Boolean).join(" · ")),
      ),
      h(
        "span",
        { class: "ends" },
        game.listed && h("a", { class: "button quiet", href: `/game/${game.id}` }, t("home.look")),
        h(
          "button",
          { "data-do": "remove", onclick: () => void this.#remove(game) },
          t("host.games.remove"),
        ),
      ),
    );
  }

  /** @param {Summary} game */
  async #remove(game) {
    const meant = await confirm({
      title: t("host.remove.title", { game: game.name ?? titleOf(game.game) }),
      about: t("host.remove.about"),
      action: t("host.games.remove"),
    });
    if (meant === null) return;
    try {
      await askAsHost(`/api/host/games/${game.id}`, undefined, "DELETE");
      await this.look();
      this.changed();
    } catch (error) {
      notice(explain(error));
    }
  }
}
