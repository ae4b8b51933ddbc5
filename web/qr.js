// QR codes of links: bytes, error correction level L, up to 134 characters.

import { svg } from "./dom.js";

/** By version: data bytes, correction bytes per block, blocks. */
const VERSIONS = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [136, 18, 2],
];
/** Format bits of level L with mask 0. */
const FORMAT = 0b111011111000100;

/** Multiplies in GF(256). @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> i) & 1) product ^= a;
  }
  return product;
}

/** Returns the Reed-Solomon correction of a block. @param {number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i += 1, root = times(root, 2)) {
    const next = [...divisor, 0];
    divisor.forEach((value, k) => {
      next[k + 1] ^= times(value, root);
    });
    divisor = next;
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i += 1) rest[i] ^= times(divisor[i + 1], factor);
  }
  return rest;
}

/**
 * Returns the dark modules row by row; null if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([room]) => bytes.length + 2 <= room) + 1;
  if (version === 0) return null;
  const [room, checks, blocks] = VERSIONS[version - 1];
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((a, b) => a * 2 + b, 0),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const size = room / blocks;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, i * size + size));
  const ends = parts.map((part) => correction(part, checks));
  const all = [];
  for (let i = 0; i < size; i += 1) for (const part of parts) all.push(part[i]);
  for (let i = 0; i < checks; i += 1) for (const end of ends) all.push(end[i]);
  return place(all, version);
}

/** @param {number[]} bytes @param {number} version */
function place(bytes, version) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = dark;
  };
  const square = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {(d: number) => boolean} */ dark,
  ) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1)
        set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (let i = 8; i < size - 8; i += 1) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, (d) => d !== 2 && d !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (d) => d !== 1);
  for (let i = 0; i < 15; i += 1) {
    const dark = ((FORMAT >> i) & 1) === 1;
    if (i < 6) set(8, i, dark);
    else if (i < 8) set(8, i + 1, dark);
    else if (i === 8) set(7, 8, dark);
    else set(14 - i, 8, dark);
    if (i < 8) set(size - 1 - i, 8, dark);
    else set(8, size - 15 + i, dark);
  }
  set(8, size - 8, true);
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        const bit = at < bytes.length * 8 && ((bytes[at >> 3] >> (7 - (at & 7))) & 1) === 1;
        at += 1;
        grid[y][x] = bit !== ((x + y) % 2 === 0);
      }
    }
  }
  return grid.map((row) => row.map((dark) => dark === true));
}

/** Returns the code as a picture. @param {string} text */
export function code(text) {
  const rows = modules(text);
  if (!rows) return null;
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return svg(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${rows.length} ${rows.length}`,
      "shape-rendering": "crispEdges",
      role: "img",
      "aria-label": "QR",
    },
    svg("path", { d: path, fill: "#000" }),
  );
}
