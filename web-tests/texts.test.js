// Every text exists in every language, and every text that the pages ask for exists.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import en from "../web/texts/en.js";
import he from "../web/texts/he.js";
import helpEn from "../web/texts/help-en.js";
import helpHe from "../web/texts/help-he.js";

const folder = new URL("../web/", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js") && !name.startsWith("texts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(he).sort(), Object.keys(en).sort());
});

test("the same values stand in both languages", () => {
  const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
  for (const key of Object.keys(en)) assert.deepEqual(values(he[key]), values(en[key]), key);
});

test("every key that a page names is a text", () => {
  for (const { name, text } of sources) {
    for (const [, key] of text.matchAll(/\bt\("([a-z]+\.[^"]+)"/g))
      assert.ok(key in en, `${name}: ${key}`);
  }
});

test("the help has the same sections and pictures in both languages", () => {
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
  assert.deepEqual(shape(helpHe), shape(helpEn));
});

const registry = readFileSync(new URL("../crates/games/src/registry.rs", import.meta.url), "utf8");
const names = [...registry.matchAll(/Entry::<agon_(\w+)::/g)].map(([, name]) =>
  name.replaceAll("_", ".?"),
);
const games = new RegExp(`\\b(${names.join("|")})\\b`, "i");

test("no page names a game", () => {
  for (const { name, text } of sources) {
    for (const line of text.split("\n")) assert.ok(!games.test(line), `${name}: ${line}`);
  }
});

test("a name would be found", () => {
  for (const line of ['if (game === "chess") {', "// Chinese Checkers", "chineseCheckers()"])
    assert.ok(games.test(line), line);
  assert.ok(sources.length > 20 && sources.some(({ name }) => name.includes("pages")));
});
