// Animations of pieces: transforms and opacity only, which the compositor runs alone. No state depends on their end.

import { svg } from "../dom.js";

/** @import { Box, Point } from "../geometry.js" */

/** Milliseconds. */
export const STEP = 180;
export const HOP = 140;
const FLIGHT = 460;
const WAVE = 420;
const SWEEP = 1100;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are shown. */
export const lively = () => !calm.matches && !document.hidden;

/** @param {Point} point @param {number} [scale] */
export const at = ({ x, y }, scale = 1) =>
  scale === 1 ? `translate(${x}px, ${y}px)` : `translate(${x}px, ${y}px) scale(${scale})`;

/**
 * Parts of a piece: the moving group, the lifted part, and its shadow.
 * @typedef {{holder: SVGGElement, body: Element, cast: Element}} Moving
 */

/**
 * @param {Element} holder
 * @returns {Moving | null}
 */
export function moving(holder) {
  const [body, cast] = [holder.querySelector(".body"), holder.querySelector(".cast")];
  return body && cast ? { holder: /** @type {SVGGElement} */ (holder), body, cast } : null;
}

/**
 * Lifts a piece and sets it down, repeatedly.
 * @param {Moving} man
 * @param {{height: number, times: number, duration: number, delay?: number}} how
 */
function lift({ body, cast }, { height, times, duration, delay = 0 }) {
  const frames = (/** @type {Keyframe} */ down, /** @type {Keyframe} */ up) => [
    ...Array.from({ length: times }, () => [
      { ...down, easing: "ease-out" },
      { ...up, easing: "ease-in" },
    ]).flat(),
    down,
  ];
  const timing = { duration, delay };
  const top = `translate(${-height * 0.2}px, ${-height}px) scale(${1 + height * 0.45})`;
  body.animate(frames({ transform: "none" }, { transform: top }), timing);
  const shadow = `translate(${height * 0.4}px, ${height * 0.7}px) scale(${1 + height * 0.5})`;
  cast.animate(
    frames({ transform: "none", opacity: 1 }, { transform: shadow, opacity: 0.6 }),
    timing,
  );
}

/**
 * Moves a piece along points, in one step or in hops.
 * @param {Moving} man
 * @param {Point[]} points
 * @param {number} height how high it is lifted
 * @param {number} [size] size at the start
 */
export function travel(man, points, height, size = 1) {
  const hops = points.length - 1;
  const far = size !== 1;
  const duration = hops > 1 ? HOP * hops : far ? STEP * 1.5 : STEP;
  const easing = hops > 1 ? "ease-in-out" : "ease-out";
  man.holder.animate(
    points.map((point, i) => ({ transform: at(point, i === 0 ? size : 1), easing })),
    { duration },
  );
  const high = hops > 1 ? 0.34 : height;
  if (high > 0) lift(man, { height: high, times: hops, duration });
}

/** Places a piece where there was none. @param {Moving} man */
export function arrive({ body, cast }) {
  const above = { opacity: 0, transform: "translate(-.06px, -.3px) scale(1.2)" };
  const timing = { duration: STEP, easing: "cubic-bezier(.3, .1, .5, 1)" };
  body.animate([above, { opacity: 1, transform: "none" }], timing);
  cast.animate([{ opacity: 0, transform: "translate(.12px, .2px)" }, { opacity: 1 }], timing);
}

/**
 * Moves a piece off the board and removes it: over the rim, or lifted; then to the tray, if there is one.
 * @param {Moving} man
 * @param {{from: Point, over?: Point, tray: Point | null, size: number}} how `over` the rim; point of the tray; size
 *   of pieces there
 * @returns {Promise<unknown>} resolves when it is gone
 */
export function leave({ holder, cast }, { from, over, tray, size }) {
  const rolled = over
    ? [
        { transform: at(from), opacity: 1, offset: 0, easing: "ease-out" },
        { transform: at(over), opacity: 1, offset: 0.34, easing: "ease-in" },
      ]
    : [
        { transform: at(from), opacity: 1, offset: 0 },
        { transform: at(from), opacity: 1, offset: 0.14, easing: "ease-in-out" },
      ];
  const start = over ?? from;
  const away = over
    ? { x: over.x + (over.x - from.x) * 0.35, y: over.y + (over.y - from.y) * 0.35 + 0.25 }
    : from;
  const high = tray && { x: (start.x + tray.x) / 2, y: (start.y + tray.y) / 2 - 0.9 };
  const rest =
    tray && high
      ? [
          { transform: at(high, (1.1 + size) / 2), opacity: 1, offset: 0.66, easing: "ease-in" },
          { transform: at(tray, size), opacity: 1, offset: 0.94 },
          { transform: at(tray, size), opacity: 0, offset: 1 },
        ]
      : [{ transform: at(away, over ? 0.8 : 0.7), opacity: 0, offset: 1 }];
  cast.animate([{ opacity: 1 }, { opacity: 0 }], { duration: STEP, fill: "forwards" });
  const gone = holder.animate([...rolled, ...rest], {
    duration: tray ? FLIGHT + (over ? STEP : 0) : STEP * 2,
    fill: "forwards",
  });
  return gone.finished.catch(() => {}).finally(() => holder.remove());
}

/** Raises pieces one after the other. @param {Moving[]} men */
export function wave(men) {
  const pause = Math.min(60, 700 / Math.max(1, men.length));
  men.forEach((man, i) => {
    lift(man, { height: 0.22, times: 1, duration: WAVE, delay: i * pause });
  });
}

/**
 * Moves a light once over the plate.
 * @param {SVGSVGElement} root
 * @param {Box} box
 */
export function sweep(root, { x, y, width, height }) {
  const clip = root.querySelector(".plate")?.getAttribute("clip-path");
  const ray = svg("rect", { x, y, width, height, fill: "url(#ray)" });
  const layer = svg("g", { class: "sweep", "clip-path": clip, "aria-hidden": "true" }, ray);
  root.querySelector(".men")?.before(layer);
  const gone = ray.animate(
    [
      { transform: `translate(${-1.2 * width}px, 0) skewX(-18deg)`, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: `translate(${1.2 * width}px, 0) skewX(-18deg)`, opacity: 0 },
    ],
    { duration: SWEEP, easing: "ease-in-out" },
  );
  gone.finished.catch(() => {}).finally(() => layer.remove());
}
