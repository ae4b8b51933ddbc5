// The done steps of courses, stored in this browser.

const KEY = "agon-lessons";

/** @returns {Record<string, string[]>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Returns the done steps of a course. @param {string} game @returns {Set<string>} */
export const doneIn = (game) => new Set(load()[game] ?? []);

/** Stores a step as done. @param {string} game @param {string} step */
export function markDone(game, step) {
  const all = load();
  all[game] = [...new Set([...(all[game] ?? []), step])];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Courses work without stored progress.
  }
}
