// Where the plates of several players stand around the board. No DOM here.

/** @import { Seat } from "../types.d.ts" */

/** @typedef {"above" | "left" | "right" | "below"} Place */

/**
 * The places of all players, those of one place from the top to the bottom. A player for whom the board
 * would have to be turned on by a quarter clockwise sits at the right of it now.
 * @param {Seat[]} seats
 * @param {number} degrees by which the board is turned
 * @returns {{seat: number, place: Place}[]}
 */
export function placeOf(seats, degrees) {
  const angles = seats.map((seat) => (((seat.degrees - degrees) % 360) + 360) % 360);
  const place = (/** @type {number} */ angle) =>
    angle < 30 || angle >= 330 ? "below" : angle < 150 ? "right" : angle <= 210 ? "above" : "left";
  // From the bottom over the right side to the top, and from there down on the left.
  const height = (/** @type {number} */ angle) => Math.cos((angle * Math.PI) / 180);
  return angles
    .map((angle, seat) => ({ seat, place: /** @type {Place} */ (place(angle)), at: height(angle) }))
    .sort((a, b) => a.at - b.at)
    .map(({ seat, place }) => ({ seat, place }));
}
