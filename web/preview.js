// The position after a move, until the server sends it. No DOM here.

/** @import { Move, Seat, View } from "./types.d.ts" */

/**
 * @param {View} view
 * @param {Move} move
 * @param {Seat[]} seats
 * @returns {View}
 */
export function preview(view, move, seats) {
  const shifts = new Map(move.shifts ?? []);
  const taken = new Set(move.captures ?? []);
  const promoted = move.more?.find((choice) => "kind" in choice);
  const pieces = view.pieces
    .filter((piece) => !taken.has(piece.cell))
    .map((piece) => {
      const to = shifts.get(piece.cell);
      if (to === undefined) return piece;
      const kind =
        promoted && "kind" in promoted && piece.cell === move.from?.[0]
          ? promoted.kind
          : piece.kind;
      return { ...piece, cell: to, kind };
    });
  if (shifts.size === 0 && move.to !== undefined) {
    pieces.push({ cell: move.to, seat: view.turn, kind: seats[view.turn].piece });
  }
  const placed = shifts.size === 0 && move.to !== undefined;
  const hands = view.hands?.map((hand) =>
    placed && hand.seat === view.turn ? { ...hand, count: Math.max(0, hand.count - 1) } : hand,
  );
  return { ...view, pieces, ...(hands ? { hands } : {}), alarms: [], notes: [], moves: [] };
}
