// A tree of moves: main line, side lines, and annotations. Trees are immutable: functions return new ones. No DOM
// here.

import { MARKS } from "./glyphs.js";

/** @import { StudyMark } from "../types.d.ts" */

/**
 * A step, with the annotations of the position after it.
 * @typedef {object} Node
 * @property {number} parent the step before; the root is its own parent
 * @property {number[]} children next steps, the main one first
 * @property {string} text
 * @property {string} display
 * @property {number | null} seat its player
 * @property {number[]} glyphs numeric annotation glyphs of PGN
 * @property {string} comment
 * @property {StudyMark[]} drawn
 */

/**
 * @typedef {object} Tree
 * @property {string} game
 * @property {string} rules empty for the usual ones
 * @property {string | null} position the start, if not the usual one
 * @property {[string, string][]} tags header of a game file
 * @property {Node[]} nodes the first one is the root; some may be detached
 */

/** A tree and one of its steps. @typedef {{tree: Tree, at: number}} Place */

/** A move to be added. @typedef {{text: string, display: string, seat: number | null}} Made */

/** The root. @type {Node} */
export const BEGINNING = {
  parent: 0,
  children: [],
  text: "",
  display: "",
  seat: null,
  glyphs: [],
  comment: "",
  drawn: [],
};

/**
 * @param {string} game
 * @param {string} [rules]
 * @param {string | null} [position]
 * @returns {Tree}
 */
export const fresh = (game, rules = "", position = null) => ({
  game,
  rules,
  position,
  tags: [],
  nodes: [BEGINNING],
});

/** Returns the tree with a changed node. @param {Tree} tree @param {number} at @param {Partial<Node>} change @returns {Tree} */
function changed(tree, at, change) {
  const nodes = [...tree.nodes];
  nodes[at] = { ...nodes[at], ...change };
  return { ...tree, nodes };
}

/** Returns the steps that lead to one, without the root. @param {Tree} tree @param {number} at */
export function pathTo({ nodes }, at) {
  const steps = [];
  for (let step = at; step !== 0; step = nodes[step].parent) steps.push(step);
  return steps.reverse();
}

/** Returns the moves that lead to a step. @param {Tree} tree @param {number} at */
export const movesTo = (tree, at) => pathTo(tree, at).map((step) => tree.nodes[step].text);

/** Returns the last step of the line that continues from one. @param {Tree} tree @param {number} at */
export function endOf({ nodes }, at) {
  let end = at;
  while (nodes[end].children.length > 0) end = nodes[end].children[0];
  return end;
}

/** Returns the next step of the line, or the same one at its end. @param {Tree} tree @param {number} at */
export const next = ({ nodes }, at) => nodes[at].children[0] ?? at;

/** Returns the step before. @param {Tree} tree @param {number} at */
export const previous = ({ nodes }, at) => nodes[at].parent;

/** Whether a step is in the main line. @param {Tree} tree @param {number} at */
export const isMain = (tree, at) =>
  pathTo(tree, at).every((step) => tree.nodes[tree.nodes[step].parent].children[0] === step);

/** Returns the step after the last branching on the path to one. @param {Tree} tree @param {number} at */
function branch(tree, at) {
  const { nodes } = tree;
  return pathTo(tree, at)
    .reverse()
    .find((step) => nodes[nodes[step].parent].children.length > 1);
}

/**
 * Returns the alternative before or after the step, or to the last step that has one.
 * @param {Tree} tree
 * @param {number} at
 * @param {1 | -1} by
 */
export function alternative(tree, at, by) {
  const step = branch(tree, at);
  if (step === undefined) return at;
  const { children } = tree.nodes[tree.nodes[step].parent];
  return children[children.indexOf(step) + by] ?? at;
}

/**
 * Adds moves after a step: along existing ones, else as a new line.
 * @param {Place} place
 * @param {Made[]} moves
 * @returns {Place}
 */
export function extended({ tree, at }, moves) {
  for (const move of moves) {
    const { children } = tree.nodes[at];
    const known = children.find((child) => tree.nodes[child].text === move.text);
    if (known !== undefined) {
      at = known;
      continue;
    }
    const step = tree.nodes.length;
    const nodes = [...tree.nodes, { ...BEGINNING, ...move, parent: at }];
    tree = changed({ ...tree, nodes }, at, { children: [...children, step] });
    at = step;
  }
  return { tree, at };
}

/** Whether a step is in a side line. @param {Tree} tree @param {number} at */
export const canPromote = (tree, at) => !isMain(tree, at);

/**
 * Makes the side line of a step the main one where it branches.
 * @param {Tree} tree
 * @param {number} at
 * @returns {Tree}
 */
export function promoted(tree, at) {
  const { nodes } = tree;
  const step = pathTo(tree, at)
    .reverse()
    .find((one) => nodes[nodes[one].parent].children[0] !== one);
  if (step === undefined) return tree;
  const { parent } = nodes[step];
  const others = nodes[parent].children.filter((child) => child !== step);
  return changed(tree, parent, { children: [step, ...others] });
}

/**
 * Removes a step with all that follows.
 * @param {Place} place
 * @returns {Place}
 */
export function deleted({ tree, at }) {
  if (at === 0) return { tree, at };
  const { parent } = tree.nodes[at];
  const children = tree.nodes[parent].children.filter((child) => child !== at);
  return { tree: changed(tree, parent, { children }), at: parent };
}

/** @param {Tree} tree @param {number} at @param {string} comment @returns {Tree} */
export const commented = (tree, at, comment) =>
  tree.nodes[at].comment === comment ? tree : changed(tree, at, { comment });

/** @param {Tree} tree @param {number} at @param {StudyMark[]} drawn @returns {Tree} */
export const withDrawings = (tree, at, drawn) => changed(tree, at, { drawn });

/** Adds a mark to a move, or removes the same. @param {Tree} tree @param {number} at @param {number} glyph @returns {Tree} */
export function marked(tree, at, glyph) {
  if (at === 0) return tree;
  const { glyphs } = tree.nodes[at];
  const others = glyphs.filter((one) => !MARKS.includes(one));
  return changed(tree, at, { glyphs: glyphs.includes(glyph) ? others : [glyph, ...others] });
}

/** Returns a comment without commands for programs. @param {string} comment */
export const readable = (comment) => comment.replace(/\[%[^\]]*\]/g, "").trim();

/** Prefix of a step in which a player leaves the game. */
export const OUT = "out ";

/**
 * Returns the move numbers: a round begins when the order of play starts again.
 * @param {Tree} tree
 * @returns {number[]} by by step
 */
export function numbers({ nodes }) {
  /** @type {number[]} */
  const counted = [];
  const open = [{ at: 0, number: 1, last: /** @type {number | null} */ (null) }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { at, number, last } = one;
    counted[at] = number;
    for (const child of nodes[at].children) {
      const { seat, text } = nodes[child];
      const out = text.startsWith(OUT);
      const round = !out && last !== null && seat !== null && seat <= last;
      open.push({ at: child, number: number + (round ? 1 : 0), last: out ? last : seat });
    }
  }
  return counted;
}

/** Whether there is only a main line without annotations, which an address can hold. @param {Tree} tree */
export const isPlain = ({ nodes }) => {
  let at = 0;
  for (;;) {
    const { children, glyphs, comment, drawn } = nodes[at];
    if (children.length > 1 || glyphs.length > 0 || comment !== "" || drawn.length > 0)
      return false;
    if (children.length === 0) return true;
    at = children[0];
  }
};

/** Returns the attached steps in depth-first order, main lines first. @param {Tree} tree */
export function inOrder({ nodes }) {
  const order = [];
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    order.push(at);
    open.push(...[...nodes[at].children].reverse());
  }
  return order;
}
