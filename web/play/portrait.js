// The picture of a player at the table: a disc with the piece of the side as a badge; only the piece on a free seat.

import { h } from "../dom.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";

/** @import { SeatState } from "../types.d.ts" */

/** @param {SeatState} seat */
export const portrait = (seat) =>
  h("span", { class: "face" }, seat.occupant && portraitOf(seat.occupant), seatToken(seat));
