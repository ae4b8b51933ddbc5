// The cache of bounded size.

import assert from "node:assert/strict";
import test from "node:test";
import { Cache } from "../web/cache.js";

test("a full cache drops the entry unused for the longest time", () => {
  const cache = new Cache(2);
  cache.set("a", 1);
  cache.set("b", 2);
  assert.equal(cache.get("a"), 1);
  cache.set("c", 3);
  assert.deepEqual(
    ["a", "b", "c"].map((key) => cache.get(key)),
    [1, undefined, 3],
  );
});

test("an entry that is set again takes no more space", () => {
  const cache = new Cache(2);
  for (const value of [1, 2, 3]) cache.set("a", value);
  cache.set("b", 4);
  assert.equal(cache.get("a"), 3);
  cache.delete("a");
  assert.equal(cache.get("a"), undefined);
  assert.equal(cache.get("b"), 4);
});
