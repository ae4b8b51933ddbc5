// Picking a move from the legal ones: the men, where they go, and what else is asked. No DOM and
// no rule here: everything follows from the moves that the server sent.

/** @import { Choice, Move, View } from "./types.d.ts" */

/** Who stands where, and who is to move. @typedef {{pieces: View["pieces"], turn: number}} Standing */

/**
 * What has been picked so far.
 * @typedef {object} Pick
 * @property {number[]} from the men that are selected
 * @property {Move[]} open once the target is chosen: the moves that are still possible
 * @property {number} asked how many answers of `more` have been given
 */

/** @type {Pick} */
export const NOTHING = { from: [], open: [], asked: 0 };

/** @param {Move} move */
const menOf = (move) => move.from ?? [];

/** @param {number[]} some @param {number[]} all */
const within = (some, all) => some.every((cell) => all.includes(cell));

/**
 * Moves with exactly these men.
 * @param {Move[]} moves
 * @param {number[]} from
 */
const exact = (moves, from) =>
  moves.filter((move) => menOf(move).length === from.length && within(from, menOf(move)));

/**
 * Cells whose men can be added to the selection, or begin one.
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
 * Where the selected men can go, each with the moves that lead there. Where men of a group are
 * still missing, a target that only one group reaches counts too.
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
 * What is asked next, once the target is chosen.
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

/** The cells that are asked for now, such as men to remove. @param {Pick} pick */
export const askedCells = (pick) =>
  new Set(choices(pick).flatMap((choice) => ("cell" in choice ? [choice.cell] : [])));

/** @param {Choice} a @param {Choice} b */
function same(a, b) {
  return "cell" in a ? "cell" in b && a.cell === b.cell : "kind" in b && a.kind === b.kind;
}

/** @typedef {{pick: Pick, move?: Move, refused?: boolean}} Answer */

/**
 * Goes on with moves that share men and target.
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
 * Somebody picked a cell.
 * @param {Move[]} moves the legal ones
 * @param {Pick} pick
 * @param {number} cell
 * @returns {Answer}
 */
export function pickCell(moves, pick, cell) {
  if (pick.open.length > 0) {
    const answered = answer(pick, { cell });
    if (answered) return answered;
    // The man that was just put down takes the move back; elsewhere it is asked again.
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
 * A man was dragged from one cell to another: as if picked, or as any man of a group goes. With a group
 * in hand the man under the pointer says where all of them go.
 * @param {Move[]} moves
 * @param {Pick} pick with the man selected
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
 * The men that a line drawn from one of them to another selects: the fewest that go together.
 * @param {Move[]} moves
 * @param {number} from
 * @param {number} to
 * @returns {number[] | null} nothing where no move has both
 */
export function lineUp(moves, from, to) {
  const groups = moves.map(menOf).filter((men) => within([from, to], men));
  if (groups.length === 0) return null;
  if (from === to) return [from];
  return groups.reduce((best, men) => (men.length < best.length ? men : best));
}

/**
 * Why a cell could not be picked: somebody else is to move, another man was asked for, the selected men
 * do not go there, the man has no move, is somebody else's, or stands in the way; or nothing is there.
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
 * Answers what `choices` asked; nothing if it was no answer.
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
 * A move without a place, such as a pass, if there is one.
 * @param {Move[]} moves
 */
export const placeless = (moves) =>
  moves.find((move) => move.to === undefined && menOf(move).length === 0);
