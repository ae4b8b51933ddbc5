// Drawings of the pieces, in a box from -0.5 to 0.5. Each is drawn once per tone and then referenced.

import { definitions } from "./board/definitions.js";
import { svg } from "./dom.js";
import { CLASSIC } from "./pieces/classic.js";
import { FLAT } from "./pieces/flat.js";
import { castOf, crowned, marble, stone } from "./pieces/stones.js";
import { tint } from "./pieces/tones.js";
import { settings } from "./settings.js";

/** @import { Seat } from "./types.d.ts" */
/** @import { Part } from "./pieces/classic.js" */

/** Marks by tone, for readers who do not see colours. @type {Record<string, string>} */
const MARKS = {
  green: "M0-.1A.1.1 0 1 1 0 .1A.1.1 0 1 1 0-.1Z",
  yellow:
    "M0-.15A.15.15 0 1 1 0 .15A.15.15 0 1 1 0-.15ZM0-.085A.085.085 0 1 0 0 .085A.085.085 0 1 0 0-.085Z",
  orange: "M-.16-.05H.16V.05H-.16Z",
  red: "M-.045-.15H.045V-.045H.15V.045H.045V.15H-.045V.045H-.15V-.045H-.045Z",
  purple: "M0-.16L.16 .11H-.16Z",
  blue: "M-.11-.11H.11V.11H-.11Z",
};

/** The sets of carved pieces. @type {Record<string, Record<string, Part[]>>} */
export const SETS = { classic: CLASSIC, flat: FLAT };

/** @param {string} name */
const setOf = (name) => SETS[name] ?? CLASSIC;

/** Scales a drawing 100 wide to a cell. */
const SCALE = "translate(0 .005) scale(.0102)";

/** @param {Part[]} parts @param {string} tone */
const carved = (parts, tone) => [
  svg(
    "g",
    { transform: SCALE },
    ...parts.map(({ d, kind }) => {
      const fill =
        kind === "turned" ? `url(#round-${tone})` : kind === "carved" ? `url(#hewn-${tone})` : null;
      return svg("path", { class: kind, d, fill });
    }),
  ),
];

/** Pieces seen from above, by kind; other kinds that are not carved are plain stones. @type {Record<string, (tone: string) => SVGElement[]>} */
const LYING = { marble, crowned };

/**
 * Returns the id of a drawing, which is made if it does not exist.
 * @param {string} kind
 * @param {string} tone
 * @param {string} set
 */
function drawing(kind, tone, set) {
  const holder = definitions();
  const parts = setOf(set)[kind];
  const drawn = parts ? `${set}-${kind}` : LYING[kind] ? kind : "stone";
  const id = `${drawn}-${tone}`;
  if (holder.querySelector(`#${id}`)) return id;
  tint(holder, tone);
  const shapes = parts ? carved(parts, tone) : (LYING[kind] ?? stone)(tone);
  holder.append(svg("g", { id, class: `art tone-${tone}` }, ...shapes));
  return id;
}

/**
 * Returns a reference to a drawing.
 * @param {string} kind such as `marble`
 * @param {string} tone such as `red`
 * @param {string} [set] of carved pieces
 * @returns {SVGGElement}
 */
export function art(kind, tone, set = settings.pieces) {
  const id = drawing(kind, tone, set);
  const standing = setOf(set)[kind] !== undefined;
  const mark = standing || kind === "crowned" ? undefined : MARKS[tone];
  const body = svg("g", { class: "body" }, svg("use", { href: `#${id}` }));
  if (mark) body.append(svg("path", { class: "mark", d: mark, "fill-rule": "evenodd" }));
  return svg(
    "g",
    { class: `man ${kind} tone-${tone}` },
    svg("g", { class: "cast" }, ...(standing ? [under()] : below(kind, tone))),
    body,
  );
}

/** Redraws pieces in small pictures in the chosen set; boards redraw their own. */
export function redress() {
  for (const use of document.querySelectorAll(".token[data-set] use")) {
    const man = use.closest(".man");
    const [, kind, tone] = /man (\w+) tone-(\w+)/.exec(man?.getAttribute("class") ?? "") ?? [];
    if (kind && tone && setOf(settings.pieces)[kind])
      use.setAttribute("href", `#${drawing(kind, tone, settings.pieces)}`);
  }
}

/** Shadow of a standing piece. */
const under = () =>
  svg("ellipse", { cx: 0.05, cy: 0.39, rx: 0.31, ry: 0.085, fill: "url(#contact)" });

/** Shadow of a flat piece; glass casts light, too. @param {string} kind @param {string} tone */
function below(kind, tone) {
  const r = castOf(kind);
  const dark = svg("circle", { cx: 0.035, cy: 0.07, r: r * 1.2, fill: "url(#contact)" });
  if (kind !== "marble") return [dark];
  const bright = { cx: r * 0.66, cy: r * 0.86, r: r * 0.5, fill: `url(#caustic-${tone})` };
  return [dark, svg("circle", { class: "caustic", ...bright })];
}

/**
 * Returns the tone of a piece: its own, or its seat's.
 * @param {{seat: number, tone?: string}} man
 * @param {Seat[]} seats
 */
export const toneOf = ({ seat, tone }, seats) => tone ?? seats[seat]?.tone ?? "white";

/**
 * Returns a small picture of a piece, for panels and pickers.
 * @param {string} kind
 * @param {string} tone
 * @param {string} [set]
 */
export function token(kind, tone, set) {
  const picture = svg("svg", {
    class: "token",
    // Pictures that follow the settings.
    "data-set": set === undefined ? "chosen" : null,
    viewBox: "-.52 -.52 1.04 1.04",
    "aria-hidden": "true",
  });
  picture.append(art(kind, tone, set));
  return picture;
}

/** Returns the piece that stands for a player. @param {Seat} seat */
export const seatToken = ({ piece, tone }) => token(piece, tone);
