// Small charts of values over time, with their ends as text.

import { h, svg } from "../dom.js";
import { language, t } from "../i18n.js";

/** A value at a time. @typedef {{at: number, value: number}} Point */

const WIDTH = 300;
const HEIGHT = 90;
/** Margin above and below the line. */
const EDGE = 8;

/**
 * Returns the drawn range: the values with a margin, and a minimum height, so that small changes do not look large.
 * @param {number[]} values
 * @param {number} least minimum height
 */
export function range(values, least) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const more = Math.max(0, least - (high - low)) / 2;
  return [low - more, high + more];
}

/** Returns running means: single games vary too much. @param {Point[]} points @param {number} count @returns {Point[]} */
export const smoothed = (points, count) =>
  points.map(({ at }, i) => {
    const near = points.slice(Math.max(0, i + 1 - count), i + 1);
    return { at, value: near.reduce((sum, { value }) => sum + value, 0) / near.length };
  });

/** @param {[number, number][]} points */
const path = (points) =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** @param {number} at */
const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);

/**
 * A line over time, with the first and the last value beside it.
 * @param {string} title label
 * @param {Point[]} points in order
 * @param {object} [given]
 * @param {number} [given.least] minimum height of the range
 * @param {Point[]} [given.dots] single values, if the line is a mean
 */
export function chart(title, points, { least = 60, dots = [] } = {}) {
  const all = dots.length > 0 ? dots : points;
  const [low, high] = range(
    all.map(({ value }) => value),
    least,
  );
  const y = (/** @type {number} */ value) =>
    EDGE + (1 - (value - low) / Math.max(1, high - low)) * (HEIGHT - 2 * EDGE);
  const last = Math.max(1, points.length - 1);
  const line = /** @type {[number, number][]} */ (
    points.map(({ value }, i) => [(i / last) * WIDTH, y(value)])
  );
  // A point is drawn as a short line.
  if (line.length === 1) line.push([WIDTH, line[0][1]]);
  const first = points[0];
  const now = points.at(-1) ?? first;
  const values = all.map(({ value }) => Math.round(value));
  const said = t("chart.said", {
    title,
    count: all.length,
    from: day(first.at),
    until: day(now.at),
    first: Math.round(first.value),
    last: Math.round(now.value),
    low: Math.min(...values),
    high: Math.max(...values),
  });
  return h(
    "div",
    { class: "chart", role: "img", "aria-label": said },
    h(
      "div",
      { class: "caption", "aria-hidden": "true" },
      title,
      h("b", {}, String(Math.round(now.value))),
    ),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { class: "area", d: `${path(line)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` }),
      ...dots.map(({ value }, i) =>
        svg("ellipse", {
          class: "single",
          cx: (i / last) * WIDTH,
          cy: y(value),
          rx: 1.6,
          ry: 2.2,
        }),
      ),
      svg("path", { class: "line", d: path(line) }),
    ),
    h(
      "div",
      { class: "ends-of-time", "aria-hidden": "true" },
      h("span", {}, day(first.at)),
      day(now.at) !== day(first.at) && h("span", {}, day(now.at)),
    ),
  );
}
