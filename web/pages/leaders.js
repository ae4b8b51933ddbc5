// The best players of a game and pace.

import { catalog, personName, titleOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { language, t } from "../i18n.js";
import { me } from "../identity.js";
import { ask } from "../net.js";
import { explain, notice } from "../notice.js";
import { PACES } from "../profile/paces.js";
import { portrait } from "../portrait.js";
import { go } from "../router.js";
import { siteDefaults } from "../site.js";

/** @import { Leader, Leaders } from "../types.d.ts" */

/** People per page. */
const PAGE = 50;
const CHOSEN = "blitz";

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language()).format(value);

/**
 * @param {Leader} leader
 * @param {number} rank
 * @param {string} mine my id
 * @param {boolean} pages whether people have pages
 */
function row({ person, rating }, rank, mine, pages) {
  const name = h("bdi", {}, personName(person.name));
  return h(
    "tr",
    { "data-person": person.id, class: person.id === mine ? "mine" : null },
    h("td", { class: "rank" }, number(rank)),
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "who" },
        portrait(person.picture),
        pages ? h("a", { href: `/people/${person.id}` }, name) : name,
      ),
    ),
    h("td", { class: "points" }, h("b", {}, number(rating.points))),
    h("td", { class: "games-count" }, number(rating.games)),
  );
}

/** Ratings of the computer's levels, for comparison. @param {number[]} levels */
const ladder = (levels) =>
  h(
    "section",
    { class: "panel levels" },
    h("h2", {}, t("leaders.levels")),
    h("p", { class: "soft" }, t("leaders.levels.about")),
    h(
      "ol",
      {},
      ...levels.map((points, i) =>
        h(
          "li",
          {},
          h("span", {}, t("seat.computer", { level: i + 1 })),
          h("b", {}, number(points)),
        ),
      ),
    ),
  );

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id, wanted]) {
  const [games, { id: mine, login }, site] = await Promise.all([
    catalog(),
    me,
    siteDefaults(),
    styled("/profile/profile.css"),
  ]);
  if (site.no_ratings || site.no_leaders) {
    main.append(h("div", { class: "page narrow" }, h("h1", {}, t("leaders.off"))));
    return;
  }
  const entry = games.find((game) => game.id === id) ?? games[0];
  const pace = PACES.find((one) => one === wanted) ?? CHOSEN;
  const list = h("tbody");
  const more = h("button", { "data-do": "more", hidden: true }, t("leaders.more"));
  const none = h("p", { class: "panel empty", hidden: true }, t("leaders.none"));
  const own = h("p", { class: "soft own" });
  const beside = h("div", {});
  let count = 0;
  const look = async () => {
    try {
      /** @type {Leaders} */
      const found = await ask(`/api/leaders/${entry.id}/${pace}?limit=${PAGE}&skip=${count}`);
      for (const leader of found.people) {
        count += 1;
        list.append(row(leader, count, mine, !site.no_profiles));
      }
      more.hidden = !found.more;
      none.hidden = count > 0;
      table.hidden = count === 0;
      own.textContent = found.mine
        ? t(found.mine.provisional ? "leaders.mine.provisional" : "leaders.mine", {
            points: number(found.mine.points),
            count: found.mine.games,
          })
        : t(login === null ? "leaders.guest" : "leaders.unrated");
      beside.replaceChildren(ladder(found.levels));
    } catch (error) {
      notice(explain(error));
    }
  };
  more.addEventListener("click", () => void look());
  const choice = (
    /** @type {string} */ key,
    /** @type {[string, string][]} */ values,
    /** @type {string} */ chosen,
    /** @type {(value: string) => string} */ address,
  ) => {
    const control = h(
      "select",
      { name: key, onchange: () => go(address(control.value)) },
      ...values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    );
    return h("label", { class: "field" }, h("span", {}, t(`leaders.${key}`)), control);
  };
  const table = h(
    "table",
    { class: "leaders panel" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "rank" }, t("leaders.rank")),
        h("th", { scope: "col" }, t("leaders.player")),
        h("th", { scope: "col", class: "points" }, t("leaders.points")),
        h("th", { scope: "col", class: "games-count" }, t("leaders.games")),
      ),
    ),
    list,
  );
  main.append(
    h(
      "div",
      { class: "page best" },
      h("div", {}, h("h1", {}, t("leaders.title")), h("p", { class: "lead" }, t("leaders.about"))),
      h(
        "div",
        { class: "filters" },
        choice(
          "game",
          games.map((game) => [game.id, titleOf(game.id)]),
          entry.id,
          (value) => `/leaders/${value}/${pace}`,
        ),
        choice(
          "pace",
          PACES.map((one) => [one, t(`pace.${one}`)]),
          pace,
          (value) => `/leaders/${entry.id}/${value}`,
        ),
      ),
      own,
      h("div", { class: "halves" }, h("div", { class: "shelf" }, none, table, more), beside),
    ),
  );
  await look();
}
