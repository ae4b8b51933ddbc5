// The list of pages.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { PAGES } from "../web/pages.js";
import en from "../web/texts/en.js";

test("every module of the folder is a page, and no other", () => {
  const files = readdirSync(new URL("../web/pages", import.meta.url));
  const pages = Object.keys(PAGES).map((page) => `${page || "home"}.js`);
  assert.deepEqual(files.sort(), pages.sort());
});

test("every page is loaded from the module of its name", () => {
  for (const [page, { load }] of Object.entries(PAGES))
    assert.match(String(load), new RegExp(`"./pages/${page || "home"}.js"`));
});

test("titles are texts, and sections pages", () => {
  for (const { title, section } of Object.values(PAGES)) {
    assert.ok(title === undefined || title in en, title);
    assert.ok(section === undefined || section in PAGES, section);
  }
});
