// Positions of a game that were on the board before.

import { ask } from "../net.js";

/** @import { View } from "../types.d.ts" */
/** @import { Known } from "../state.js" */

/**
 * The position after so many steps; asked for once, with all others.
 * @param {Known} known
 * @param {number} ply
 * @param {string} [key] of an unlisted game
 * @returns {Promise<View | undefined>}
 */
export async function positionAfter(known, ply, key) {
  if (!known.past.has(ply)) {
    const query = key ? `?key=${encodeURIComponent(key)}` : "";
    /** @type {{ply: number, view: View}[]} */
    const frames = await ask(`/api/games/${known.id}/replay${query}`);
    for (const frame of frames)
      if (!known.past.has(frame.ply)) known.past.set(frame.ply, frame.view);
  }
  return known.past.get(ply);
}
