// Who I am on this site.

import { introduce } from "./net.js";

/** @import { Me } from "./types.d.ts" */

/** Who I am, as soon as the server has said so. @type {Promise<Me>} */
export let me;

/** @param {Promise<Me>} person */
export function become(person) {
  me = person;
  // Whoever waits for it says that it failed; until then it is no error of the page.
  me.catch(() => {});
}

become(introduce());
