// The moves that were played in a position and how the games ended: a list with a bar for each move, and the latest
// games. `look` shows another position; a chosen move is passed to a callback.

import { h, styled } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { final } from "../lists/final.js";
import { addressOf } from "../lists/wanted.js";
import { ask } from "../net.js";
import { explain } from "../notice.js";

/** @import { Explored, ExploredMove, Seat, Tally } from "../types.d.ts" */

/** A position, by game, rules, and moves from a position or the start. @typedef {{game: string, rules: string, position: string | null, moves: string[]}} Place */

/** Milliseconds before a position is requested: walking through a game requests few. */
const PAUSE = 120;
/** Number of moves shown at first. */
const FEW = 8;

/** Sources of games. */
const SOURCES = /** @type {const} */ (["site", "engine"]);

export class Explorer {
  #list = h("div", { class: "explored", role: "status", "aria-live": "off" });
  #games = h("div", { class: "explored-games" });
  #timer = 0;
  #asked = 0;
  /** The shown source; null until one of them has games. @type {"site" | "engine" | null} */
  #source = null;
  /** @type {Explored | null} */
  #found = null;
  /** @type {{place: Place, position: string, rules: string, seats: Seat[]} | null} */
  #shown = null;
  #all = false;

  /**
   * @param {(move: string) => void} play
   * @param {object} [given]
   * @param {boolean} [given.games] whether to list the latest games below, not only link to them
   */
  constructor(play, { games = true } = {}) {
    this.play = play;
    this.withGames = games;
    void styled("/profile/profile.css");
    this.element = h(
      "section",
      { class: "explorer panel", "aria-label": t("explorer.title") },
      this.#list,
      this.#games,
    );
  }

  /**
   * Shows another position.
   * @param {Place} place
   * @param {{position: string, rules: string, seats: Seat[]}} board the position as a text, all options, and the seats
   */
  look(place, board) {
    this.#shown = { place, ...board };
    this.#all = false;
    this.#asked += 1;
    const turn = this.#asked;
    // The moves of the last position stay until the answer comes, inert.
    this.#list.inert = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(turn, place), PAUSE);
  }

  end() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** @param {number} turn @param {Place} place */
  async #ask(turn, place) {
    try {
      /** @type {Explored} */
      const found = await ask("/api/explorer", place);
      if (turn !== this.#asked) return;
      this.#found = found;
      this.#draw();
      this.#list.inert = false;
    } catch (error) {
      if (turn !== this.#asked) return;
      this.#list.inert = false;
      this.#found = null;
      this.#list.replaceChildren(h("p", { class: "soft" }, explain(error)));
      this.#games.replaceChildren();
    }
  }

  #draw() {
    const found = this.#found;
    const shown = this.#shown;
    if (!found || !shown) return;
    const count = (/** @type {"site" | "engine"} */ source) =>
      found.moves.reduce((sum, move) => sum + move[source].games, 0);
    const chosen = this.#source ?? (count("site") > 0 ? "site" : "engine");
    const moves = found.moves
      .filter((move) => move[chosen].games > 0)
      .toSorted((a, b) => b[chosen].games - a[chosen].games);
    const all = count(chosen);
    const shownMoves = this.#all ? moves : moves.slice(0, FEW);
    this.#list.replaceChildren(
      h(
        "div",
        { class: "explorer-head" },
        h("h2", {}, t("explorer.title")),
        h(
          "div",
          { class: "sources", role: "group", "aria-label": t("explorer.source") },
          ...SOURCES.map((source) =>
            h(
              "button",
              {
                class: "quiet",
                "data-source": source,
                "aria-pressed": String(source === chosen),
                onclick: () => {
                  this.#source = source;
                  this.#draw();
                },
              },
              t(`explorer.source.${source}`),
              " ",
              h("small", {}, number(count(source))),
            ),
          ),
        ),
      ),
      moves.length === 0
        ? h("p", { class: "soft" }, t("explorer.none", { count: found.plies }))
        : h(
            "ul",
            { class: "explored-moves" },
            ...shownMoves.map((move) => this.#row(move, move[chosen], all, shown.seats)),
          ),
      ...(moves.length > FEW && !this.#all
        ? [
            h(
              "button",
              {
                class: "quiet",
                "data-do": "all-moves",
                onclick: () => {
                  this.#all = true;
                  this.#draw();
                },
              },
              t("explorer.all", { count: moves.length }),
            ),
          ]
        : []),
    );
    this.#games.replaceChildren(...this.#latest(found));
  }

  /** A move, its frequency, and the results. @param {ExploredMove} move @param {Tally} tally @param {number} all @param {Seat[]} seats */
  #row(move, tally, all, seats) {
    const share = percent(tally.games / Math.max(1, all));
    const parts = [
      ...tally.won.map((won, seat) => ({
        tone: seats[seat]?.tone ?? "",
        count: won,
        name: word("seat", seats[seat]?.name ?? ""),
      })),
    ];
    // The first side on the left, draws in the middle.
    const bars = [
      parts[0],
      { tone: "drawn", count: tally.drawn, name: t("explorer.drawn") },
      ...parts.slice(1),
    ];
    const said = bars
      .filter((bar) => bar && bar.count > 0)
      .map((bar) => `${bar.name} ${percent(bar.count / tally.games)}`)
      .join(", ");
    const bar = h(
      "span",
      { class: "outcomes", dir: "ltr", "aria-hidden": "true" },
      ...bars
        .filter((one) => one && one.count > 0)
        .map((one) => {
          const part = h(
            "span",
            { class: "part", "data-tone": one.tone },
            one.count / tally.games > 0.24 ? percent(one.count / tally.games) : "",
          );
          part.style.setProperty("--share", String(one.count / tally.games));
          return part;
        }),
    );
    return h(
      "li",
      {},
      h(
        "button",
        {
          "data-move": move.text,
          title: said,
          onclick: () => this.play(move.text),
        },
        h("span", { class: "move", dir: "ltr" }, move.display),
        h(
          "span",
          { class: "often" },
          h("b", {}, number(tally.games)),
          h("span", { class: "unseen" }, t("explorer.games")),
          h("small", {}, share),
        ),
        bar,
        h("span", { class: "unseen" }, said),
      ),
    );
  }

  /** The latest games with this position. @param {Explored} found */
  #latest(found) {
    const shown = this.#shown;
    if (!shown || found.games.length === 0) return [];
    const { game } = shown.place;
    const href = addressOf({ whose: "all", game, rules: shown.rules, position: shown.position });
    return [
      ...(this.withGames
        ? [
            h("h3", {}, t("explorer.latest")),
            h("ul", { class: "finals" }, ...found.games.map((one) => final(one, ""))),
          ]
        : []),
      h("a", { class: "button quiet", href, "data-do": "games-here" }, t("explorer.here")),
    ];
  }
}

/** @param {number} share */
const percent = (share) =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);

/** @param {number} count */
const number = (count) => new Intl.NumberFormat(language()).format(count);
