// Redraws that wait while a control is pressed: a click needs press and release on the same element, which a redraw
// would replace.

/** Pressable elements. */
const CONTROL = "a, button, label, summary";

/** Whether a control is pressed. */
let pressed = false;
/** Redraws that wait for the release. @type {Set<() => void>} */
const waiting = new Set();

/** @param {Event} event */
function press({ target }) {
  if (target instanceof Element && target.closest(CONTROL)) pressed = true;
}

/** The click event follows the release. */
function release() {
  if (pressed) setTimeout(settle);
}

function settle() {
  pressed = false;
  for (const draw of waiting) {
    waiting.delete(draw);
    draw();
  }
}

// Other buttons open menus, whose closing is not reported.
addEventListener("pointerdown", (event) => event.button === 0 && press(event), true);
addEventListener("pointerup", release, true);
addEventListener("pointercancel", release, true);
addEventListener("blur", release);
addEventListener("keydown", (event) => event.key === " " && press(event), true);
addEventListener("keyup", release, true);

/**
 * Wraps a redraw that others may cause.
 * @param {() => void} draw
 * @returns {() => void} draws draws now, or after the release
 */
export const steady = (draw) => () => {
  if (pressed) waiting.add(draw);
  else draw();
};
