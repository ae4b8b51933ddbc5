// Arrangement of several players' plates around the board. No DOM here.

/** @import { Seat } from "../types.d.ts" */

/** @typedef {"above" | "left" | "right" | "below"} Place */

/**
 * Returns the positions of all players, those on one side from top to bottom. A player for whom the board would be
 * turned by a quarter clockwise is at its right.
 * @param {Seat[]} seats
 * @param {number} degrees of the board
 * @returns {{seat: number, place: Place}[]}
 */
export function placeOf(seats, degrees) {
  const angles = seats.map((seat) => (((seat.degrees - degrees) % 360) + 360) % 360);
  const place = (/** @type {number} */ angle) =>
    angle < 30 || angle >= 330 ? "below" : angle < 150 ? "right" : angle <= 210 ? "above" : "left";
  // From the bottom along the right side to the top, then down on the left.
  const height = (/** @type {number} */ angle) => Math.cos((angle * Math.PI) / 180);
  return angles
    .map((angle, seat) => ({ seat, place: /** @type {Place} */ (place(angle)), at: height(angle) }))
    .sort((a, b) => a.at - b.at)
    .map(({ seat, place }) => ({ seat, place }));
}
