// Searches of the archive, and small charts, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { addressOf, fromAddress, isSearch, isSpecial, questionOf } from "../web/lists/wanted.js";
import { range, smoothed } from "../web/profile/charts.js";

test("a search round-trips through its address", () => {
  const address =
    "/archive?game=go&rules=layers%3D5&player=anna&result=won&whose=all&from=2026-11-01";
  const wanted = fromAddress(address.slice("/archive".length));
  assert.equal(addressOf(wanted), address);
  assert.ok(isSearch(wanted) && isSpecial(wanted));
  const nothing = fromAddress("?result=nonsense&whose=nobody&rules=x&position=y");
  assert.equal(addressOf(nothing), "/archive");
  assert.ok(!isSearch(nothing) && !isSpecial(nothing));
});

test("requested days include their first and last moment", () => {
  const wanted = fromAddress("?from=2026-11-01&until=2026-11-02&shortest=10&longest=x&result=lost");
  const asked = new URL(questionOf(wanted, false, "7.a", 24), "http://x").searchParams;
  assert.equal(Number(asked.get("from")), new Date("2026-11-01T00:00").getTime());
  assert.equal(Number(asked.get("until")), new Date("2026-11-03T00:00").getTime());
  assert.deepEqual(
    ["shortest", "longest", "result", "after", "mine"].map((key) => asked.get(key)),
    ["10", null, "won", "7.a", null],
  );
  const mine = new URL(questionOf(wanted, true, null, 24), "http://x").searchParams;
  assert.deepEqual([mine.get("result"), mine.get("mine")], ["lost", "true"]);
});

test("a chart has a minimum height", () => {
  assert.deepEqual(range([1200, 1210], 60), [1175, 1235]);
  assert.deepEqual(range([1200, 1400], 60), [1200, 1400]);
  const points = [60, 80, 100].map((value, at) => ({ at, value }));
  assert.deepEqual(
    smoothed(points, 2).map(({ value }) => value),
    [60, 70, 90],
  );
});
