// The page for a projector: how to join a table, and who has joined.

import { catalog, nameOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { me } from "../identity.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { ask, connection } from "../net.js";
import { speak } from "../notice.js";
import { portraitOf } from "../portrait.js";
import { code as picture } from "../qr.js";
import { withoutScheme, publicAddress } from "../reach.js";
import { go } from "../router.js";
import { apply, begin } from "../state.js";

/** @import { GameCode, SeatState, Snapshot } from "../types.d.ts" */
/** @import { Known } from "../state.js" */

/** Returns the letters in two groups. @param {string} code */
const grouped = (code) => code.toUpperCase().replace(/^(.{3})/, "$1-");

/** @param {SeatState} seat */
const place = ({ name, occupant }) =>
  h(
    "li",
    { class: occupant ? "" : "free" },
    portraitOf(occupant),
    h(
      "span",
      {},
      h("bdi", {}, occupant ? nameOf(occupant) : t("invite.free")),
      h("small", {}, word("seat", name)),
    ),
  );

/** An address to type, a code, and a picture to scan. @param {string} origin @param {string | null} code */
function entrance(origin, code) {
  const link = code ? `${origin}/join/${code}` : origin;
  return [
    picture(link),
    h(
      "div",
      { class: "by-hand" },
      h("p", {}, t("invite.open")),
      h(
        "p",
        { class: "address", dir: "ltr" },
        code ? `${withoutScheme(origin)}/join` : withoutScheme(origin),
      ),
      code && h("p", {}, t("invite.code")),
      code &&
        h("p", { class: "letters", dir: "ltr", "aria-label": [...code].join(" ") }, grouped(code)),
    ),
  ];
}

/** Toggles full screen. @param {HTMLElement} wall */
function fullScreen(wall) {
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else wall.requestFullscreen().catch(() => {});
  };
  return h(
    "button",
    {
      class: "quiet",
      "data-do": "full-screen",
      hidden: !document.fullscreenEnabled,
      onclick: toggle,
    },
    icon("full"),
    t("invite.full"),
  );
}

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id = ""]) {
  const key = new URLSearchParams(location.search).get("key") ?? undefined;
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  const [{ origin, reachable }] = await Promise.all([publicAddress(), me, catalog()]);
  const wall = h("div", { class: "wall" });
  const ways = h("div", { class: "entrance" });
  const warning = !reachable && h("p", { class: "problem" }, t("invite.unreachable"));
  if (!id) {
    ways.append(...entrance(origin, null).filter((part) => part !== null));
    wall.append(
      h("h1", {}, t("invite.site")),
      ways,
      ...(warning ? [warning] : []),
      fullScreen(wall),
    );
    main.append(wall);
    return;
  }
  const path = `/api/games/${encodeURIComponent(id)}`;
  /** @type {Snapshot} */
  const snapshot = await ask(`${path}${query}`);
  let known = begin(snapshot);
  const seats = h("ul", { class: "joined" });
  const count = h("p", { class: "count", role: "status" });
  const draw = () => {
    const all = known.state.seats;
    const free = all.filter((seat) => !seat.occupant).length;
    seats.replaceChildren(...all.map(place));
    count.textContent = free > 0 ? t("invite.waiting", { count: free }) : t("invite.full.table");
  };
  const { setup } = known;
  const title = titleOf(setup.game);
  wall.append(
    h("h1", {}, setup.name ?? t("invite.game", { game: title })),
    ...(setup.name ? [h("p", { class: "lead" }, title)] : []),
    ways,
    h("div", { class: "who" }, count, seats),
    ...(warning ? [warning] : []),
    fullScreen(wall),
  );
  main.append(wall);
  draw();
  /** After a restart the server has forgotten the code; the same one is registered again. */
  const letters = async () => {
    /** @type {GameCode} */
    const { code } = await ask(`${path}/code${query}`, {});
    ways.replaceChildren(...entrance(origin, code).filter((part) => part !== null));
  };
  /** @param {Known} now */
  const change = (now) => {
    const names = new Set(known.state.seats.map((seat) => nameOf(seat.occupant)));
    for (const { occupant } of now.state.seats)
      if (occupant && !names.has(nameOf(occupant)))
        speak(t("invite.joined", { name: nameOf(occupant) }));
    known = now;
    draw();
    // All have joined: the page shows the game.
    if (known.state.phase !== "open") go(`/game/${id}${query}`);
  };
  const watch = (/** @type {{since?: number}} */ more = {}) =>
    connection.send({ type: "watch", id, ...(key ? { key } : {}), ...more }).catch(() => {});
  const unlisten = connection.listen((message) => {
    if (message.type === "game" && message.id === id) change(begin(message));
    else {
      const changed = apply(known, message);
      if (changed?.lost) void watch();
      else if (changed) change(changed.known);
    }
  });
  const unwatch = connection.watchStatus((online) => {
    if (!online) return;
    void watch({ since: known.state.version });
    letters().catch(() => {});
  });
  await letters();
  if (connection.online) void watch({ since: known.state.version });
  return () => {
    unlisten();
    unwatch();
    if (document.fullscreenElement) void document.exitFullscreen();
    if (connection.online) connection.send({ type: "unwatch", id }).catch(() => {});
  };
}
