// The picture of a player at the table: the piece that the player has, on a disc.

import { h } from "../dom.js";
import { seatToken } from "../pieces.js";

/** @import { SeatState } from "../types.d.ts" */

/** @param {SeatState} seat */
export const portrait = (seat) => h("span", { class: "portrait" }, seatToken(seat));
