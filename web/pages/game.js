// The page of a game: loads it, keeps it up to date, and leaves it.

import { me } from "../identity.js";
import { ask, connection } from "../net.js";
import { catalog, personName, titleOf } from "../catalog.js";
import { t } from "../i18n.js";
import { route } from "../router.js";
import { GamePage } from "../play/page.js";
import { gameKeys } from "../play/keys.js";
import { isConcerned, open } from "../play/state.js";
import { remember } from "../settings.js";
import { dismiss, welcome } from "../welcome.js";

/** @import { Snapshot } from "../types.d.ts" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id = ""]) {
  const key = new URLSearchParams(location.search).get("key") ?? undefined;
  const [person, games] = await Promise.all([me, catalog()]);
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  // The first answer comes over HTTP, with a clear error if there is no such game.
  /** @type {Snapshot} */
  const snapshot = await ask(`/api/games/${encodeURIComponent(id)}${query}`);
  const entry = games.find((game) => game.id === snapshot.setup.game);
  const page = new GamePage(main, open(snapshot, person.id, key), entry);
  const { host, game } = snapshot.setup;
  // Newcomers are asked for a name before they sit down.
  if (snapshot.state.phase === "open" && host && host.id !== person.id)
    welcome(t("welcome.invited", { name: personName(host.name), game: titleOf(game) }));
  if (isConcerned(page.state)) remember({ playing: true });
  const unlisten = connection.listen((message) => {
    // The page shows the error.
    if (message.type === "error" && message.code === "removed" && message.id === id) {
      void route();
      return;
    }
    page.receive(message);
    if (page.state.known.state.phase !== "open") dismiss();
  });
  const resume = () => void page.watch().catch(() => {});
  const unwatch = connection.watchStatus((online) => {
    page.offline = !online;
    if (online) resume();
  });
  if (connection.online) resume();
  const keys = gameKeys(page);
  const onkey = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", onkey);
  const ticking = setInterval(() => page.tick(), 100);
  return () => {
    unlisten();
    unwatch();
    dismiss();
    clearInterval(ticking);
    document.removeEventListener("keydown", onkey);
    keys.forget();
    page.leave();
    document.querySelector("dialog[open]")?.remove();
    if (connection.online) connection.send({ type: "unwatch", id }).catch(() => {});
  };
}
