// Picking one of the legal moves: pieces, target, and further choices. No DOM and no rules here: all follows from the
// moves that the server sent.

/** @import { Choice, Move, View } from "./types.d.ts" */

/** Pieces and player to move. @typedef {{pieces: View["pieces"], turn: number}} Standing */

/**
 * What has been picked so far.
 * @typedef {object} Pick
 * @property {number[]} from selected pieces
 * @property {Move[]} open once the target is chosen: the moves that are still possible
 * @property {number} asked number of entries of `more` that have been answered
 */

/** @type {Pick} */
export const NOTHING = { from: [], open: [], asked: 0 };

/** @param {Move} move */
const menOf = (move) => move.from ?? [];

/** @param {number[]} some @param {number[]} all */
const within = (some, all) => some.every((cell) => all.includes(cell));

/**
 * Returns the moves with exactly these pieces.
 * @param {Move[]} moves
 * @param {number[]} from
 */
const exact = (moves, from) =>
  moves.filter((move) => menOf(move).length === from.length && within(from, menOf(move)));

/**
 * Returns the cells whose pieces can be selected next.
 * @param {Move[]} moves
 * @param {Pick} pick
 * @returns {Set<number>}
 */
export function selectable(moves, pick) {
  if (pick.open.length > 0) return new Set();
  const fitting = moves.filter((move) => within(pick.from, menOf(move)));
  return new Set(fitting.flatMap(menOf).filter((cell) => !pick.from.includes(cell)));
}

/**
 * Returns the targets of the selected pieces with the moves that lead there. While pieces of a group are missing, a
 * target that only one group reaches is included.
 * @param {Move[]} moves
 * @param {Pick} pick
 * @returns {Map<number, Move[]>}
 */
export function targets(moves, pick) {
  /** @type {Map<number, Move[]>} */
  const found = new Map();
  if (pick.open.length > 0) return found;
  const add = (/** @type {Move} */ move) => {
    if (move.to === undefined) return;
    const others = found.get(move.to);
    if (others) others.push(move);
    else found.set(move.to, [move]);
  };
  exact(moves, pick.from).forEach(add);
  if (pick.from.length > 0) {
    const more = selectable(moves, pick);
    const larger = moves.filter(
      (move) => menOf(move).length > pick.from.length && within(pick.from, menOf(move)),
    );
    for (const move of larger) {
      const same = larger.filter((other) => other.to === move.to);
      const { to } = move;
      if (to !== undefined && same.length === 1 && !found.has(to) && !more.has(to)) add(move);
    }
  }
  return found;
}

/**
 * Returns the choices once the target is chosen.
 * @param {Pick} pick
 * @returns {Choice[]}
 */
export function choices(pick) {
  const asked = pick.open.map((move) => move.more?.[pick.asked]);
  /** @type {Choice[]} */
  const different = [];
  for (const choice of asked) {
    if (choice && !different.some((other) => same(other, choice))) different.push(choice);
  }
  return different;
}

/** Returns the cells to choose from, such as pieces to remove. @param {Pick} pick */
export const askedCells = (pick) =>
  new Set(choices(pick).flatMap((choice) => ("cell" in choice ? [choice.cell] : [])));

/** @param {Choice} a @param {Choice} b */
function same(a, b) {
  return "cell" in a ? "cell" in b && a.cell === b.cell : "kind" in b && a.kind === b.kind;
}

/** @typedef {{pick: Pick, move?: Move, refused?: boolean}} Answer */

/**
 * Continues with moves that have the same pieces and target.
 * @param {Move[]} open
 * @param {number} asked
 * @returns {Answer}
 */
function narrowed(open, asked) {
  const pick = { from: menOf(open[0]), open, asked };
  const done = open.find((move) => (move.more?.length ?? 0) <= asked);
  return done ? { pick: NOTHING, move: done } : { pick };
}

/**
 * Picks a cell.
 * @param {Move[]} moves the legal ones
 * @param {Pick} pick
 * @param {number} cell
 * @returns {Answer}
 */
export function pickCell(moves, pick, cell) {
  if (pick.open.length > 0) {
    const answered = answer(pick, { cell });
    if (answered) return answered;
    // The piece on the target cancels the move; other cells repeat the question.
    const { to } = pick.open[0];
    if (cell === to || pick.from.includes(cell)) return { pick: NOTHING };
    return { pick, refused: true };
  }
  const there = targets(moves, pick).get(cell);
  if (there) return narrowed(there, 0);
  if (pick.from.includes(cell)) {
    return { pick: { ...NOTHING, from: pick.from.filter((other) => other !== cell) } };
  }
  if (selectable(moves, pick).has(cell)) {
    return { pick: { ...NOTHING, from: [...pick.from, cell] } };
  }
  if (selectable(moves, NOTHING).has(cell)) return { pick: { ...NOTHING, from: [cell] } };
  return { pick: NOTHING, refused: true };
}

/**
 * Drops a piece on a cell: as if both were picked, or as any piece of a group moves. With a group selected the piece
 * under the pointer decides.
 * @param {Move[]} moves
 * @param {Pick} pick with the piece selected
 * @param {number} from
 * @param {number} to
 * @returns {Answer}
 */
export function drop(moves, pick, from, to) {
  const goes = (/** @type {Move} */ move) =>
    (move.shifts ?? []).some(([a, b]) => a === from && b === to);
  const along = exact(moves, pick.from).filter(goes);
  const there = targets(moves, pick).get(to) ?? [];
  const [first, second] = pick.from.length > 1 ? [along, there] : [there, along];
  const found = first.length > 0 ? first : second;
  return found.length > 0 ? narrowed(found, 0) : { pick, refused: true };
}

/**
 * Returns the smallest group with both ends of a line drawn over pieces.
 * @param {Move[]} moves
 * @param {number} from
 * @param {number} to
 * @returns {number[] | null} nothing null if no move has both
 */
export function lineUp(moves, from, to) {
  const groups = moves.map(menOf).filter((men) => within([from, to], men));
  if (groups.length === 0) return null;
  if (from === to) return [from];
  return groups.reduce((best, men) => (men.length < best.length ? men : best));
}

/**
 * Why a cell could not be picked: another player is to move, another choice is asked for, the selected pieces cannot
 * move there, the piece cannot move, belongs to another player, or is in the way; or the cell is empty.
 * @typedef {"turn" | "asked" | "there" | "stuck" | "foreign" | "taken" | "empty"} Refused
 */

/**
 * @param {Move[]} moves
 * @param {Pick} pick before
 * @param {number} cell
 * @param {Standing} view
 * @returns {Refused}
 */
export function whyNot(moves, pick, cell, { pieces, turn }) {
  if (moves.length === 0) return "turn";
  if (pick.open.length > 0) return "asked";
  const man = pieces.find((piece) => piece.cell === cell);
  if (pick.from.length > 0) return man?.seat === turn ? "stuck" : "there";
  if (!man) return "empty";
  const places = moves.some((move) => menOf(move).length === 0 && move.to !== undefined);
  if (places) return "taken";
  return man.seat === turn ? "stuck" : "foreign";
}

/**
 * Answers a choice; undefined if it is not offered.
 * @param {Pick} pick
 * @param {Choice} choice
 * @returns {Answer | undefined}
 */
export function answer(pick, choice) {
  const fitting = pick.open.filter((move) => {
    const asked = move.more?.[pick.asked];
    return asked !== undefined && same(asked, choice);
  });
  return fitting.length > 0 ? narrowed(fitting, pick.asked + 1) : undefined;
}

/**
 * Returns a move without cells, such as a pass.
 * @param {Move[]} moves
 */
export const placeless = (moves) =>
  moves.find((move) => move.to === undefined && menOf(move).length === 0);
