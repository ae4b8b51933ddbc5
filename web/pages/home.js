// Home: the games as cards, my games, open tables and running games.

import { me } from "../identity.js";
import { go } from "../router.js";
import "../board.js";
import { catalog, create, namesOf, outcomeOf, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { ask, connection } from "../net.js";
import { explain, notice } from "../notice.js";
import { seatToken } from "../pieces.js";
import { settings } from "../settings.js";

/** @import { Entry, Summary } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */

/** One click: a game against the computer, at the level of last time. @param {Entry} entry */
async function quick(entry) {
  try {
    await me;
    const others = entry.seats
      .slice(1)
      .map(() => ({ who: /** @type {const} */ ("computer"), level: settings.level }));
    const made = await create({
      game: entry.id,
      rules: "",
      seats: [{ who: "me" }, ...others],
      listed: false,
    });
    go(`/game/${made.id}`);
  } catch (error) {
    notice(explain(error));
  }
}

/** @param {Entry} entry */
function card(entry) {
  const title = titleOf(entry.id);
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  positionOf(entry.id).then(
    ({ board: empty, view, seats }) =>
      board.show({ board: empty, view, seats, still: true, label: title }),
    () => {},
  );
  return h(
    "li",
    { class: "card", "data-game": entry.id },
    h("div", { class: "picture" }, board),
    h(
      "div",
      { class: "text" },
      h("h2", {}, title),
      h("p", { class: "soft" }, word("about", entry.id, entry.about)),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          class: "main-action",
          "aria-label": t("home.play.label", { game: title }),
          onclick: () => void quick(entry),
        },
        t("home.play"),
      ),
      h(
        "button",
        {
          "aria-label": t("home.more.label", { game: title }),
          onclick: async () => (await import("../new/dialog.js")).dialog(entry.id),
        },
        t("home.more"),
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/analysis/${entry.id}`,
          "aria-label": t("home.study.label", { game: title }),
        },
        t("home.study"),
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/help/${entry.id}`,
          "aria-label": t("home.rules.label", { game: title }),
        },
        t("home.rules"),
      ),
    ),
  );
}

/**
 * A game in a list.
 * @param {Summary} game
 * @param {string} button
 * @param {string} [person] my id
 * @param {() => void} [remove] takes it off the list
 */
export function row(game, button, person, remove) {
  const free = game.seats.filter((seat) => !seat.occupant).length;
  const mover = game.turn === null ? null : game.seats[game.turn]?.occupant;
  const mine = mover?.who === "person" && mover.id === person;
  const detail =
    game.phase === "open" ? t("home.free", { count: free }) : t("home.moves", { count: game.ply });
  const ended = game.outcome ? outcomeOf(game.outcome, game.seats) : "";
  return h(
    "li",
    { "data-id": game.id },
    h(
      "span",
      { class: "what" },
      h("b", {}, game.name ?? titleOf(game.game)),
      " ",
      h("span", { class: "tones" }, ...game.seats.map(seatToken)),
      h(
        "small",
        {},
        `${game.name ? `${titleOf(game.game)} · ` : ""}${namesOf(game.seats)} · ${detail}`,
      ),
      ended && h("small", { class: "outcome" }, ended),
    ),
    mine && game.phase === "playing" && h("span", { class: "badge" }, t("home.turn")),
    game.phase === "ended" &&
      h(
        "a",
        { class: "button quiet", href: `/analysis/${game.game}?id=${game.id}` },
        t("play.study"),
      ),
    remove &&
      h(
        "button",
        {
          class: "quiet",
          "data-do": "remove",
          title: t("home.remove.about"),
          onclick: remove,
        },
        t("home.remove"),
      ),
    h("a", { class: "button", href: `/game/${game.id}` }, button),
  );
}

/** @param {HTMLElement} main */
export async function show(main) {
  const cards = h("ul", { class: "cards" });
  const section = (/** @type {string} */ key) => {
    const list = h("ul", { class: "rows" });
    const none = h("p", { class: "soft" }, t(`${key}.none`));
    const panel = h(
      "section",
      { class: "panel", id: key.replace(".", "-") },
      h("h2", {}, t(key)),
      none,
      list,
    );
    const fill = (/** @type {HTMLElement[]} */ rows) => {
      list.replaceChildren(...rows);
      list.hidden = rows.length === 0;
      none.hidden = rows.length > 0;
    };
    fill([]);
    return { panel, fill };
  };
  const [mine, open, running] = [
    section("home.mine"),
    section("home.lobbies"),
    section("home.running"),
  ];
  main.append(
    h(
      "div",
      { class: "page" },
      h("div", {}, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("site.about"))),
      cards,
      h("div", { class: "columns" }, mine.panel, open.panel, running.panel),
    ),
  );
  for (const entry of await catalog()) cards.append(card(entry));

  /** @type {Map<string, Summary>} */
  const games = new Map();
  let person = "";
  const draw = () => {
    const all = [...games.values()].sort((a, b) => b.updated - a.updated);
    const isMine = (/** @type {Summary} */ game) =>
      game.host === person ||
      game.seats.some(({ occupant }) => occupant?.who === "person" && occupant.id === person);
    open.fill(
      all
        .filter((g) => g.phase === "open" && !isMine(g))
        .map((g) => row(g, t("home.join"), person)),
    );
    running.fill(
      all
        .filter((g) => g.phase === "playing" && !isMine(g))
        .slice(0, 12)
        .map((g) => row(g, t("home.watch"), person)),
    );
  };
  const drawMine = async () => {
    /** @type {Summary[]} */
    const all = await ask("/api/games?mine=true&limit=30");
    const unfinished = all.filter((game) => game.phase === "open" || game.phase === "playing");
    const remove = async (/** @type {Summary} */ { id }) => {
      try {
        await ask(`/api/games/${encodeURIComponent(id)}/hide`, {});
        await drawMine();
      } catch (error) {
        notice(explain(error));
      }
    };
    mine.fill(
      unfinished
        .slice(0, 8)
        .map((game) => row(game, t("home.continue"), person, () => void remove(game))),
    );
  };
  const subscribe = () => {
    if (connection.online) connection.send({ type: "lobby", on: true }).catch(() => {});
  };
  const unlisten = connection.listen((message) => {
    if (message.type === "lobby") {
      games.clear();
      for (const game of message.games) games.set(game.id, game);
    } else if (message.type === "listed") games.set(message.game.id, message.game);
    else if (message.type === "unlisted") games.delete(message.id);
    else return;
    draw();
  });
  const unwatch = connection.status((online) => {
    if (online) subscribe();
  });
  me.then(async ({ id }) => {
    person = id;
    subscribe();
    await drawMine();
    draw();
  }).catch((error) => notice(explain(error)));
  return () => {
    unlisten();
    unwatch();
    if (connection.online) connection.send({ type: "lobby", on: false }).catch(() => {});
  };
}
