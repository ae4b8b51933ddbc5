// The men: our own drawings, in a box from -0.5 to 0.5. Every colour also has a mark of its own,
// so that nothing is told by colour alone.

import { svg } from "./dom.js";

/** @import { Seat } from "./types.d.ts" */

/** Marks by tone, drawn on marbles and flat men. @type {Record<string, string>} */
const MARKS = {
  green: "M0-.1A.1.1 0 1 1 0 .1A.1.1 0 1 1 0-.1Z",
  yellow:
    "M0-.15A.15.15 0 1 1 0 .15A.15.15 0 1 1 0-.15ZM0-.085A.085.085 0 1 0 0 .085A.085.085 0 1 0 0-.085Z",
  orange: "M-.16-.05H.16V.05H-.16Z",
  red: "M-.045-.15H.045V-.045H.15V.045H.045V.15H-.045V.045H-.15V-.045H-.045Z",
  purple: "M0-.16L.16 .11H-.16Z",
  blue: "M-.11-.11H.11V.11H-.11Z",
};

/** The outlines of carved men, in a box of 100. @type {Record<string, string[]>} */
const CARVED = {
  pawn: [
    "M50 22a12 12 0 0 1 8.500 20.500h4v6h-5c1 9 5 16 10 22H32.500c5-6 9-13 10-22h-5v-6h4A12 12 0 0 1 50 22Z",
    "M27 72h46q4 0 4 5v7H23v-7q0-5 4-5Z",
  ],
  rook: [
    "M28 20h10v7h7v-7h10v7h7v-7h10v17l-7 6v20l6 8H29l6-8V43l-7-6Z",
    "M24 72h52q4 0 4 5v7H20v-7q0-5 4-5Z",
  ],
  knight: [
    "M33 71c-1-13 5-20 14-27-6 1-11 4-15 8-4 3-10 1-11-5 2-9 8-17 15-23l1-10 9 6c19 1 30 17 29 36 0 6-1 11-2 15Z",
    "M25 72h52q4 0 4 5v7H21v-7q0-5 4-5Z",
  ],
  bishop: [
    "M50 10a5 5 0 0 1 3.500 8.500C63 27 68 36 66 45c-1 5-4 8-7 10h5v5h-5c1 5 4 9 7 11H34c3-2 6-6 7-11h-5v-5h5c-3-2-6-5-7-10-2-9 3-18 12.500-26.500A5 5 0 0 1 50 10Z",
    "M25 72h50q4 0 4 5v7H21v-7q0-5 4-5Z",
  ],
  queen: [
    "M31 71 19 35a5 5 0 1 1 6-1l10 14 1-22a5 5 0 1 1 6-1l8 20 8-20a5 5 0 1 1 6 1l1 22 10-14a5 5 0 1 1 6 1L69 71Z",
    "M25 72h50q4 0 4 5v7H21v-7q0-5 4-5Z",
  ],
  king: [
    "M47 9h6v6h6v6h-6v9c4 2 6 5 7 8 8-4 19 0 19 10 0 10-8 14-10 23H31c-2-9-10-13-10-23 0-10 11-14 19-10 1-3 3-6 7-8v-9h-6v-6h6Z",
    "M25 72h50q4 0 4 5v7H21v-7q0-5 4-5Z",
  ],
};

/** Lines inside the outlines. @type {Record<string, string>} */
const DETAILS = {
  rook: "M36 43h28M36 63h28",
  knight: "M45 31h.500M62 30c7 9 8 24 4 38",
  bishop: "M50 26v15M43 33h14M42 60h16",
  queen: "M32 62q18 6 36 0",
  king: "M31 62q19-6 38 0M50 38v18",
};

const CROWN = "M-.2 .13L-.25-.13-.11-.01 0-.2 .11-.01 .25-.13 .2 .13Z";

/**
 * The drawing of a man.
 * @param {string} kind such as `marble`
 * @param {string} tone such as `red`
 * @param {boolean} flat does the set have plain men? Then its king is a man with a crown.
 * @returns {SVGGElement}
 */
export function art(kind, tone, flat) {
  const group = svg("g", { class: `man ${kind} tone-${tone}` });
  const mark = MARKS[tone];
  if (kind === "marble") {
    group.append(
      svg("circle", { class: "shadow", cx: 0.03, cy: 0.06, r: 0.41 }),
      svg("circle", { class: "body", r: 0.41 }),
      svg("circle", { class: "glass", r: 0.41, fill: "url(#glass)" }),
    );
    if (mark) group.append(svg("path", { class: "mark", d: mark, "fill-rule": "evenodd" }));
  } else if (CARVED[kind] && !flat) {
    const carved = svg("g", { transform: "scale(.0114) translate(-50 -48)" });
    for (const d of CARVED[kind]) carved.append(svg("path", { class: "body", d }));
    if (DETAILS[kind]) carved.append(svg("path", { class: "detail", d: DETAILS[kind] }));
    group.append(carved);
  } else {
    const size = kind === "king" ? 0.44 : 0.37;
    group.append(
      svg("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: size }),
      svg("circle", { class: "body", r: size }),
      svg("circle", { class: "rim", r: size * 0.76 }),
    );
    if (kind === "king") group.append(svg("path", { class: "crown", d: CROWN }));
    else if (mark) group.append(svg("path", { class: "mark", d: mark, "fill-rule": "evenodd" }));
  }
  return group;
}

/**
 * The colour of a man: its own, or that of its seat.
 * @param {{seat: number, tone?: string}} man
 * @param {Seat[]} seats
 */
export const toneOf = ({ seat, tone }, seats) => tone ?? seats[seat]?.tone ?? "white";

/**
 * A man as a small picture of its own, for panels and pickers.
 * @param {string} kind
 * @param {string} tone
 * @param {boolean} flat
 */
export function token(kind, tone, flat = false) {
  const picture = svg("svg", {
    class: "token",
    viewBox: "-.52 -.52 1.04 1.04",
    "aria-hidden": "true",
  });
  picture.append(art(kind, tone, flat));
  return picture;
}
