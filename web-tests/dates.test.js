// Names of days.

import assert from "node:assert/strict";
import test from "node:test";
import { dayName, daysAgo } from "../web/dates.js";

const now = new Date(2031, 4, 17, 0, 30).getTime(); // A Saturday, just after midnight.
const at = (...date) => new Date(...date).getTime();

test("days are calendar days", () => {
  assert.equal(daysAgo(at(2031, 4, 17, 0, 1), now), 0);
  assert.equal(daysAgo(at(2031, 4, 16, 23, 59), now), 1);
  // Also across daylight saving changes.
  assert.equal(daysAgo(at(2031, 2, 1), now), 77);
});

test("recent days have names", () => {
  const table = [
    [at(2031, 4, 17, 0, 10), "Today", "היום"],
    [at(2031, 4, 16, 9), "Yesterday", "אתמול"],
    [at(2031, 4, 13, 9), "Tuesday", "יום שלישי"],
    [at(2031, 4, 10, 9), "May 10", "10 במאי"],
    [at(2030, 11, 31, 9), "December 31, 2030", "31 בדצמבר 2030"],
  ];
  for (const [time, english, hebrew] of table) {
    assert.equal(dayName(time, "en", now), english);
    assert.equal(dayName(time, "he", now), hebrew);
  }
});
