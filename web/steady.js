// A control that is being pressed stays where it is: a click counts only if the button went down and came up on
// the same element, and what others do must not take that element away in between.

/** What can be pressed. */
const CONTROL = "a, button, label, summary";

/** Is one of them held down now? */
let pressed = false;
/** What is drawn when it comes up. @type {Set<() => void>} */
const waiting = new Set();

/** @param {Event} event */
function press({ target }) {
  if (target instanceof Element && target.closest(CONTROL)) pressed = true;
}

/** The click comes with the release, so it is over when this is done. */
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

// The other buttons open menus, and nobody tells when these are closed.
addEventListener("pointerdown", (event) => event.button === 0 && press(event), true);
addEventListener("pointerup", release, true);
addEventListener("pointercancel", release, true);
addEventListener("blur", release);
addEventListener("keydown", (event) => event.key === " " && press(event), true);
addEventListener("keyup", release, true);

/**
 * For what is drawn anew because of others.
 * @param {() => void} draw
 * @returns {() => void} draws at once, or when nothing is pressed any more
 */
export const steady = (draw) => () => {
  if (pressed) waiting.add(draw);
  else draw();
};
