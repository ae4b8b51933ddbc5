// A course: steps with positions, moves and claims, which the rules check, and their words in a language.
// No DOM here.

/**
 * A move that is foreseen and not what is asked for: what is said of it stands under its name, and the
 * answer of the other side shows why.
 * @typedef {{moves: string[], reply?: string}} Foreseen
 */

/**
 * A move that the learner has to make; without `accept` any will do. `reply` is the other side's answer,
 * with which the next task begins.
 * @typedef {{accept?: string[], wrong?: Record<string, Foreseen>, reply?: string}} Task
 */

/**
 * A step: what is shown first, and what is asked.
 * @typedef {object} Step
 * @property {string} id
 * @property {string} [rules]
 * @property {string} position
 * @property {{position?: string, moves: string[]}} [show]
 * @property {Task[]} tasks
 */

/** @typedef {{ask: string, hint: string, wrong?: Record<string, string>, otherwise?: string, praise: string}} TaskWords */
/** @typedef {{title: string, text: string, tasks: TaskWords[]}} StepWords */
/** @typedef {{steps: Step[]}} Course */
/** @typedef {{steps: Record<string, StepWords>}} Words */

/** What came of a move: right, or why not and how the other side would answer. Without words of its own, what is said of any wrong move. @typedef {{right: boolean, say?: string, reply?: string}} Judgement */

/**
 * Judges a legal move.
 * @param {Task} task
 * @param {TaskWords} words
 * @param {string} text of the move
 * @returns {Judgement}
 */
export function judge({ accept, wrong = {} }, words, text) {
  if (!accept || accept.includes(text)) return { right: true, say: words.praise };
  const [name, foreseen] =
    Object.entries(wrong).find(([, { moves }]) => moves.includes(text)) ?? [];
  const say = words.wrong?.[name ?? ""] ?? words.otherwise;
  const { reply } = foreseen ?? {};
  return { right: false, ...(say ? { say } : {}), ...(reply ? { reply } : {}) };
}

/**
 * Where somebody goes on: the first step that is not done, or the first of all.
 * @param {Course} course
 * @param {Set<string>} done
 */
export const nextStep = ({ steps }, done) => steps.find(({ id }) => !done.has(id)) ?? steps[0];

/** How many of the steps are done. @param {Course} course @param {Set<string>} done */
export const countDone = ({ steps }, done) => steps.filter(({ id }) => done.has(id)).length;
