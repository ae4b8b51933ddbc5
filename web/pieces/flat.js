// The flat set: few lines and strong outlines, distinct at any size. The same box as the classic set.

import { turned } from "./lathe.js";

/** @import { Part } from "./classic.js" */

/** @param {string} d @returns {Part} */
const plain = (d) => ({ d, kind: "plain" });
/** @param {string} d @returns {Part} */
const line = (d) => ({ d, kind: "stroke" });
/** @param {string} d @returns {Part} */
const dot = (d) => ({ d, kind: "fill" });

/** A base. @param {number} half */
const slab = (half) =>
  plain(`M${-half} 41V37Q${-half} 31 ${-half + 6} 31H${half - 6}Q${half} 31 ${half} 37V41Z`);

/** @type {Record<string, Part[]>} */
export const FLAT = {
  pawn: [
    plain(
      turned([
        [0, -29],
        [8, -29, 14.5, -22.5, 14.5, -14.5],
        [14.5, -9.5, 12, -5, 8, -2.5],
        [9, 12, 12, 22, 19, 31],
        [0, 31],
      ]),
    ),
    line("M-9-2.5H9"),
    slab(24),
  ],
  rook: [
    plain("M-23-35H-12V-27H-5.5V-35H5.5V-27H12V-35H23V-18L15-11V20L21 31H-21L-15 20V-11L-23-18Z"),
    line("M-15-11H15M-15 20H15"),
    slab(28),
  ],
  knight: [
    plain(
      "M-19 31C-19 18-14 11-5 4-2 1.5-1 0-1-3-5 0-9 1-13 2-16 7-21 10-26 8-31 6-33 1-31-4-28-10-25-14-23-20-21-26-18-30-15-33L-14-43-5-36C15-37 26-22 26 0 26 12 24 22 22 31Z",
    ),
    line("M5-28C14-22 18-12 18 1 18 10 17 17 15 24"),
    dot("M-12.5-22a2.8 2.8 0 1 1 .1 0Z"),
    slab(28),
  ],
  bishop: [
    plain(
      turned([
        [0, -38],
        [10, -31, 18, -22, 18, -12],
        [18, -6, 14, -1, 8, 1],
        [9, 14, 13, 23, 20, 31],
        [0, 31],
      ]),
    ),
    plain("M0-47.5a5 5 0 1 1 0 10a5 5 0 1 1 0-10Z"),
    line("M0-27V-11M-8-19H8M-8.5 1H8.5"),
    slab(26),
  ],
  queen: [
    plain("M-18 31-26-24-14-10-10-34 0-14 10-34 14-10 26-24 18 31Z"),
    ...[
      [-26, -27],
      [-10, -37],
      [10, -37],
      [26, -27],
    ].map(([x, y]) => plain(`M${x} ${y - 4.5}a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z`)),
    line("M-20.5 15Q0 21 20.5 15"),
    slab(28),
  ],
  king: [
    plain("M-3.5-28V-37H-10V-44H-3.5V-50H3.5V-44H10V-37H3.5V-28Z"),
    plain(
      turned([
        [0, -28],
        [5, -28, 8, -24, 9, -19],
        [16, -25, 28, -20, 28, -9],
        [28, 3, 20, 9, 18, 31],
        [0, 31],
      ]),
    ),
    line("M0-16V6M-19.5 18Q0 24 19.5 18"),
    slab(28),
  ],
};
