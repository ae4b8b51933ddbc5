// Gradients, patterns and drawings of pieces. Their names are global in the document, so one holder serves all boards
// and pictures.

import { svg } from "../dom.js";

/** Offset, colour and opacity. Light comes from the upper left. @typedef {[number, string, number][]} Stops */

/** @param {Stops} stops */
const made = (stops) =>
  stops.map(([offset, colour, opacity]) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
  );

/** @param {string} id @param {Record<string, number>} place @param {Stops} stops */
const round = (id, place, stops) => svg("radialGradient", { id, ...place }, ...made(stops));

/** @param {string} id @param {Stops} stops */
const slanting = (id, stops) =>
  svg("linearGradient", { id, x1: 0, y1: 0, x2: 1, y2: 1 }, ...made(stops));

/** @param {string} id @param {Stops} stops @param {{x2: number, y2: number}} to */
const straight = (id, stops, to) =>
  svg("linearGradient", { id, x1: 0, y1: 0, ...to }, ...made(stops));

/** @type {SVGDefsElement | null} */
let holder = null;

/** Returns the holder, made at the first call. @returns {SVGDefsElement} */
export function definitions() {
  if (holder?.isConnected) return holder;
  holder = svg("defs", {}, ...light(), ...signs());
  document.body.append(
    svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, holder),
  );
  return holder;
}

/** Gradients of light on boards and pieces. */
function light() {
  return [
    // Over a whole plate.
    slanting("wash", [
      [0, "#fff6e0", 0.18],
      [0.45, "#fff6e0", 0],
      [1, "#2a1000", 0.2],
    ]),
    // A drilled hole: dark towards the light, with a lit lip on the far side.
    round("hole", { cx: 0.7, cy: 0.78, r: 0.86 }, [
      [0, "#1a0d05", 0.68],
      [0.3, "#160a04", 0.82],
      [0.62, "#0f0602", 0.93],
      [1, "#080301", 0.97],
    ]),
    slanting("lip", [
      [0.08, "#000", 0.6],
      [0.45, "#000", 0.12],
      [0.6, "#ffe2bd", 0],
      [0.94, "#ffe2bd", 0.75],
    ]),
    // The edge of a recess.
    straight(
      "fall",
      [
        [0, "#000", 0.34],
        [1, "#000", 0],
      ],
      { x2: 0, y2: 1 },
    ),
    straight(
      "fall-aside",
      [
        [0, "#000", 0.3],
        [1, "#000", 0],
      ],
      { x2: 1, y2: 0 },
    ),
    // The shadow of a piece, darkest below it.
    round("contact", { cx: 0.5, cy: 0.5, r: 0.5 }, [
      [0.55, "#000", 0.62],
      [0.8, "#000", 0.26],
      [1, "#000", 0],
    ]),
    round("caustic", { cx: 0.5, cy: 0.5, r: 0.5 }, [
      [0, "#fff", 0.55],
      [1, "#fff", 0],
    ]),
    round("glint", { cx: 0.5, cy: 0.5, r: 0.5 }, [
      [0, "#fff", 0.95],
      [0.35, "#fff", 0.7],
      [1, "#fff", 0],
    ]),
    slanting("brass", [
      [0, "#fbe8a6", 1],
      [0.35, "#d9ae4f", 1],
      [0.6, "#b78428", 1],
      [1, "#7d571a", 1],
    ]),
    slanting("steel", [
      [0, "#b4bec7", 1],
      [0.35, "#7e8a95", 1],
      [0.6, "#5b6771", 1],
      [1, "#363f47", 1],
    ]),
    // A raised edge, and a dish within it.
    slanting("raised", [
      [0.08, "#fff", 0.75],
      [0.42, "#fff", 0.12],
      [0.58, "#000", 0.08],
      [0.95, "#000", 0.5],
    ]),
    slanting("dished", [
      [0.08, "#000", 0.42],
      [0.48, "#000", 0.04],
      [0.55, "#fff", 0.04],
      [0.95, "#fff", 0.4],
    ]),
    // The surface of glass: dark at the edge, with light from behind.
    slanting("film", [
      [0, "#000", 0.28],
      [0.4, "#000", 0.1],
      [0.6, "#fff", 0.02],
      [0.92, "#fff", 0.4],
    ]),
    // A passing light.
    straight(
      "ray",
      [
        [0, "#fff8e0", 0],
        [0.5, "#fff8e0", 0.38],
        [1, "#fff8e0", 0],
      ],
      { x2: 1, y2: 0 },
    ),
    // Around a cell that just changed.
    round("halo", { cx: 0.5, cy: 0.5, r: 0.5 }, [
      [0, "#ffd640", 0.2],
      [0.6, "#ffd640", 0.3],
      [0.74, "#ffd640", 0.95],
      [0.86, "#ffd640", 0.6],
      [1, "#ffd640", 0],
    ]),
    // Around a piece in danger.
    round("glow", { cx: 0.5, cy: 0.5, r: 0.5 }, [
      [0.3, "#ff1f12", 0.95],
      [0.62, "#ee1408", 0.62],
      [1, "#d00", 0],
    ]),
  ];
}

/** Heads of arrows. */
function signs() {
  const head = svg("marker", {
    id: "head",
    viewBox: "0 0 10 10",
    refX: 5,
    refY: 5,
    markerWidth: 3,
    markerHeight: 3,
    orient: "auto-start-reverse",
  });
  head.append(svg("path", { class: "arrowhead", d: "M1 1 9 5 1 9Z" }));
  return [head];
}
