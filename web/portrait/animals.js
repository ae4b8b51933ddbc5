// The animals of the portraits: lists of shapes in a field of 64 by 64, in the colours of their coats. No DOM here.

/**
 * A shape: name and attributes of an SVG element.
 * @typedef {[string, Record<string, string | number>]} Shape
 */

/**
 * Colours of an animal: fur, light parts, dark parts.
 * @typedef {{ fur: string, pale: string, dark: string }} Coat
 */

/**
 * @typedef {object} Animal
 * @property {[string, string, string][]} coats fur, light and dark parts
 * @property {[number, number, number]} eyes distance from the middle, height, and size
 * @property {keyof Coat} [behind] background of the eyes, if it is not the fur
 * @property {(coat: Coat) => Shape[]} head
 */

const INK = "#2b2320";
const ROSE = "#e79a97";
const BEAK = "#e8a13a";

/** @param {number} cx @param {number} cy @param {number} rx @param {number} ry @param {string} fill @returns {Shape} */
const oval = (cx, cy, rx, ry, fill) => ["ellipse", { cx, cy, rx, ry, fill }];
/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
const disc = (cx, cy, r, fill) => oval(cx, cy, r, r, fill);
/** @param {string} d @param {string} fill @returns {Shape} */
const area = (d, fill) => ["path", { d, fill }];
/** @param {string} d @param {string} [stroke] @param {number} [width] @returns {Shape} */
const line = (d, stroke = INK, width = 1.6) => [
  "path",
  { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round" },
];
/** Returns a shape and its mirror image. @param {Shape} shape @returns {Shape[]} */
const both = ([name, attributes]) => [
  [name, attributes],
  [name, { ...attributes, transform: "matrix(-1 0 0 1 64 0)" }],
];

const SMILE = line("M32 45v1.500M32 46.500q-3 3-6 .5M32 46.500q3 3 6 .5");
const cheeks = (/** @type {number} */ y) =>
  both(["ellipse", { cx: 20, cy: y, rx: 3.4, ry: 2.2, fill: ROSE, opacity: 0.6 }]);

/** @type {Record<string, Animal>} */
export const ANIMALS = {
  cat: {
    coats: [
      ["#d9924f", "#f6dcbd", "#a9622b"],
      ["#7d7872", "#d9d4cc", "#55504b"],
      ["#3f3a3c", "#8d8583", "#2a2628"],
      ["#efe3d0", "#fffaf1", "#c9a987"],
    ],
    eyes: [8, 36, 2.8],
    head: ({ fur, pale, dark }) => [
      ...both(area("M13 36C12 26 13 17 15 13q7 3 13 10Z", fur)),
      ...both(area("M17 27q-.5-6 .5-9 4 2 7 6Z", ROSE)),
      oval(32, 38, 20, 16.5, fur),
      line("M32 23v6M27 24v4M37 24v4", dark, 2.2),
      oval(32, 45.5, 8, 5.5, pale),
      ...both(line("M19 43l-9-2M19 46l-9 1.500", dark, 1)),
      area("M29.500 41.500h5L32 44.500Z", "#c9706c"),
      SMILE,
    ],
  },
  fox: {
    coats: [
      ["#d8733a", "#fff3e4", "#6d3418"],
      ["#b9552e", "#ffe9d3", "#57260f"],
      ["#a9adb2", "#fbfbf8", "#5d6166"],
    ],
    eyes: [9, 36, 2.6],
    head: ({ fur, pale, dark }) => [
      ...both(area("M11 34C9 23 11 13 13 9q9 5 15 14Z", fur)),
      ...both(area("M15 24q-.5-6 .5-9 5 3 8 7Z", dark)),
      area("M10 33q22-20 44 0-1 12-10 17-6 4-12 7-6-3-12-7-9-5-10-17Z", fur),
      ...both(area("M10 34q13-1 22 23-6-3-12-7-9-5-10-16Z", pale)),
      area("M28.500 50.500q3.500-2.500 7 0-1 4-3.500 5-2.500-1-3.500-5Z", INK),
    ],
  },
  bear: {
    coats: [
      ["#8a5d3b", "#d9b58c", "#5d3b22"],
      ["#c49a6c", "#f0dcbd", "#8f6a41"],
      ["#5a4a42", "#b59d8a", "#3c302a"],
      ["#f3efe6", "#fffdf8", "#c9c0b0"],
    ],
    eyes: [8, 35, 2.5],
    head: ({ fur, pale, dark }) => [
      ...both(disc(16, 22, 7.5, fur)),
      ...both(disc(16.5, 22.5, 4, dark)),
      oval(32, 38, 20, 18, fur),
      oval(32, 45, 9, 7, pale),
      oval(32, 41.5, 3.8, 2.6, INK),
      SMILE,
    ],
  },
  panda: {
    coats: [
      ["#faf7f0", "#fffdf8", "#39353a"],
      ["#fbf3ea", "#fffdf8", "#5b3f36"],
    ],
    eyes: [8.5, 37, 2.3],
    behind: "dark",
    head: ({ fur, dark }) => [
      ...both(disc(15.5, 22, 7.5, dark)),
      oval(32, 38, 20.5, 18, fur),
      ...both([
        "ellipse",
        { cx: 23, cy: 37.5, rx: 5, ry: 6.5, fill: dark, transform: "rotate(22 23 37.500)" },
      ]),
      oval(32, 44, 3.4, 2.4, dark),
      SMILE,
    ],
  },
  rabbit: {
    coats: [
      ["#f1e9dd", "#fffdf8", "#e7b6ad"],
      ["#b08d6e", "#ecd9c2", "#e7b6ad"],
      ["#9b9a98", "#e6e4df", "#e3b3ae"],
    ],
    eyes: [8, 37, 2.7],
    head: ({ fur, pale, dark }) => [
      ...both([
        "ellipse",
        { cx: 24, cy: 16, rx: 5.5, ry: 14, fill: fur, transform: "rotate(-9 24 16)" },
      ]),
      ...both([
        "ellipse",
        { cx: 24, cy: 17, rx: 2.6, ry: 10, fill: dark, transform: "rotate(-9 24 17)" },
      ]),
      oval(32, 40, 18, 16, fur),
      oval(32, 46.5, 8, 5.5, pale),
      area("M29.700 42.500h4.600L32 45.300Z", "#cf7f7a"),
      SMILE,
      area("M30 48.300h4v3.600h-4Z", "#fffdf8"),
      ...cheeks(44),
    ],
  },
  owl: {
    coats: [
      ["#8b6a4c", "#ead9bf", "#5f4429"],
      ["#6f7480", "#dfe0e2", "#474b55"],
      ["#c8a878", "#f6ead5", "#8f6d3f"],
    ],
    eyes: [8.5, 35, 4],
    behind: "pale",
    head: ({ fur, pale, dark }) => [
      ...both(area("M13 34C10 24 10 17 11 12q9 3 14 9Z", fur)),
      oval(32, 39, 20.5, 19, fur),
      area("M20 24q12-4 24 0-8 1-12 8-4-7-12-8Z", dark),
      ...both(disc(23.5, 35, 9, pale)),
      area("M28.500 39.500h7L32 46.500Z", BEAK),
      line("M24 51q2 2 4 0M30 53q2 2 4 0M36 51q2 2 4 0", dark, 1.7),
    ],
  },
  dog: {
    coats: [
      ["#e9d8bd", "#fffaf0", "#8a5a35"],
      ["#c98f55", "#f5e2c8", "#7c4b25"],
      ["#f4efe6", "#fffdf8", "#4a4341"],
      ["#7a5540", "#d8b896", "#513425"],
    ],
    eyes: [8, 35, 2.7],
    head: ({ fur, pale, dark }) => [
      oval(32, 37, 18.5, 18, fur),
      area("M34 21q14 0 16 15-1 8-8 8-9-9-8-23Z", dark),
      ...both(area("M19 20q-9 1-11 12-1 10 3 16 6-2 8-10-2-10 0-18Z", dark)),
      oval(32, 45.5, 9, 7, pale),
      area("M28.500 40.500q3.500-2 7 0-.5 3.500-3.500 4-3-.5-3.500-4Z", INK),
      area("M29.500 48h5v4q-2.500 3-5 0Z", "#dd7f7c"),
      SMILE,
    ],
  },
  frog: {
    coats: [
      ["#6fa657", "#dcecc0", "#47793a"],
      ["#4f9a86", "#cfeadf", "#2f6d5e"],
      ["#a9b24c", "#eef0c4", "#768030"],
    ],
    eyes: [11, 24, 3.6],
    behind: "pale",
    head: ({ fur, pale, dark }) => [
      ...both(disc(21, 24, 8, fur)),
      oval(32, 41, 21.5, 16, fur),
      oval(32, 49, 15, 8, pale),
      ...both(disc(21, 24, 5.6, "#fffdf8")),
      ...both(disc(30, 37.5, 0.9, dark)),
      line("M19 43.500q13 8 26 0", dark, 2),
      ...cheeks(41),
    ],
  },
  penguin: {
    coats: [
      ["#38424f", "#fffdf8", "#232b35"],
      ["#4f5f78", "#fffaf0", "#333f52"],
      ["#5a4a55", "#fffaf0", "#3c3039"],
    ],
    eyes: [7.5, 35, 2.6],
    behind: "pale",
    head: ({ fur, pale }) => [
      oval(32, 37, 20, 20, fur),
      ...both(oval(24.5, 37, 9.5, 10.5, pale)),
      oval(32, 47, 14, 9, pale),
      area("M27 39.500q5-3 10 0-2 5-5 5.500-3-.5-5-5.500Z", BEAK),
      ...cheeks(42),
      area("M32 13q-4 1-4 5 4-1 4-5 1 4 5 4-1-4-5-4Z", fur),
    ],
  },
  koala: {
    coats: [
      ["#9a9ea3", "#f0efec", "#53565a"],
      ["#a58f80", "#f1e6db", "#5f4c40"],
    ],
    eyes: [9, 36, 2.5],
    head: ({ fur, pale, dark }) => [
      ...both(disc(13, 28, 10.5, fur)),
      ...both(disc(13, 29, 6.5, pale)),
      oval(32, 38, 19, 17.5, fur),
      oval(32, 49, 10, 5, pale),
      area("M28 37q0-4 4-4t4 4v5q-1 4-4 4t-4-4Z", dark),
      line("M28 49.500q4 3 8 0"),
    ],
  },
  lion: {
    coats: [
      ["#e7b566", "#fbe7c2", "#a8652a"],
      ["#dba35c", "#f8e3c4", "#7e4320"],
      ["#f0d3a0", "#fffaf0", "#c98a45"],
    ],
    eyes: [7.5, 37, 2.5],
    head: ({ fur, pale, dark }) => [
      ...Array.from({ length: 12 }, (_, i) => {
        const turn = (i * Math.PI) / 6;
        const x = Math.round(320 + 180 * Math.sin(turn)) / 10;
        const y = Math.round(370 - 170 * Math.cos(turn)) / 10;
        return disc(x, y, 8, dark);
      }),
      ...both(disc(18.5, 25, 4.5, fur)),
      oval(32, 39, 16, 15, fur),
      oval(32, 46, 7.5, 5.5, pale),
      area("M28.700 41.300h6.600L32 45.300Z", INK),
      SMILE,
    ],
  },
  mouse: {
    coats: [
      ["#a39a96", "#e9e3de", "#e5a9a5"],
      ["#c7a98a", "#f4e6d5", "#e5a9a5"],
      ["#f3eee6", "#fffdf8", "#ecb4ae"],
    ],
    eyes: [7, 38, 2.6],
    head: ({ fur, pale, dark }) => [
      ...both(disc(14.5, 22, 11, fur)),
      ...both(disc(14.5, 22.5, 7, dark)),
      area("M14 38q0-15 18-15t18 15q-2 12-18 18-16-6-18-18Z", fur),
      oval(32, 48.5, 6.5, 5.5, pale),
      oval(32, 46, 2.8, 2.2, "#cf7f7a"),
      ...both(line("M24 49l-9-1M24 51.500l-8 3", dark, 1)),
      line("M30 51.500q2 1.500 4 0"),
    ],
  },
  sheep: {
    coats: [
      ["#f7f2e8", "#fffdf8", "#5a4b45"],
      ["#f3e7d6", "#fffaf0", "#c79f80"],
      ["#5d5653", "#77706c", "#efe2d2"],
    ],
    eyes: [6, 38, 2.3],
    behind: "dark",
    head: ({ fur, pale, dark }) => [
      ...[
        [16, 30],
        [15, 41],
        [48, 30],
        [49, 41],
        [22, 22],
        [32, 19],
        [42, 22],
        [20, 50],
        [44, 50],
      ].map(([x, y]) => disc(x, y, 9, fur)),
      ...both([
        "ellipse",
        { cx: 15, cy: 36, rx: 7, ry: 3.6, fill: dark, transform: "rotate(-20 15 36)" },
      ]),
      area("M20 33q2-9 12-9t12 9q1 22-12 23-13-1-12-23Z", dark),
      disc(27, 25, 5.5, pale),
      disc(37, 25, 5.5, pale),
      disc(32, 23, 5.5, fur),
      line("M30 47q2 2 4 0M29 49.500q3 3 6 0", ROSE, 1.8),
    ],
  },
};
