// Bitmaps of wood and stone: lightness by noise, then colours by lightness. They repeat without a seam. No DOM here.

/** Lightness from 0 to 255, row by row. @typedef {{width: number, height: number, light: Uint8Array}} Relief */

/** Little changes along the grain, so that few columns are enough. */
export const WOOD = { width: 256, height: 768 };
export const STONE = { width: 512, height: 512 };

/**
 * Returns a seeded generator of numbers from 0 to 1.
 * @param {number} seed
 */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let n = Math.imul(state ^ (state >>> 15), state | 1);
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61);
    return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} t */
const smooth = (t) => t * t * (3 - 2 * t);

/**
 * Returns the positions of a bitmap's columns or rows in a repeating lattice.
 * @param {number} size
 * @param {number} cells
 */
function between(size, cells) {
  const low = new Uint16Array(size);
  const high = new Uint16Array(size);
  const share = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const at = (i / size) * cells;
    const whole = Math.floor(at);
    low[i] = whole;
    high[i] = (whole + 1) % cells;
    share[i] = smooth(at - whole);
  }
  return { low, high, share };
}

/**
 * Adds value noise: random heights on a lattice, interpolated, from -weight to weight.
 * @param {Float32Array} field
 * @param {{width: number, height: number}} size
 * @param {{across: number, down: number, weight: number}} lattice number of its cells
 * @param {() => number} random
 */
function noise(field, { width, height }, { across, down, weight }, random) {
  const knots = Float32Array.from({ length: across * down }, () => (random() * 2 - 1) * weight);
  const columns = between(width, across);
  const rows = between(height, down);
  const line = new Float32Array(across);
  for (let y = 0; y < height; y++) {
    const [a, b] = [rows.low[y] * across, rows.high[y] * across];
    const share = rows.share[y];
    for (let i = 0; i < across; i++) {
      line[i] = knots[a + i] + (knots[b + i] - knots[a + i]) * share;
    }
    for (let x = 0; x < width; x++) {
      const left = line[columns.low[x]];
      field[y * width + x] += left + (line[columns.high[x]] - left) * columns.share[x];
    }
  }
}

/** @param {{width: number, height: number}} size */
const empty = ({ width, height }) => new Float32Array(width * height);

/** Converts values that are mostly between -1 and 1 to bytes. @param {Float32Array} field */
function bytes(field) {
  const light = new Uint8Array(field.length);
  for (let i = 0; i < field.length; i++) {
    light[i] = Math.max(0, Math.min(255, 128 + field[i] * 128));
  }
  return light;
}

/**
 * Wood, sawn along the grain: wavering growth rings, fibres, and short open pores.
 * @param {{seed: number, rings: number, figure: number, late: number, fibre: number, pores: number}} kind
 * `rings` in the height of the bitmap, how far they waver, how dark they end, and the strength of the rest
 * @returns {Relief}
 */
export function wood({ seed, rings, figure, late, fibre, pores }) {
  const random = dice(seed);
  const size = WOOD;
  const wander = empty(size);
  noise(wander, size, { across: 2, down: 4, weight: 1 }, random);
  noise(wander, size, { across: 3, down: 11, weight: 0.4 }, random);
  noise(wander, size, { across: 7, down: 60, weight: 0.08 }, random);
  const field = empty(size);
  noise(field, size, { across: 2, down: 9, weight: 0.28 }, random);
  noise(field, size, { across: 4, down: 110, weight: fibre * 0.7 }, random);
  noise(field, size, { across: 7, down: 256, weight: fibre }, random);
  noise(field, size, { across: 16, down: 768, weight: fibre * 0.8 }, random);
  const open = empty(size);
  noise(open, size, { across: 40, down: 384, weight: 1 }, random);
  noise(open, size, { across: 3, down: 40, weight: 0.3 }, random);
  // Rings differ; those at the lower edge continue at the upper one.
  const years = Float32Array.from({ length: rings }, () => late * (0.25 + 0.75 * random()));
  for (let y = 0; y < size.height; y++) {
    const depth = (y / size.height) * rings + rings;
    for (let x = 0; x < size.width; x++) {
      const i = y * size.width + x;
      const ring = depth + wander[i] * figure;
      // A ring begins light and ends dark and sharp.
      const year = Math.floor(ring);
      const part = ring - year;
      const end = part > 0.86 ? smooth((1 - part) / 0.14) : 1;
      const dark = part * part * part * end * years[year % rings];
      field[i] += late * 0.22 - dark - (open[i] > 0.8 ? (open[i] - 0.8) * pores : 0);
    }
  }
  return { ...size, light: bytes(field) };
}

/**
 * Split stone: clouds, thin layers and a fine grain.
 * @param {{seed: number, clouds: number, layers: number, grain: number}} kind
 * @returns {Relief}
 */
export function stone({ seed, clouds, layers, grain }) {
  const random = dice(seed);
  const size = STONE;
  const field = empty(size);
  for (let cells = 3; cells <= 24; cells *= 2) {
    const weight = (clouds * 3) / cells;
    noise(field, size, { across: cells, down: cells + 2, weight }, random);
  }
  noise(field, size, { across: 6, down: 90, weight: layers }, random);
  noise(field, size, { across: 14, down: 170, weight: layers * 0.7 }, random);
  noise(field, size, { across: 256, down: 256, weight: grain }, random);
  return { ...size, light: bytes(field) };
}

/**
 * Returns 256 colours from dark to light, through some given ones.
 * @param {string[]} colours such as `#8a5a34`, the darkest first
 * @returns {[number, number, number][]}
 */
export function ramp(colours) {
  const given = colours.map((colour) =>
    [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)),
  );
  return Array.from({ length: 256 }, (_, n) => {
    const at = (n / 255) * (given.length - 1);
    const low = Math.min(given.length - 2, Math.floor(at));
    const mixed = given[low].map((part, i) => part + (given[low + 1][i] - part) * (at - low));
    return /** @type {[number, number, number]} */ (mixed.map(Math.round));
  });
}

/**
 * Returns a bitmap as a BMP file with a palette.
 * @param {Relief} relief
 * @param {[number, number, number][]} palette
 */
export function bitmap({ width, height, light }, palette) {
  const begin = 54 + 4 * palette.length;
  const file = new Uint8Array(begin + width * height);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(2, file.length, true);
  view.setUint32(10, begin, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  // A negative height means that the first row is the upper one. Widths are multiples of four, as rows must be.
  view.setInt32(22, -height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 8, true);
  view.setUint32(34, width * height, true);
  view.setUint32(46, palette.length, true);
  palette.forEach(([red, green, blue], i) => {
    file.set([blue, green, red, 0], 54 + 4 * i);
  });
  file.set(light, begin);
  return file;
}

/** Bytes converted at once: the number of arguments of a function is limited. */
const CHUNK = 0x6000;

/** Returns a file as a data URL. @param {Uint8Array} file @param {string} type */
export function address(file, type) {
  let text = "";
  for (let i = 0; i < file.length; i += CHUNK) {
    text += String.fromCharCode(...file.subarray(i, i + CHUNK));
  }
  return `data:${type};base64,${btoa(text)}`;
}
