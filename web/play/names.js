// Names of players at a table. No DOM here.

import { nameOf } from "../catalog.js";
import { language, word } from "../i18n.js";

/** @import { SeatState } from "../types.d.ts" */

/**
 * Returns the name of a seat's player, or of the side if two have the same name, as on one screen.
 * @param {SeatState[]} seats
 * @param {number} seat
 */
export function called(seats, seat) {
  const { occupant, name } = seats[seat];
  const shown = nameOf(occupant);
  const same = seats.filter((other) => nameOf(other.occupant) === shown);
  return same.length > 1 ? word("seat", name) : shown;
}

/** Returns the side, with its player if that adds information. @param {SeatState[]} seats @param {number} seat */
export function sideOf(seats, seat) {
  const side = word("seat", seats[seat].name);
  const name = called(seats, seat);
  return name === side ? side : `${side} (${name})`;
}

/** Joins names. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(language()).format(names);
