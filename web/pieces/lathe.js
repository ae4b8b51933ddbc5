// Outlines of turned bodies: one half is given, the other one is mirrored. No DOM here.

/**
 * A point, or a curve to one with its two handles.
 * @typedef {[number, number] | [number, number, number, number, number, number]} Cut
 */

/** @param {Cut} cut @returns {[number, number]} */
const end = (cut) => [cut[cut.length - 2] ?? 0, cut[cut.length - 1] ?? 0];

/** @param {number[]} numbers */
const written = (numbers) => numbers.map((n) => Math.round(n * 100) / 100).join(" ");

/**
 * Returns the outline of a turned body.
 * @param {Cut[]} right right half, from the top of the axis at x = 0 to the bottom
 */
export function turned(right) {
  const down = right.map(
    (cut, i) => `${i === 0 ? "M" : cut.length === 2 ? "L" : "C"}${written(cut)}`,
  );
  /** @type {string[]} */
  const up = [];
  for (let i = right.length - 1; i > 0; i--) {
    const [x, y] = end(right[i - 1]);
    const cut = right[i];
    if (cut.length === 2) up.push(`L${written([-x, y])}`);
    else up.push(`C${written([-cut[2], cut[3], -cut[0], cut[1], -x, y])}`);
  }
  return `${down.join("")}${up.join("")}Z`;
}

/**
 * A ring seen from slightly above: half width, top, and bottom.
 * @param {number} half
 * @param {number} top
 * @param {number} bottom
 * @param {number} [sag] how much lower its middle is than its ends
 */
export function ring(half, top, bottom, sag = 1) {
  const thick = bottom - top;
  return turned([
    [0, top + sag * 0.4],
    [half * 0.6, top + sag * 0.4, half * 0.86, top, half - thick * 0.28, top],
    [half + thick * 0.12, top, half + thick * 0.12, bottom, half - thick * 0.28, bottom],
    [half * 0.8, bottom + sag * 0.55, half * 0.5, bottom + sag, 0, bottom + sag],
  ]);
}
