// A tree of moves that is studied: where it begins, the main line, side lines, and what is said about
// them. A tree is never changed: each function gives a new one. No DOM here.

import { MARKS } from "./glyphs.js";

/** @import { StudyMark } from "../types.d.ts" */

/**
 * A step, and what is said about the position after it.
 * @typedef {object} Node
 * @property {number} parent the step before; the beginning is its own
 * @property {number[]} children what follows, the line itself first
 * @property {string} text
 * @property {string} display
 * @property {number | null} seat who made it
 * @property {number[]} glyphs by their numbers in PGN
 * @property {string} comment
 * @property {StudyMark[]} drawn
 */

/**
 * @typedef {object} Tree
 * @property {string} game
 * @property {string} rules empty for the usual ones
 * @property {string | null} position where it begins, if not at the start
 * @property {[string, string][]} tags what stands above the moves in a file
 * @property {Node[]} nodes the first one is the beginning; some may belong to nothing any more
 */

/** A tree and one of its steps. @typedef {{tree: Tree, at: number}} Place */

/** A move to be made. @typedef {{text: string, display: string, seat: number | null}} Made */

/** A node without a move. @type {Node} */
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

/** The same tree with a node changed. @param {Tree} tree @param {number} at @param {Partial<Node>} change @returns {Tree} */
function changed(tree, at, change) {
  const nodes = [...tree.nodes];
  nodes[at] = { ...nodes[at], ...change };
  return { ...tree, nodes };
}

/** The steps that lead somewhere, without the beginning. @param {Tree} tree @param {number} at */
export function way({ nodes }, at) {
  const steps = [];
  for (let step = at; step !== 0; step = nodes[step].parent) steps.push(step);
  return steps.reverse();
}

/** The moves that lead somewhere. @param {Tree} tree @param {number} at */
export const movesTo = (tree, at) => way(tree, at).map((step) => tree.nodes[step].text);

/** The end of the line that goes on from a step. @param {Tree} tree @param {number} at */
export function endOf({ nodes }, at) {
  let end = at;
  while (nodes[end].children.length > 0) end = nodes[end].children[0];
  return end;
}

/** The step after one, if the line goes on. @param {Tree} tree @param {number} at */
export const next = ({ nodes }, at) => nodes[at].children[0] ?? at;

/** The step before one. @param {Tree} tree @param {number} at */
export const previous = ({ nodes }, at) => nodes[at].parent;

/** Does a step belong to the main line? @param {Tree} tree @param {number} at */
export const isMain = (tree, at) =>
  way(tree, at).every((step) => tree.nodes[tree.nodes[step].parent].children[0] === step);

/** The last branch on the way to a step: the step with which it begins, if there is one. @param {Tree} tree @param {number} at */
function branch(tree, at) {
  const { nodes } = tree;
  return way(tree, at)
    .reverse()
    .find((step) => nodes[nodes[step].parent].children.length > 1);
}

/**
 * What could be played instead, at this step or else at the last one before it where there is a choice.
 * @param {Tree} tree
 * @param {number} at
 * @param {1 | -1} by
 */
export function beside(tree, at, by) {
  const step = branch(tree, at);
  if (step === undefined) return at;
  const { children } = tree.nodes[tree.nodes[step].parent];
  return children[children.indexOf(step) + by] ?? at;
}

/**
 * Plays on from a step: along what is there already, beside it where another move is made.
 * @param {Place} place
 * @param {Made[]} moves
 * @returns {Place}
 */
export function grown({ tree, at }, moves) {
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

/** Is there something to promote? @param {Tree} tree @param {number} at */
export const canPromote = (tree, at) => !isMain(tree, at);

/**
 * The side line of a step becomes the line that it left.
 * @param {Tree} tree
 * @param {number} at
 * @returns {Tree}
 */
export function promoted(tree, at) {
  const { nodes } = tree;
  const step = way(tree, at)
    .reverse()
    .find((one) => nodes[nodes[one].parent].children[0] !== one);
  if (step === undefined) return tree;
  const { parent } = nodes[step];
  const others = nodes[parent].children.filter((child) => child !== step);
  return changed(tree, parent, { children: [step, ...others] });
}

/**
 * Takes a step away with all that follows.
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
export const said = (tree, at, comment) =>
  tree.nodes[at].comment === comment ? tree : changed(tree, at, { comment });

/** @param {Tree} tree @param {number} at @param {StudyMark[]} drawn @returns {Tree} */
export const sketched = (tree, at, drawn) => changed(tree, at, { drawn });

/** Gives a move a mark, or takes the same away. @param {Tree} tree @param {number} at @param {number} glyph @returns {Tree} */
export function marked(tree, at, glyph) {
  if (at === 0) return tree;
  const { glyphs } = tree.nodes[at];
  const others = glyphs.filter((one) => !MARKS.includes(one));
  return changed(tree, at, { glyphs: glyphs.includes(glyph) ? others : [glyph, ...others] });
}

/** A comment without what is meant for programs. @param {string} comment */
export const readable = (comment) => comment.replace(/\[%[^\]]*\]/g, "").trim();

/** How a step of somebody who leaves begins. */
export const OUT = "out ";

/**
 * The numbers of moves as players count them: a round begins when the order of play has come round.
 * @param {Tree} tree
 * @returns {number[]} by step
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

/** Has anything been said or branched, that an address cannot say? @param {Tree} tree */
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

/** The steps that belong to it, each line to its end, then what else could be played. @param {Tree} tree */
export function inOrder({ nodes }) {
  const order = [];
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    order.push(at);
    open.push(...[...nodes[at].children].reverse());
  }
  return order;
}
