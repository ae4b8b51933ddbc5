// What players are called at a table. No DOM here.

import { nameOf } from "../catalog.js";
import { language, word } from "../i18n.js";

/** @import { SeatState } from "../types.d.ts" */

/**
 * What the player of a seat is called: by name, or by the side where two have the same one, as on one
 * screen.
 * @param {SeatState[]} seats
 * @param {number} seat
 */
export function called(seats, seat) {
  const { occupant, name } = seats[seat];
  const shown = nameOf(occupant);
  const same = seats.filter((other) => nameOf(other.occupant) === shown);
  return same.length > 1 ? word("seat", name) : shown;
}

/** The side, and who plays it where that says more. @param {SeatState[]} seats @param {number} seat */
export function sideOf(seats, seat) {
  const side = word("seat", seats[seat].name);
  const name = called(seats, seat);
  return name === side ? side : `${side} (${name})`;
}

/** Several names, as one says them. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language()).format(names);
