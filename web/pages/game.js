// The address of a game: its page is opened, kept up to date, and left.

import { me } from "../identity.js";
import { ask, connection } from "../net.js";
import { GamePage } from "../play/page.js";
import { gameKeys } from "../play/keys.js";

/** @import { Snapshot } from "../types.d.ts" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id = ""]) {
  const key = new URLSearchParams(location.search).get("key") ?? undefined;
  const person = await me;
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  // A first answer over HTTP: it says clearly if there is no such game.
  /** @type {Snapshot} */
  const snapshot = await ask(`/api/games/${encodeURIComponent(id)}${query}`);
  const page = new GamePage(main, id, key);
  page.person = person.id;
  page.hear({ type: "game", ...snapshot });
  const deaf = connection.listen((message) => page.hear(message));
  const resume = () => void page.watch().catch(() => {});
  const blind = connection.status((online) => {
    page.offline = !online;
    page.status.draw(page);
    if (online) resume();
  });
  if (connection.online) resume();
  const keys = gameKeys(page);
  const onkey = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", onkey);
  const ticking = setInterval(() => page.tick(), 100);
  return () => {
    deaf();
    blind();
    clearInterval(ticking);
    document.removeEventListener("keydown", onkey);
    keys.forget();
    document.querySelector("dialog[open]")?.remove();
    if (connection.online) connection.send({ type: "unwatch", id }).catch(() => {});
  };
}
