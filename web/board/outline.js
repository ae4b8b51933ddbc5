// Outlines of boards: corners, offset and rounded polygons. No DOM here.

import { extent, isDrilled } from "../geometry.js";

/** @import { Board } from "../types.d.ts" */
/** @import { Point } from "../geometry.js" */

/** Corners, clockwise on the screen. @typedef {Point[]} Polygon */

const TINY = 1e-6;

/** Returns twice the signed area of a triangle; positive for a turn to the right. @param {Point} a @param {Point} b @param {Point} c */
const bend = (a, b, c) => (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);

/** Returns only the corners of a polygon. @param {Polygon} polygon */
const corners = (polygon) =>
  polygon.filter((point, i) => {
    const before = polygon[(i + polygon.length - 1) % polygon.length];
    const after = polygon[(i + 1) % polygon.length];
    return Math.abs(bend(before, point, after)) > 1e-3;
  });

/**
 * Returns the outline of linked cells: a hexagon, a star, or any other shape.
 * @param {Board} board with linked neighbours
 * @returns {Polygon}
 */
export function around({ cells, links }) {
  /** @type {number[][]} */
  const beside = cells.map(() => []);
  for (const [a, b] of links) {
    beside[a].push(b);
    beside[b].push(a);
  }
  const top = cells.reduce(
    (best, cell, i) =>
      cell.y < cells[best].y - TINY ||
      (Math.abs(cell.y - cells[best].y) < TINY && cell.x < cells[best].x)
        ? i
        : best,
    0,
  );
  /** @type {Polygon} */
  const walked = [];
  let here = top;
  // Starting as if from above, the first way to the left leads around the outside.
  let back = -Math.PI / 2;
  do {
    walked.push(cells[here]);
    const angle = (/** @type {number} */ to) =>
      Math.atan2(cells[to].y - cells[here].y, cells[to].x - cells[here].x);
    const turn = (/** @type {number} */ to) => {
      const by = (angle(to) - back) % (2 * Math.PI);
      return by <= TINY ? by + 2 * Math.PI : by;
    };
    const next = beside[here].reduce((best, to) => (turn(to) < turn(best) ? to : best));
    back = angle(next) + Math.PI;
    here = next;
  } while (here !== top && walked.length <= links.length);
  return corners(walked.map(({ x, y }) => ({ x, y })));
}

/** Returns the convex hull. @param {Point[]} points @returns {Polygon} */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {Point[]} */ some) => {
    /** @type {Point[]} */
    const kept = [];
    for (const { x, y } of some) {
      const point = { x, y };
      while (kept.length > 1 && bend(kept[kept.length - 2], kept[kept.length - 1], point) <= TINY)
        kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * Moves the sides of a polygon outwards, or inwards.
 * @param {Polygon} polygon
 * @param {number | number[]} by for all sides, or one value for each, from the one after the first corner
 * @returns {Polygon}
 */
export function spread(polygon, by) {
  const sides = polygon.map((a, i) => {
    const b = polygon[(i + 1) % polygon.length];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const out = typeof by === "number" ? by : by[i];
    return { x: a.x + along.y * out, y: a.y - along.x * out, along };
  });
  return sides.map((side, i) => {
    const last = sides[(i + sides.length - 1) % sides.length];
    const across = last.along.x * side.along.y - last.along.y * side.along.x;
    if (Math.abs(across) < TINY) return { x: side.x, y: side.y };
    const far = ((side.x - last.x) * side.along.y - (side.y - last.y) * side.along.x) / across;
    return { x: last.x + last.along.x * far, y: last.y + last.along.y * far };
  });
}

/** Whether a side of the polygon contains `a` and `b`. @param {Polygon} polygon @param {Point} a @param {Point} b */
const hasSide = (polygon, a, b) =>
  polygon.some((from, i) => {
    const to = polygon[(i + 1) % polygon.length];
    const between = (/** @type {Point} */ p) =>
      Math.abs(bend(from, p, to)) < 1e-3 &&
      (p.x - from.x) * (p.x - to.x) + (p.y - from.y) * (p.y - to.y) < 1e-3;
    return between(a) && between(b);
  });

/**
 * Returns the area of some cells: up to halfway to their neighbours, and beyond the edge of the board.
 * @param {Point[]} part
 * @param {Polygon} whole outline of all cells
 * @param {{inside: number, outside: number}} reach
 */
export function region(part, whole, { inside, outside }) {
  const shape = hull(part);
  const reaches = shape.map((a, i) =>
    hasSide(whole, a, shape[(i + 1) % shape.length]) ? outside : 2 * inside - outside,
  );
  // At the edge areas meet in its dents, inside halfway between cells.
  return hull([...spread(shape, reaches), ...spread(shape, inside)]);
}

const digits = (/** @type {number} */ n) => String(Math.round(n * 1e3) / 1e3);

/** @param {Point} point */
const written = ({ x, y }) => `${digits(x)} ${digits(y)}`;

/**
 * Returns a path with rounded corners.
 * @param {Polygon} polygon
 * @param {number} radius distance from a corner at which the curve begins
 */
export function rounded(polygon, radius) {
  const parts = polygon.map((point, i) => {
    const before = polygon[(i + polygon.length - 1) % polygon.length];
    const after = polygon[(i + 1) % polygon.length];
    const towards = (/** @type {Point} */ other) => {
      const length = Math.hypot(other.x - point.x, other.y - point.y);
      const share = Math.min(0.5, radius / length);
      return { x: point.x + (other.x - point.x) * share, y: point.y + (other.y - point.y) * share };
    };
    return `${written(towards(before))}Q${written(point)} ${written(towards(after))}`;
  });
  return `M${parts.join("L")}Z`;
}

/** @param {Polygon} polygon */
export const path = (polygon) => `M${polygon.map(written).join("L")}Z`;

/**
 * Returns the corners of a board's outer cells.
 * @param {Board} board
 * @returns {Polygon}
 */
export function rim(board) {
  if (isDrilled(board)) return around(board);
  const { x, y, width, height } = extent(board.cells);
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
