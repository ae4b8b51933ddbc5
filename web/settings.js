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
 * @property {number} lines how many lines it shows of them
 * @property {number} level of the computer that was chosen last
 * @property {boolean} leisure do computers take as long as people would?
 * @property {boolean} rated do games count for ratings, where they can?
 * @property {string} boards what boards are made of: `walnut`, `light` or `slate`
 * @property {string} pieces the set of carved men: `classic` or `flat`
 * @property {boolean | null} marks do men carry marks besides colours? Nothing: with the theme of high contrast
 * @property {boolean} offered was high contrast offered already?
 * @property {boolean} notify is a call wanted when it is one's turn and another page is looked at?
 * @property {boolean} coordinates are letters and numbers shown on boards?
 * @property {boolean} confirm is a move confirmed before it is made?
 * @property {boolean} premove can a move be chosen before it is one's turn?
 * @property {boolean} drawing does the right button draw on boards?
 * @property {boolean} report is a report made by itself after a game against the computer?
 * @property {boolean | null} here does this machine think itself although there is a server? Nothing: if it is fast
 * @property {boolean} playing are there games of the reader that have not ended, as far as this browser knows?
 * @property {boolean} welcomed was the reader asked for a name, or did not want to be?
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

/** What this reader has chosen. @returns {Partial<Settings>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

const chosen = load();

/** What holds: as chosen, else as usual. @type {Settings} */
export const settings = { ...USUAL, ...chosen };

/** @param {Partial<Settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  Object.assign(chosen, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What is usual on this site, for whatever the reader has not chosen. @param {Partial<Settings>} usual */
export function adopt(usual) {
  Object.assign(settings, USUAL, usual, chosen);
}

/** Are there marks on the men, besides their colours? */
export const hasMarks = () => settings.marks ?? settings.theme === "contrast";

/** Does the system ask for more contrast than was chosen here, and was none offered yet? */
export function lacksContrast() {
  const { offered, marks, theme } = settings;
  const open = !offered && marks === null && theme === "system";
  return open && matchMedia("(prefers-contrast: more)").matches;
}

/** Colours of the page, and what is shown on boards, as chosen. Boards hear of it by the event `look`. */
export function applyTheme() {
  const { theme, coordinates } = settings;
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.marks = hasMarks() ? "on" : "off";
  dataset.coordinates = coordinates ? "on" : "off";
  dispatchEvent(new Event("look"));
}
