// Texts in the language of the reader.

/** @typedef {Record<string, string>} Texts */

/** The codes of all languages: every file of texts is one, and the server lists them. */
export const languages = async () => (await import("./languages.js")).default;

let current = "en";
/** @type {Texts} */
let texts = {};
let plural = new Intl.PluralRules("en");

/** The language of the page. */
export const language = () => current;

/** What a language calls itself. @param {string} code */
export function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Which language a reader wants: the chosen one, else the browser's. @param {string | null} chosen */
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
 * A text; `{name}` stands for a value. Where `count` asks for a form of its own (one move, two moves), the
 * language has a text for it: the key with the name of the form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const { count } = values;
  const form = typeof count === "number" ? texts[`${key}.${plural.select(count)}`] : undefined;
  return (form ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
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
