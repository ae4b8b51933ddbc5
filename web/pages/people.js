// A person's page: ratings, openings, opponents, and progress.

import { catalog, nameOf, personName, positionOf, titleOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { setTitle } from "../router.js";
import { icon } from "../icons.js";
import { me } from "../identity.js";
import { final } from "../lists/final.js";
import { addressOf } from "../lists/wanted.js";
import { ask } from "../net.js";
import { chart, smoothed } from "../profile/charts.js";
import { portrait } from "../portrait.js";
import "../board.js";

/** @import { ArchivePage, FavouriteOpening, GameResults, OpponentResults, Profile, RatingHistory, Score } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** Number of games shown; the archive has the others. */
const LATEST = 6;
/** Number of games that accuracy is averaged over. */
const MEAN = 5;

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language()).format(value);

/** Results as a bar and in words. @param {Score} score */
function scoreBar({ won, drawn, lost }) {
  const all = Math.max(1, won + drawn + lost);
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    if (count === 0) return null;
    const element = h("span", { class: name });
    element.style.setProperty("--share", String(count / all));
    return element;
  };
  return h(
    "span",
    { class: "score" },
    h("span", { class: "said" }, t("people.score", { won, drawn, lost })),
    h(
      "span",
      { class: "score-bar", "aria-hidden": "true" },
      part("won", won),
      part("drawn", drawn),
      part("lost", lost),
    ),
  );
}

/** @param {RatingHistory} history */
function rating({ game, pace, rating: { provisional, games }, points: line }) {
  const title = `${titleOf(game)} · ${t(`pace.${pace}`)}`;
  const mark = provisional ? t("rating.provisional") : "";
  return h(
    "li",
    { class: "panel", "data-rating": `${game} ${pace}` },
    line.length > 0
      ? chart(
          title,
          line.map(({ at, points: value }) => ({ at, value })),
        )
      : h("p", {}, title),
    h(
      "p",
      { class: "soft" },
      t("people.rated", { count: number(games) }),
      mark && h("span", { class: "badge plain" }, mark),
    ),
  );
}

/** @param {string} game @param {FavouriteOpening} opening */
function opening(game, { moves, display, rules, score }) {
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  positionOf(game, rules, null, moves).then(
    (report) => {
      const { degrees } = report.seats[0];
      board.show({ ...report, degrees, still: true, label: titleOf(game) });
    },
    () => board.remove(),
  );
  const query = new URLSearchParams({ moves: moves.join(" ") });
  return h(
    "li",
    {},
    h("div", { class: "picture", "aria-hidden": "true" }, board),
    h(
      "span",
      { class: "what" },
      h("a", { href: `/explorer/${game}?${query}`, dir: "ltr" }, display.join(" ")),
      scoreBar(score),
    ),
  );
}

/** @param {GameResults} results */
function gameSection({ game, score, accuracy, openings }) {
  const points = accuracy.map(({ at, accuracy: value }) => ({ at, value }));
  return h(
    "section",
    { class: "panel of-game", "data-game": game },
    h("div", { class: "tile-head" }, h("h3", {}, titleOf(game)), scoreBar(score)),
    points.length > 0 &&
      chart(t("people.accuracy"), smoothed(points, MEAN), { least: 20, dots: points }),
    openings.length > 0 && h("h4", {}, t("people.openings")),
    openings.length > 0 &&
      h("ul", { class: "openings" }, ...openings.map((one) => opening(game, one))),
  );
}

/** @param {OpponentResults} results */
function opponent({ person, computer, score }) {
  const name = person ? h("bdi", {}, personName(person.name)) : null;
  return h(
    "li",
    {},
    person && portrait(person.picture),
    h(
      "span",
      { class: "what" },
      person
        ? h("a", { href: `/people/${person.id}` }, name)
        : h(
            "span",
            {},
            nameOf(computer && { who: "computer", ...computer }),
            computer && h("small", {}, word("computer", computer.kind)),
          ),
    ),
    scoreBar(score),
  );
}

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [wanted = ""]) {
  const [, mine] = await Promise.all([catalog(), me, styled("/profile/profile.css")]);
  /** @type {Profile} */
  const profile = await ask(`/api/people/${encodeURIComponent(wanted || mine.id)}`);
  const { person, registered, since, ratings, games, opponents } = profile;
  const name = personName(person.name);
  setTitle(name);
  const query = profile.me ? "mine=true" : `person=${person.id}`;
  /** @type {ArchivePage} */
  const { games: latest } = await ask(`/api/archive?${query}&limit=${LATEST}`);
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(since);
  const archive = addressOf(profile.me ? { whose: "mine" } : { whose: "all", person: person.id });
  const section = (/** @type {string} */ key, /** @type {(Node | false)[]} */ ...inside) =>
    h("section", { class: "shelf", "aria-label": t(key) }, h("h2", {}, t(key)), ...inside);
  main.append(
    h(
      "div",
      { class: "page person" },
      h(
        "div",
        { class: "person-head" },
        portrait(person.picture),
        h(
          "div",
          {},
          h("h1", {}, h("bdi", {}, name)),
          h(
            "p",
            { class: "soft" },
            t("people.since", { day }),
            !registered && h("span", { class: "badge plain" }, t("people.guest")),
          ),
        ),
        profile.me &&
          h(
            "div",
            { class: "own" },
            h("p", { class: "soft" }, t(registered ? "people.seen" : "people.unseen")),
            h(
              "a",
              { class: "button", href: "/api/me/data", download: "agon-my-data.json" },
              icon("save"),
              t("people.export"),
            ),
          ),
      ),
      games.length === 0 &&
        h(
          "div",
          { class: "panel empty" },
          h("p", {}, t(profile.me ? "people.none.mine" : "people.none")),
          profile.me && h("a", { class: "button main-action", href: "/" }, t("archive.play")),
        ),
      ratings.length > 0 &&
        section("people.ratings", h("ul", { class: "charts" }, ...ratings.map(rating))),
      games.length > 0 &&
        section("people.games", h("div", { class: "of-games" }, ...games.map(gameSection))),
      h(
        "div",
        { class: "halves even" },
        opponents.length > 0 &&
          section("people.opponents", h("ul", { class: "rows panel" }, ...opponents.map(opponent))),
        latest.length > 0 &&
          section(
            "people.latest",
            h("ul", { class: "finals" }, ...latest.map((game) => final(game, person.id))),
            h("a", { class: "button", href: archive }, t("people.all")),
          ),
      ),
    ),
  );
}
