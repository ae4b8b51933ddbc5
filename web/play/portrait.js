// The picture of a player at the table: the piece that the player has, on a disc. A picture of the person
// (`.portrait`) may stand before it: then it fills the disc, and the piece is a badge.

import { h } from "../dom.js";
import { seatToken } from "../pieces.js";

/** @import { SeatState } from "../types.d.ts" */

/** @param {SeatState} seat */
export const portrait = (seat) => h("span", { class: "face" }, seatToken(seat));
