// The picture of a player at the table: who it is, and the piece that stands for the side.

import { h } from "../dom.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";

/** @import { SeatState } from "../types.d.ts" */

/** @param {SeatState} seat */
export const portrait = (seat) =>
  h("span", { class: "likeness" }, seat.occupant && portraitOf(seat.occupant), seatToken(seat));
