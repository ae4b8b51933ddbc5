// The person who uses this page.

import { connection, introduce } from "./net.js";

/** @import { Me } from "./types.d.ts" */

/** Resolves when the server has said who it is. @type {Promise<Me>} */
export let me;

/** Watchers of name and picture. @type {Set<(person: Me) => void>} */
const watchers = new Set();

/** @param {Promise<Me>} person */
export function become(person) {
  me = person;
  me.then(
    (now) => {
      for (const watcher of [...watchers]) watcher(now);
    },
    // Users of `me` report the error.
    () => {},
  );
}

/** @param {(person: Me) => void} watcher called whenever the person is known or changed @returns {() => void} unsubscribes */
export function watchMe(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Changes my name or picture.
 * @param {{name?: string, picture?: string}} changes
 */
export async function change(changes) {
  const person = await introduce(changes);
  become(Promise.resolve(person));
  return person;
}

// The change may come from another window or device.
connection.listen(async (message) => {
  if (message.type !== "you" && message.type !== "welcome") return;
  const said = message.person;
  const known = await me.catch(() => null);
  if (!said || !known || said.id !== known.id) return;
  if (said.name !== known.name || said.picture !== known.picture)
    become(Promise.resolve({ ...known, ...said }));
});

become(introduce());
