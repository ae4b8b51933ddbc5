// Texts in the language of the reader.

/** @typedef {Record<string, string>} Texts */

/** The languages; the texts of the chosen one are loaded. */
export const LANGUAGES = {
  en: { load: () => import("./texts/en.js"), name: "English", rtl: false },
  he: { load: () => import("./texts/he.js"), name: "עברית", rtl: true },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Language} */
let current = "en";
/** @type {Texts} */
let texts = {};

/** The language of the page. */
export const language = () => current;

/** @param {string} code @returns {code is Language} */
const isKnown = (code) => code in LANGUAGES;

/** Which language a reader wants: the chosen one, else the browser's. @param {string | null} chosen */
export function preferred(chosen) {
  const wanted = [chosen ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find(isKnown) ?? "en";
}

/** @param {Language} code */
export async function setLanguage(code) {
  texts = (await LANGUAGES[code].load()).default;
  current = code;
  document.documentElement.lang = code;
  document.documentElement.dir = LANGUAGES[code].rtl ? "rtl" : "ltr";
}

/**
 * A text; `{name}` stands for a value.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * A word of the server in the language of the reader; as the server says it where we know none.
 * @param {string} about what kind of word
 * @param {string} text
 * @param {string} [otherwise]
 */
export function word(about, text, otherwise = text) {
  return texts[`${about}.${text}`] ?? otherwise;
}
