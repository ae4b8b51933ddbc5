// The picture of a player at the table: the person's on a disc, with the piece of the side as a badge; where
// nobody sits the piece alone.

import { h } from "../dom.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";

/** @import { SeatState } from "../types.d.ts" */

/** @param {SeatState} seat */
export const portrait = (seat) =>
  h("span", { class: "face" }, seat.occupant && portraitOf(seat.occupant), seatToken(seat));
