// Which men of a player are gone, where men differ. No DOM here.

/** @import { Piece } from "../types.d.ts" */

/** @param {Piece[]} pieces @param {number} seat @returns {Map<string, number>} */
function counted(pieces, seat) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const piece of pieces) {
    if (piece.seat === seat) counts.set(piece.kind, (counts.get(piece.kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * The kinds of men that a player has lost, each as often as it is gone. Men that became others, as
 * the most numerous ones may, are not gone. Nothing where men are all alike: then a number says it.
 * @param {Piece[]} start
 * @param {Piece[]} now
 * @param {number} seat
 * @returns {string[]}
 */
export function captured(start, now, seat) {
  const before = counted(start, seat);
  if (before.size < 3) return [];
  const after = counted(now, seat);
  const [common] = [...before].reduce((most, kind) => (kind[1] > most[1] ? kind : most));
  let changed = 0;
  for (const [kind, count] of after) changed += Math.max(0, count - (before.get(kind) ?? 0));
  return [...before].flatMap(([kind, count]) => {
    const gone = count - (after.get(kind) ?? 0) - (kind === common ? changed : 0);
    return Array(Math.max(0, gone)).fill(kind);
  });
}
