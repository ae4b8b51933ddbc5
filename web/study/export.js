// A studied line as a game file. No DOM here.

/** @import { Step } from "../types.d.ts" */
/** @import { Line } from "./line.js" */

/** @param {string} text */
const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * Tags and moves, as docs/notation.md describes game files.
 * @param {Line} line
 * @param {Step[]} steps its moves
 * @param {boolean} pretty in the notation of players of the game, where the server reads it
 */
export function file({ game, rules, position }, steps, pretty) {
  const tags = [`[Game ${quoted(game)}]`];
  if (rules) tags.push(`[Rules ${quoted(rules)}]`);
  tags.push('[Result "*"]');
  if (position) {
    // The last two for programs that know PGN.
    const start = quoted(position);
    tags.push(`[Position ${start}]`, '[SetUp "1"]', `[FEN ${start}]`);
  }
  /** @type {string[]} */
  const words = [];
  let round = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    if (step.kind !== "move") continue;
    // A round begins when the order of play has come round.
    if (step.seat <= last) {
      round += 1;
      words.push(`${round}${step.seat === 0 ? "." : "..."}`);
    }
    last = step.seat;
    words.push(pretty ? step.display : step.text);
  }
  return `${tags.join("\n")}\n\n${[...words, "*"].join(" ")}\n`;
}
