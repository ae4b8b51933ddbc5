// Everything that can change on the page of an analysis: one record, which the page changes and its parts draw. No DOM
// here.

import { isSame } from "./convert.js";
import { deleted, fresh, extended, movesTo, commented } from "./tree.js";

/** @import { Analysis, Entry, KeptStudy, Move, PositionReport } from "../types.d.ts" */
/** @import { Drawn } from "../board/drawing.js" */
/** @import { Line } from "./engine.js" */
/** @import { Made, Place, Tree } from "./tree.js" */

/**
 * @typedef {object} StudyState
 * @property {Entry} entry the game in the catalogue
 * @property {Place} place the tree, and the step whose position is on the board
 * @property {Place | null} target the place that is being loaded
 * @property {number} requests number of places that were asked for; only the last one is shown
 * @property {PositionReport | null} report the position on the board
 * @property {Analysis | null} analysis the latest analysis of the position
 * @property {boolean} analyses whether the computer analyses
 * @property {number} lines number of best lines that it shows
 * @property {boolean} threat whether the opponent's threat is analysed instead of the position
 * @property {boolean} editing whether a position is being set up
 * @property {Place | null} original the played game that was opened
 * @property {number} side the seat at the lower side of the board at first
 * @property {Place[]} past places before the latest changes, for undo
 * @property {KeptStudy | null} kept the saved study that the tree is a version of
 * @property {boolean} unsaved whether the tree has changes that are not saved
 * @property {number | null} arrowStart the first cell of an arrow that is drawn by keys
 */

/** Number of changes that can be undone. */
export const MAX_UNDO = 100;

/**
 * @param {Entry} entry
 * @param {Place} place
 * @param {Partial<Pick<StudyState, "kept" | "unsaved" | "side" | "analyses" | "lines">>} [more]
 * @returns {StudyState}
 */
export const open = (entry, place, more = {}) => ({
  entry,
  place,
  target: null,
  requests: 0,
  report: null,
  analysis: null,
  analyses: true,
  lines: 3,
  threat: false,
  editing: false,
  original: null,
  side: 0,
  past: [],
  kept: null,
  unsaved: false,
  arrowStart: null,
  ...more,
});

/** Returns the place from which keys walk on: walking may be faster than the server. @param {StudyState} state */
export const heading = ({ place, target }) => target ?? place;

/** Returns the position of a place, by the moves that lead to it. @param {Place} place @returns {Line} */
export const lineTo = ({ tree, at }) => {
  const { game, rules, position } = tree;
  return { game, rules, position, moves: movesTo(tree, at) };
};

/** Notes that a place is being loaded. @param {StudyState} state @param {Place} place @returns {number} the request */
export function load(state, place) {
  state.requests += 1;
  state.target = place;
  return state.requests;
}

/** Drops what is being loaded. @param {StudyState} state */
export function cancelLoad(state) {
  state.requests += 1;
  state.target = null;
}

/**
 * What the board has to do for a position: `redraw` if it is another board, `moved` to animate, `last` to mark.
 * @typedef {{redraw: boolean, moved: Move | null, last: (Move & {seat: number}) | null}} Arrival
 */

/**
 * Shows the position of a place.
 * @param {StudyState} state
 * @param {Place} place
 * @param {PositionReport} report
 * @returns {Arrival}
 */
export function arrive(state, place, report) {
  const before = state.place;
  const { tree, at } = place;
  const same = before.tree.rules === tree.rules && before.tree.position === tree.position;
  const redraw = state.report === null || !same;
  const follows = at !== 0 && tree.nodes[at].parent === before.at;
  const step = report.steps.at(-1);
  const last = step?.kind === "move" ? step : null;
  Object.assign(state, { place, target: null, report, analysis: null, arrowStart: null });
  return { redraw, moved: follows && !redraw ? last : null, last };
}

/** Whether a request is the last one. @param {StudyState} state @param {number} request */
export const isCurrent = ({ requests }, request) => requests === request;

/** Notes a change for undo. @param {StudyState} state @param {Place} before */
function note(state, before) {
  state.past = [...state.past.slice(1 - MAX_UNDO), before];
  state.unsaved = true;
}

/** Replaces the tree by one with the same position on the board. @param {StudyState} state @param {Tree} tree @returns {boolean} whether it is another */
export function edit(state, tree) {
  if (tree === state.place.tree) return false;
  note(state, state.place);
  state.place = { tree, at: state.place.at };
  return true;
}

/** Changes the comment on the board's position. @param {StudyState} state @param {string} text @param {boolean} begun whether it is the first letter: undo removes the whole comment */
export function comment(state, text, begun) {
  const { tree, at } = state.place;
  const changed = commented(tree, at, text);
  if (changed === tree) return false;
  if (begun) note(state, state.place);
  state.place = { tree: changed, at };
  state.unsaved = true;
  return true;
}

/**
 * A change that leads to another position: it is applied when the position has arrived.
 * @typedef {{place: Place, apply: () => void}} Step
 */

/** Plays moves: along the tree, or as a new line. @param {StudyState} state @param {Made[]} moves @returns {Step} */
export function play(state, moves) {
  const before = state.place;
  const place = extended(before, moves);
  if (place.tree === before.tree) return { place, apply() {} };
  return { place, apply: () => note(state, before) };
}

/** Deletes the step on the board with all that follows. @param {StudyState} state @returns {Step | null} */
export function remove(state) {
  const before = state.place;
  if (before.at === 0) return null;
  return { place: deleted(before), apply: () => note(state, before) };
}

/** Takes the latest change back. @param {StudyState} state @returns {Step | null} */
export function undo(state) {
  const place = state.past.at(-1);
  if (!place) return null;
  const apply = () => Object.assign(state, { past: state.past.slice(0, -1), unsaved: true });
  return { place, apply };
}

/** Separates the tree from the saved study. @param {StudyState} state */
export function forget(state) {
  Object.assign(state, { kept: null, unsaved: false });
}

/** Notes that the tree is saved. @param {StudyState} state @param {KeptStudy} kept */
export function keep(state, kept) {
  Object.assign(state, { kept, unsaved: false });
}

/** Returns what to analyse, or null for nothing. @param {StudyState} state @returns {Line | null} */
export function analysed({ analyses, report, place }) {
  const over = !report || report.outcome !== null || report.view.moves.length === 0;
  return analyses && !over ? lineTo(place) : null;
}

/** Returns the evaluation of a finished game for the player to move; null for others. @param {PositionReport} report */
export function ended({ outcome, view }) {
  if (!outcome) return null;
  if (outcome.winner === null) return { score: 0 };
  return { mate: outcome.winner === view.turn ? 1 : -1 };
}

/** @param {Analysis | null} analysis */
const firstMoves = (analysis) => analysis?.lines.map(({ moves }) => moves[0]).join() ?? null;

/** Takes an analysis over. @param {StudyState} state @param {Analysis} analysis @returns {{lines: boolean, verdicts: boolean}} what has changed: first moves of lines, verdicts */
export function receive(state, analysis) {
  const before = state.analysis;
  state.analysis = analysis;
  const verdicts = (/** @type {Analysis | null} */ one) => JSON.stringify(one?.verdicts ?? []);
  return {
    lines: firstMoves(before) !== firstMoves(analysis),
    verdicts: verdicts(before) !== verdicts(analysis),
  };
}

/** Returns the first moves of the best lines. @param {StudyState} state @returns {Move[]} */
export const bestMoves = ({ report, analysis }) =>
  (analysis?.lines ?? []).flatMap(
    (line) => report?.view.moves.find((move) => move.text === line.moves[0]) ?? [],
  );

/** Returns the drawings on the position as cells of the board. @param {StudyState} state @returns {Drawn[]} */
export function drawnOn({ report, place }) {
  const cells = report?.board.cells.map(({ name }) => name) ?? [];
  return place.tree.nodes[place.at].drawn.map(({ tone, from, to }) => ({
    tone,
    from: cells.indexOf(from),
    to: cells.indexOf(to),
  }));
}

/** Returns drawings as the tree stores them. @param {StudyState} state @param {Drawn[]} drawn */
export function marksOf({ report }, drawn) {
  const name = (/** @type {number} */ cell) => report?.board.cells[cell].name ?? "";
  return drawn.map(({ tone = "Y", from, to }) => ({ tone, from: name(from), to: name(to) }));
}

/** Whether the tree differs from the game that was opened. @param {StudyState} state */
export const isAway = ({ original, place }) =>
  original !== null && !isSame(original.tree, place.tree);

/** Returns the seat whose side of the board is the lower one; the one to move if there is none. @param {StudyState} state @param {number} degrees */
export function sideBelow({ report }, degrees) {
  if (!report) return 0;
  const below = report.seats.flatMap((seat, i) => (seat.degrees === degrees ? [i] : []));
  return below.length === 1 ? below[0] : report.view.turn;
}

/** Returns the beginning of another game by the same or other rules. @param {StudyState} state @param {string} [rules] @returns {Place} */
export const start = ({ entry, place }, rules = place.tree.rules) => ({
  tree: fresh(entry.id, rules),
  at: 0,
});
