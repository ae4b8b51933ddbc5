// An analysis in the address of its page, and in what the browser keeps of it. No DOM here.

import { fromStudy, toQuery, toStudy } from "./convert.js";
import { inOrder } from "./tree.js";

/** @import { KeptStudy, Study } from "../types.d.ts" */
/** @import { StudyState } from "./state.js" */

/**
 * What the browser keeps with an address: also what the address has no words for.
 * @typedef {{study: Study, at: number, kept: KeptStudy | null, unsaved?: boolean}} Remembered
 */

/** Returns the address of a saved study. @param {KeptStudy} kept */
export const pathOf = ({ game, id }) => `/analysis/${game}?study=${encodeURIComponent(id)}`;

/** @param {StudyState} state */
export const addressOf = ({ entry, kept, place }) =>
  kept
    ? pathOf({ ...kept, game: entry.id })
    : `/analysis/${entry.id}${toQuery(place.tree, place.at)}`;

/** @param {StudyState} state @returns {Remembered} */
export const remembered = ({ place, kept, unsaved }) => ({
  study: toStudy(place.tree),
  at: inOrder(place.tree).indexOf(place.at),
  kept,
  unsaved,
});

/** Returns what was kept for the page of a game; null for nothing, or another game. @param {Partial<Remembered> | null} state @param {string} game */
export function restored(state, game) {
  if (!state?.study || state.study.game !== game) return null;
  const tree = fromStudy(state.study);
  const at = inOrder(tree)[state.at ?? 0] ?? 0;
  return { place: { tree, at }, kept: state.kept ?? null, unsaved: state.unsaved ?? false };
}
