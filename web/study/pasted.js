// What somebody pasted: a whole game file, a position, or a list of moves. No DOM here, and no
// parser of games: the server reads files and moves, we only tell them apart.

/** @typedef {{kind: "file" | "position", text: string} | {kind: "moves", moves: string[]} | {kind: "nothing"}} Pasted */

const TAG = /^\s*\[\w+\s+"/m;
const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;

/** @param {string} text @returns {Pasted} */
export function recognised(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return { kind: "nothing" };
  if (TAG.test(trimmed)) return { kind: "file", text: trimmed };
  const [first] = trimmed.split(/\s/);
  // Rows of a position are separated by strokes; no move has one.
  if (first.includes("/") && !RESULT.test(first)) {
    return { kind: "position", text: trimmed.replace(/\s+/g, " ") };
  }
  const moves = listed(trimmed);
  return moves.length > 0 ? { kind: "moves", moves } : { kind: "nothing" };
}

/**
 * The moves of a list, without numbers, comments, side lines, marks and the result.
 * @param {string} text
 */
function listed(text) {
  let bare = text.replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ");
  // Side lines may contain others: the innermost go first.
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(/\([^()]*\)/g, " ");
  }
  return bare
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, "").replace(/[!?]+$/, ""))
    .filter((word) => word !== "" && !RESULT.test(word) && !/^\$\d+$/.test(word));
}
