// What this browser remembers of its reader.

const KEY = "agon";

/**
 * @typedef {object} Settings
 * @property {string | null} language
 * @property {string} theme `system`, `light`, `dark` or `contrast`
 * @property {boolean} sound
 * @property {number} volume from 0 to 1
 * @property {boolean} autoturn turn the board to the side to move, on one screen
 * @property {boolean} engine does the computer judge positions that are analysed?
 * @property {number} level of the computer that was chosen last
 * @property {boolean} leisure do computers take as long as people would?
 */

/** @type {Settings} */
const USUAL = {
  language: null,
  theme: "system",
  sound: true,
  volume: 0.6,
  autoturn: false,
  engine: true,
  level: 3,
  leisure: false,
};

/** @returns {Settings} */
function load() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = load();

/** @param {Partial<Settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Colours of the page as chosen. */
export function applyTheme() {
  const { theme } = settings;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
