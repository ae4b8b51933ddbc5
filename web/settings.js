// Settings, stored in this browser.

const KEY = "agon";

/**
 * @typedef {object} Settings
 * @property {string | null} language
 * @property {string} theme `system`, `light`, `dark` or `contrast`
 * @property {boolean} sound
 * @property {number} volume from 0 to 1
 * @property {boolean} autoturn whether to turn the board to the player to move, on one screen
 * @property {boolean} engine whether the computer analyses
 * @property {number} lines number of lines of an analysis
 * @property {number} level the last chosen level
 * @property {boolean} leisure whether computers take as long as people would
 * @property {boolean} rated whether games are rated, if they can be
 * @property {string} boards material of boards: `walnut`, `light` or `slate`
 * @property {string} pieces set of carved pieces: `classic` or `flat`
 * @property {boolean | null} marks whether pieces have marks besides colours; null: with high contrast
 * @property {boolean} offered whether high contrast was offered
 * @property {boolean} notify whether to notify me of my turn
 * @property {boolean} coordinates whether boards have labels
 * @property {boolean} confirm whether moves are confirmed before they are sent
 * @property {boolean} premove whether premoves are on
 * @property {boolean} drawing whether the right button draws on boards
 * @property {boolean} report whether a report is made after each game against the computer
 * @property {boolean | null} here whether this machine thinks although there is a server; null: if it is fast
 * @property {boolean} playing whether the person has unfinished games, as far as this browser knows
 * @property {boolean} welcomed whether the person was asked for a name
 */

/** @type {Settings} */
const USUAL = {
  language: null,
  theme: "system",
  sound: true,
  volume: 0.6,
  autoturn: false,
  engine: true,
  lines: 3,
  level: 3,
  leisure: false,
  rated: false,
  boards: "walnut",
  pieces: "classic",
  marks: null,
  offered: false,
  notify: false,
  coordinates: true,
  confirm: false,
  premove: false,
  drawing: true,
  report: false,
  here: null,
  playing: false,
  welcomed: false,
};

/** Returns the stored settings. @returns {Partial<Settings>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

const chosen = load();

/** The settings in effect: chosen, else default. @type {Settings} */
export const settings = { ...USUAL, ...chosen };

/** @param {Partial<Settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  Object.assign(chosen, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Settings then last until the page is closed.
  }
}

/** Sets the defaults of the site. @param {Partial<Settings>} usual */
export function adopt(usual) {
  Object.assign(settings, USUAL, usual, chosen);
}

/** Whether pieces have marks besides colours. */
export const hasMarks = () => settings.marks ?? settings.theme === "contrast";

/** Whether the system asks for more contrast than chosen, and none was offered yet. */
export function lacksContrast() {
  const { offered, marks, theme } = settings;
  const open = !offered && marks === null && theme === "system";
  return open && matchMedia("(prefers-contrast: more)").matches;
}

/** Applies colours and boards. Boards listen to the event `look`. */
export function applyTheme() {
  const { theme, coordinates } = settings;
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.marks = hasMarks() ? "on" : "off";
  dataset.coordinates = coordinates ? "on" : "off";
  dispatchEvent(new Event("look"));
}
