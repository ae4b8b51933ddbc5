// Texts in the reader's language.

/** @typedef {Record<string, string>} Texts */

/** Codes of the languages; the server lists the files of texts. */
export const languages = async () => (await import("./languages.js")).default;

let current = "en";
/** @type {Texts} */
let texts = {};
let plural = new Intl.PluralRules("en");

/** The language of the page. */
export const language = () => current;

/** Returns the name of a language in that language. @param {string} code */
export function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Returns the language to use: the chosen one, else the browser's. @param {string | null} chosen */
export async function preferred(chosen) {
  const codes = await languages();
  const wanted = [chosen ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((code) => codes.includes(code)) ?? "en";
}

/** @param {string} code */
export async function setLanguage(code) {
  texts = (await import(`./texts/${code}.js`)).default;
  current = code;
  plural = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  document.documentElement.dir = t("site.direction");
}

/**
 * Returns a text; `{name}` stands for a value. For a `count` with its own plural form the key has the name of
 * the form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const { count } = values;
  const form = typeof count === "number" ? texts[`${key}.${plural.select(count)}`] : undefined;
  return (form ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Translates a word of the server; returns the fallback if there is no translation.
 * @param {string} about kind of word
 * @param {string} text
 * @param {string} [otherwise]
 */
export function word(about, text, otherwise = text) {
  return texts[`${about}.${text}`] ?? otherwise;
}
