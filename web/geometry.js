// Geometry of boards. No DOM here.

/** @import { Board, Cell } from "./types.d.ts" */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Returns the box of the cells' middles.
 * @param {Board} board
 * @returns {Point}
 */
export function middle(board) {
  const box = extent(board.cells);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Returns the smallest box around points.
 * @param {Point[]} points
 * @returns {Box}
 */
export function extent(points) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Whether the board has holes for marbles. @param {Board} board */
export const isDrilled = (board) => board.cells.some((cell) => cell.shape === "hole");

/**
 * Rotates a point with the board.
 * @param {Point} point
 * @param {Point} centre
 * @param {number} degrees
 * @returns {Point}
 */
export function turned(point, centre, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  const round = (/** @type {number} */ n) => Math.round(n * 1e4) / 1e4;
  return { x: round(centre.x + dx * cos - dy * sin), y: round(centre.y + dx * sin + dy * cos) };
}

/**
 * Returns the board rotated by degrees. If rows stay rows, labels stay to the left and below.
 * @param {Board} board
 * @param {number} degrees
 * @returns {Board}
 */
export function turnedBoard(board, degrees) {
  if (degrees % 360 === 0) return board;
  const centre = middle(board);
  const box = extent(board.cells);
  const staysUpright = (board.turning ?? 0) % 90 === 0;
  const cells = board.cells.map((cell) => ({ ...cell, ...turned(cell, centre, degrees) }));
  const labels = board.labels.map((label) => {
    const moved = turned(label, centre, degrees);
    if (staysUpright) {
      if (label.x < box.x) moved.x = label.x;
      if (label.y > box.y + box.height) moved.y = label.y;
    }
    return { ...label, ...moved };
  });
  return { ...board, cells, labels };
}

/**
 * Returns the next rotation of a board.
 * @param {Board} board
 * @param {number} degrees
 */
export const nextTurn = ({ turning }, degrees) => (degrees + (turning ?? 0)) % 360;

/**
 * Returns the nearest cell in a direction, for arrow keys.
 * @param {Cell[]} cells
 * @param {number} from
 * @param {Point} direction
 */
export function neighbour(cells, from, direction) {
  const here = cells[from];
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  cells.forEach((cell, i) => {
    const [dx, dy] = [cell.x - here.x, cell.y - here.y];
    const along = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y - dy * direction.x);
    if (along < 0.3 || aside > along * 1.8) return;
    const cost = along + aside * 1.3;
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}

/**
 * Returns the cell nearest to a point, among some cells.
 * @param {Cell[]} cells
 * @param {Point} point
 * @param {number} reach maximum distance
 * @param {(cell: number) => boolean} [wanted]
 * @returns {number | null}
 */
export function nearest(cells, point, reach, wanted = () => true) {
  let best = null;
  let least = reach;
  cells.forEach((cell, i) => {
    const distance = Math.hypot(cell.x - point.x, cell.y - point.y);
    if (distance <= least && wanted(i)) [best, least] = [i, distance];
  });
  return best;
}

/**
 * Returns the straight lines of neighbours through a cell, each by its ends.
 * @param {Board} board
 * @param {number} cell
 * @returns {[number, number][]}
 */
export function straights({ cells, links }, cell) {
  const direction = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [dx, dy] = [cells[to].x - cells[from].x, cells[to].y - cells[from].y];
    const length = Math.hypot(dx, dy);
    return { x: dx / length, y: dy / length };
  };
  const beside = (/** @type {number} */ here) =>
    links.flatMap(([a, b]) => (a === here ? [b] : b === here ? [a] : []));
  const last = (/** @type {number} */ from, /** @type {Point} */ way) => {
    let here = from;
    for (;;) {
      const next = beside(here).find((to) => {
        const { x, y } = direction(here, to);
        return x * way.x + y * way.y > 0.999;
      });
      if (next === undefined) return here;
      here = next;
    }
  };
  /** @type {Map<string, [number, number]>} */
  const lines = new Map();
  for (const next of beside(cell)) {
    const way = direction(cell, next);
    const ends = [last(cell, way), last(cell, { x: -way.x, y: -way.y })].sort((a, b) => a - b);
    lines.set(ends.join("-"), [ends[0], ends[1]]);
  }
  return [...lines.values()];
}
