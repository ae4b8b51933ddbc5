// Texts exist in all languages, and so do the texts that modules use.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import en from "../web/texts/en.js";
import helpEn from "../web/texts/help-en.js";

const folder = new URL("../web/", import.meta.url);
const files = readdirSync(new URL("texts/", folder));
const codes = files.filter((name) => !name.startsWith("help-")).map((name) => name.slice(0, -3));
/** The texts of every language but English, and their help. */
const others = await Promise.all(
  codes
    .filter((code) => code !== "en")
    .map(async (code) => ({
      code,
      texts: (await import(`../web/texts/${code}.js`)).default,
      help: (await import(`../web/texts/help-${code}.js`)).default,
    })),
);
/** Plural forms, which differ between languages. */
const FORM = /\.(zero|one|two|few|many)$/;
const isForm = (key) => FORM.test(key) && en[key.replace(FORM, "")]?.includes("{count}");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js") && !name.startsWith("texts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

test("every language has the same keys", () => {
  const keys = (texts) => Object.keys(texts).filter((key) => !isForm(key));
  assert.ok(others.length >= 1);
  for (const { code, texts } of others) assert.deepEqual(keys(texts).sort(), keys(en).sort(), code);
});

test("plural forms are those of the language", () => {
  for (const { code, texts } of [...others, { code: "en", texts: en }]) {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const key of Object.keys(texts).filter(isForm)) {
      assert.ok(forms.includes(key.replace(/.*\./, "")), `${code}: ${key}`);
    }
  }
});

test("texts have the same values in all languages", () => {
  const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
  for (const { code, texts } of others) {
    for (const key of Object.keys(en).filter((key) => !isForm(key)))
      assert.deepEqual(values(texts[key]), values(en[key]), `${code}: ${key}`);
  }
});

test("no text uses technical terms", () => {
  for (const [key, text] of Object.entries(en))
    assert.doesNotMatch(
      text.replace(/\{\w+\}/g, ""),
      /\bpl(y|ies)\b|\bquiet\b|\bBring in\b|\bTake care\b/i,
      key,
    );
  assert.doesNotMatch(JSON.stringify(helpEn), /\bpl(y|ies)\b/i);
});

test("every key in a module is a text", () => {
  for (const { name, text } of sources) {
    for (const [, key] of text.matchAll(/\bt\("([a-z]+\.[^"]+)"/g))
      assert.ok(key in en, `${name}: ${key}`);
  }
});

test("the help has the same sections and pictures in all languages", () => {
  const shape = (help) =>
    Object.fromEntries(
      Object.entries(help).map(([game, sections]) => [
        game,
        sections.map(({ text, pictures = [] }) => [
          text.length,
          pictures.map(({ caption: _, ...rest }) => rest),
        ]),
      ]),
    );
  for (const { code, help } of others) assert.deepEqual(shape(help), shape(helpEn), code);
});

const registry = readFileSync(new URL("../crates/games/src/registry.rs", import.meta.url), "utf8");
const names = [...registry.matchAll(/Entry::<agon_(\w+)::/g)].map(([, name]) =>
  name.replaceAll("_", ".?"),
);
const games = new RegExp(`\\b(${names.join("|")})\\b`, "i");

test("no module names a game", () => {
  for (const { name, text } of sources) {
    for (const line of text.split("\n")) assert.ok(!games.test(line), `${name}: ${line}`);
  }
});

test("the search for names finds one", () => {
  for (const line of ['if (game === "chess") {', "// Chinese Checkers", "chineseCheckers()"])
    assert.ok(games.test(line), line);
  assert.ok(sources.length > 20 && sources.some(({ name }) => name.includes("pages")));
});
