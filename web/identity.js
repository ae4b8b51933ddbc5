// Who I am on this site.

import { connection, introduce } from "./net.js";

/** @import { Me } from "./types.d.ts" */

/** Who I am, as soon as the server has said so. @type {Promise<Me>} */
export let me;

/** Who wants to hear that I have another name or picture. @type {Set<(person: Me) => void>} */
const watchers = new Set();

/** @param {Promise<Me>} person */
export function become(person) {
  me = person;
  me.then(
    (now) => {
      for (const watcher of [...watchers]) watcher(now);
    },
    // Whoever waits for it says that it failed; until then it is no error of the page.
    () => {},
  );
}

/** @param {(person: Me) => void} watcher called whenever it is said who I am @returns {() => void} stops it */
export function watchMe(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Gives me another name or picture, here and everywhere.
 * @param {{name?: string, picture?: string}} changes
 */
export async function change(changes) {
  const person = await introduce(changes);
  become(Promise.resolve(person));
  return person;
}

// It may have been said in another window, or on another device.
connection.listen(async (message) => {
  if (message.type !== "you" && message.type !== "welcome") return;
  const said = message.person;
  const known = await me.catch(() => null);
  if (!said || !known || said.id !== known.id) return;
  if (said.name !== known.name || said.picture !== known.picture)
    become(Promise.resolve({ ...known, ...said }));
});

become(introduce());
