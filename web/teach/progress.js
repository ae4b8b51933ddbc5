// Which steps of the courses this browser has seen done.

const KEY = "agon-lessons";

/** @returns {Record<string, string[]>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The steps of a course that are done. @param {string} game @returns {Set<string>} */
export const doneIn = (game) => new Set(load()[game] ?? []);

/** A step is done. @param {string} game @param {string} step */
export function markDone(game, step) {
  const all = load();
  all[game] = [...new Set([...(all[game] ?? []), step])];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still learns.
  }
}
