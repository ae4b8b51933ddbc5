// Courses: steps with positions, moves and claims that are checked against the rules, and texts in each language. No
// DOM here.

/**
 * A foreseen wrong move: its explanation is found by name, and the opponent's reply shows why.
 * @typedef {{moves: string[], reply?: string}} Foreseen
 */

/**
 * A move to be made by the learner; any without `accept`. `reply` is the opponent's move before the next task.
 * @typedef {{accept?: string[], wrong?: Record<string, Foreseen>, reply?: string}} Task
 */

/**
 * A step: what is shown first, and its tasks.
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

/** The judgement of a move: right, or why not and the opponent's reply. Without `say` the general text is used. @typedef {{right: boolean, say?: string, reply?: string}} Judgement */

/**
 * Judges a legal move.
 * @param {Task} task
 * @param {TaskWords} words
 * @param {string} text
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
 * Returns the first step that is not done, or the first one.
 * @param {Course} course
 * @param {Set<string>} done
 */
export const nextStep = ({ steps }, done) => steps.find(({ id }) => !done.has(id)) ?? steps[0];

/** Returns the number of done steps. @param {Course} course @param {Set<string>} done */
export const countDone = ({ steps }, done) => steps.filter(({ id }) => done.has(id)).length;
