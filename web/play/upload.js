// Putting a finished local game into the archive of the server.

import { ask, askText, connection } from "../net.js";
import { isLocal } from "../net/route.js";

/** @import { Made } from "../types.d.ts" */

/** @param {string} id of a finished game */
export const canUpload = (id) => isLocal(id) && connection.reached;

/** Returns the id of the game in the archive. @param {string} id @param {string} game @returns {Promise<string>} */
export async function upload(id, game) {
  const text = await askText(`/api/games/${id}/file`);
  /** @type {Made} */
  const made = await ask("/api/import", { text, game });
  return made.id;
}
