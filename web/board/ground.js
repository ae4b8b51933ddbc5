// The empty board, drawn from the game's data: plate, squares or holes or lines, and labels.

import { svg } from "../dom.js";
import { extent, isDrilled } from "../geometry.js";
import { lettering } from "./letters.js";
import { cut } from "./materials.js";
import { around, path, region } from "./outline.js";
import { coarseness, groove, plate, reach } from "./plate.js";

/** @import { Board, Cell } from "../types.d.ts" */
/** @import { Theme } from "./materials.js" */

/** Prefix of the zones that belong to a player. */
const HOME = "home-";

/**
 * @param {Board} board
 * @param {Theme} theme
 * @param {boolean} lettered
 * @returns {SVGElement[]}
 */
export function ground(board, theme, lettered) {
  const { parts, clip } = plate(board, theme);
  if (isDrilled(board)) parts.push(...homes(board, clip), ...board.cells.map(hole));
  else if (board.lined) parts.push(...engraved(board));
  else parts.push(...inlaid(board, theme));
  if (lettered) parts.push(lettering(board));
  return parts;
}

/** The zones of players, in their colours. @param {Board} board @param {string} clip */
function homes(board, clip) {
  const zones = new Set(
    board.cells.map((cell) => cell.zone).filter((zone) => zone.startsWith(HOME)),
  );
  const whole = around(board);
  const stains = [...zones].map((zone) => {
    const part = board.cells.filter((cell) => cell.zone === zone);
    const d = path(region(part, whole, { inside: 0.433, outside: reach(board) }));
    return svg("path", { class: `stain zone-${zone}`, d });
  });
  return stains.length > 0 ? [svg("g", { class: "stains", "clip-path": clip }, ...stains)] : [];
}

/** Radius of a hole: marbles are a little larger, with space between them. */
const HOLE = 0.36;

/** @param {Cell} cell */
const hole = ({ x, y, zone }) =>
  svg(
    "g",
    { class: `hole${zone ? ` zone-${zone}` : ""}`, transform: `translate(${x} ${y})` },
    svg("circle", { class: "depth", r: HOLE, fill: "url(#hole)" }),
    svg("circle", { class: "lip", r: HOLE, stroke: "url(#lip)" }),
  );

/** @param {Board} board */
function engraved(board) {
  const coarse = coarseness(board);
  const lines = board.links
    .map(([a, b]) => [board.cells[a], board.cells[b]])
    .map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`);
  const engraving = groove(lines.join(""), 0.04 * coarse);
  engraving.classList.add("engraving");
  return [
    engraving,
    ...board.cells.map(({ x, y }) =>
      svg("circle", { class: "point", cx: x, cy: y, r: 0.085 * coarse }),
    ),
  ];
}

/** @param {Board} board @param {Theme} theme */
function inlaid(board, theme) {
  const { x, y, width, height } = extent(board.cells);
  const field = { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 };
  const deep = 0.16;
  return [
    svg("rect", { class: "stringing", ...grown(field, 0.06) }),
    ...squares(board, theme),
    ...board.cells.flatMap(inlay),
    svg("rect", { class: "shine", ...field, height: deep, fill: "url(#fall)" }),
    svg("rect", { class: "shine", ...field, width: deep, fill: "url(#fall-aside)" }),
    svg("rect", { class: "shine wash", ...field, fill: "url(#wash)" }),
    svg("rect", { class: "brink", ...field }),
  ];
}

/** @param {{x: number, y: number, width: number, height: number}} box @param {number} by */
const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Returns the material of a square. @param {string} zone @param {Theme} theme */
function woodOf(zone, theme) {
  if (zone === "light") return theme.light;
  if (zone === "dark") return theme.dark;
  return zone === "camp" ? theme.camp : theme.field;
}

/**
 * Squares of one look are one path: browsers allocate a bitmap as large as the board for each path filled with a
 * pattern.
 * @param {Board} board
 * @param {Theme} theme
 */
function squares({ cells }, theme) {
  /** @type {Map<string, {zone: string, fill: string, d: string}>} */
  const looks = new Map();
  for (const [i, { x, y, zone }] of cells.entries()) {
    const fill = cut(woodOf(zone, theme), i);
    const look = looks.get(`${zone} ${fill}`) ?? { zone, fill, d: "" };
    look.d += `M${x - 0.5} ${y - 0.5}h1v1h-1Z`;
    looks.set(`${zone} ${fill}`, look);
  }
  return [...looks.values()].map(({ zone, fill, d }) =>
    svg("path", { class: `square zone-${zone || "field"}`, d, fill }),
  );
}

/** Returns the ornament of a square. @param {Cell} cell @returns {SVGElement[]} */
function inlay({ x, y, zone }) {
  if (zone === "castle") return castle(x, y);
  return zone === "escape" ? [star(x, y)] : [];
}

/** A metal frame with a boss at each corner. @param {number} x @param {number} y */
function castle(x, y) {
  const at = { transform: `translate(${x} ${y})` };
  const bosses = [-0.36, 0.36].flatMap((dx) =>
    [-0.36, 0.36].map((dy) => `M${dx - 0.06} ${dy}l.06-.06 .06 .06-.06 .06Z`),
  );
  return [
    svg("rect", {
      class: "metal-line",
      ...at,
      x: -0.4,
      y: -0.4,
      width: 0.8,
      height: 0.8,
      rx: 0.03,
    }),
    svg("path", { class: "metal", ...at, d: bosses.join("") }),
  ];
}

/** A metal star inlaid in the wood. @param {number} x @param {number} y */
const star = (x, y) =>
  svg("path", {
    class: "metal",
    transform: `translate(${x} ${y})`,
    d: "M0-.19 .045-.045 .19 0 .045 .045 0 .19-.045 .045-.19 0-.045-.045Z",
  });
