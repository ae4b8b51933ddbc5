// Shortcuts, and moves that begin with the same letter.

import assert from "node:assert/strict";
import test from "node:test";
import { hung, isDense } from "../web/board/lens.js";
import { Shortcuts } from "../web/shortcuts.js";

globalThis.Element ??= class {};

const moves = [
  { text: "f2f4", display: "f4" },
  { text: "g1f3", display: "Nf3" },
];

function typist() {
  const heard = [];
  const keys = new Shortcuts(
    () => ({ f: () => heard.push("turn"), u: () => heard.push("back") }),
    () => moves,
    (text) => heard.push(`type ${text}`),
  );
  const press = (...all) => {
    for (const key of all) keys.press({ key, target: null, preventDefault() {} });
  };
  return { heard, press, keys };
}

test("a letter that begins no move is a shortcut at once", () => {
  const { heard, press } = typist();
  press("u");
  assert.deepEqual(heard, ["back"]);
});

test("a letter that only begins a move is typed", () => {
  const { heard, press } = typist();
  press("N");
  press("g");
  assert.deepEqual(heard, ["type N", "type g"]);
});

test("an ambiguous letter waits for the next key", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { heard, press, keys } = typist();
  press("f", "2");
  assert.deepEqual(heard, ["type f2"]);
  press("f");
  context.mock.timers.tick(1000);
  assert.deepEqual(heard.slice(1), ["turn"]);
  // Another letter follows: it was the shortcut.
  press("f", "u");
  assert.deepEqual(heard.slice(2), ["turn", "back"]);
  press("f");
  keys.forget();
  context.mock.timers.tick(1000);
  assert.equal(heard.length, 4);
});

test("a lens is above the finger and inside the screen", () => {
  const screen = { width: 360, height: 640 };
  const middle = hung({ x: 180, y: 300 }, screen);
  assert.ok(middle.y + 148 < 300, "it hides nothing under the finger");
  const corner = hung({ x: 5, y: 20 }, screen);
  assert.ok(corner.x > 20 && corner.y >= 0, "at the top it hangs beside the finger");
  assert.equal(hung({ x: 355, y: 630 }, screen).x, 360 - 148);
  assert.ok(isDense(24) && !isDense(45));
});
