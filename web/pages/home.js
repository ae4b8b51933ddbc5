// Home: my games, the games as cards, open tables, and running games.

import { catalog } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { me } from "../identity.js";
import { card, plan } from "../lists/cards.js";
import { inPlace, isOf, isTurnOf, mineFirst } from "../lists/scene.js";
import { Shelf } from "../lists/shelf.js";
import { table } from "../lists/tables.js";
import { ask, connection } from "../net.js";
import { explain, notice } from "../notice.js";
import { remember, settings } from "../settings.js";
import { siteDefaults } from "../site.js";
import { steady } from "../steady.js";

/** @import { Entry, Summary } from "../types.d.ts" */

/** Number of my games shown; the archive has the others. */
const MINE = 8;
/** Number of tables shown at first. */
const TABLES = 6;
/** Milliseconds that the rest of the page waits for my games. */
const PATIENCE = 1_000;

class Home {
  /** Busy until my games are known. */
  #page = h("div", { class: "page home", "aria-busy": "true" });
  #title = h("h1", {}, t("home.title"));
  #message = h("p", { class: "host-message", hidden: true });
  #cards = h("ul", { class: "cards" });
  #mine = new Shelf();
  #running = new Shelf();
  #tables = h("ul", { class: "rows tables" });
  #noTables = h(
    "div",
    { class: "empty" },
    h("p", { class: "soft" }, t("home.lobbies.none")),
    h("button", { onclick: () => void plan() }, t("home.open")),
  );
  #noneRunning = h("p", { class: "soft empty" }, t("home.running.none"));
  #allTables = h("button", { class: "quiet", onclick: () => this.#showAllTables() });
  #more = h("a", { class: "more", href: "/archive" }, t("home.archive"));
  #mineSection = h(
    "section",
    { class: "shelf", id: "home-mine", hidden: true, "aria-labelledby": "home-mine-title" },
    h("h2", { id: "home-mine-title" }, t("home.mine")),
    this.#mine.list,
  );
  #cardsTitle = h("h2", { hidden: true }, t("home.new"));
  /** Public games by id. @type {Map<string, Summary>} */
  #games = new Map();
  /** My unfinished games, listed or not, by id. @type {Map<string, Summary>} */
  #own = new Map();
  #person = "";
  #manyTables = false;
  /** The drawn tables. */
  #drawnTables = "";

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#page.append(h("div", { class: "welcome" }, this.#title, this.#message));
    main.append(this.#page);
    this.#draw();
  }

  /** Adds all sections at once, so that none moves another. @param {Entry[]} games */
  begin(games) {
    this.#cards.append(...games.map(card));
    this.#page.append(
      this.#mineSection,
      h("section", { class: "shelf" }, this.#cardsTitle, this.#cards),
      h(
        "div",
        { class: "halves" },
        h(
          "section",
          { class: "panel", id: "home-lobbies" },
          h("h2", {}, t("home.lobbies")),
          this.#noTables,
          this.#tables,
          this.#allTables,
        ),
        h(
          "section",
          { class: "panel", id: "home-running" },
          h("h2", {}, t("home.running")),
          this.#noneRunning,
          this.#running.list,
        ),
      ),
      h("p", { class: "foot" }, this.#more, h("a", { href: "/about" }, t("nav.about"))),
    );
    void siteDefaults().then(({ message = "" }) => {
      this.#message.textContent = message;
      this.#message.hidden = message === "";
    });
  }

  /** Loads the games of a person. @param {string} person */
  async load(person) {
    this.#person = person;
    const lists = await Promise.all(
      ["playing", "open"].map((phase) =>
        ask(`/api/games?mine=true&phase=${phase}&limit=${2 * MINE}`),
      ),
    );
    this.#own = new Map(lists.flat().map((/** @type {Summary} */ game) => [game.id, game]));
    if (settings.playing !== this.#own.size > 0) remember({ playing: this.#own.size > 0 });
    this.#draw();
  }

  /** Marks the page as complete: nothing will move any more. */
  complete() {
    this.#page.removeAttribute("aria-busy");
  }

  /** @param {import("../types.d.ts").Message} message */
  receive(message) {
    if (message.type === "lobby") {
      this.#games = new Map(message.games.map((game) => [game.id, game]));
    } else if (message.type === "listed") this.#update(message.game);
    else if (message.type === "unlisted") {
      this.#games.delete(message.id);
      // A game of mine that left the public list may continue.
      if (this.#own.has(message.id)) void this.load(this.#person).catch(() => {});
    } else return;
    this.#draw();
  }

  /** @param {Summary} game */
  #update(game) {
    const goes = game.phase === "open" || game.phase === "playing";
    if (isOf(game, this.#person)) {
      if (goes) this.#own.set(game.id, game);
      else this.#own.delete(game.id);
    }
    if (game.listed && goes) this.#games.set(game.id, game);
    else this.#games.delete(game.id);
  }

  #draw = steady(() => {
    const mine = [...this.#own.values()].sort(mineFirst(this.#person)).slice(0, MINE);
    const turns = mine.filter((game) => isTurnOf(game, this.#person)).length;
    this.#mine.fill(mine, this.#person, (game) => void this.#remove(game));
    this.#mineSection.hidden = this.#cardsTitle.hidden = mine.length === 0;
    this.#title.textContent =
      mine.length === 0
        ? t("home.title")
        : turns > 0
          ? t("home.turns", { count: turns })
          : t("home.back");
    const others = [...this.#games.values()].filter((game) => !isOf(game, this.#person));
    this.#drawTables(others.filter(({ phase }) => phase === "open"));
    const running = inPlace(
      this.#running.shown,
      others.filter(({ phase }) => phase === "playing"),
    );
    this.#running.fill(running, this.#person);
    this.#noneRunning.hidden = running.length > 0;
  });

  /** @param {Summary[]} open */
  #drawTables(open) {
    const shown = this.#manyTables ? open : open.slice(0, TABLES);
    const now = JSON.stringify(shown);
    if (now !== this.#drawnTables) this.#tables.replaceChildren(...shown.map(table));
    this.#drawnTables = now;
    this.#tables.hidden = open.length === 0;
    this.#noTables.hidden = open.length > 0;
    this.#allTables.hidden = shown.length === open.length;
    this.#allTables.textContent = t("home.lobbies.all", { count: open.length });
  }

  #showAllTables() {
    this.#manyTables = true;
    this.#draw();
  }

  /** Removes one of my games from the list. @param {Summary} game */
  async #remove({ id }) {
    try {
      await ask(`/api/games/${encodeURIComponent(id)}/hide`, {});
      this.#own.delete(id);
      this.#draw();
      notice(t("home.removed"));
    } catch (error) {
      notice(explain(error));
    }
  }
}

/** @param {HTMLElement} main */
export async function show(main) {
  const page = new Home(main);
  const games = await catalog();
  const subscribe = () => {
    if (connection.online) connection.send({ type: "lobby", on: true }).catch(() => {});
  };
  const load = () =>
    me
      .then(({ id }) => page.load(id))
      .catch((error) => notice(explain(error)))
      .finally(() => page.complete());
  const unlisten = connection.listen((message) => page.receive(message));
  const unwatch = connection.watchStatus((online) => {
    if (!online) return;
    subscribe();
    // Changes during the interruption were not received.
    void load();
  });
  subscribe();
  const known = load();
  // My games are above the rest, which must not move when they arrive. `show` does not wait for them, so that the
  // page can be left at once.
  const begin = () => page.begin(games);
  if (settings.playing)
    void Promise.race([known, new Promise((done) => setTimeout(done, PATIENCE))]).finally(begin);
  else begin();
  return () => {
    unlisten();
    unwatch();
    if (connection.online) connection.send({ type: "lobby", on: false }).catch(() => {});
  };
}
