// Marks of moves and positions, by their numbers in PGN (numeric annotation glyphs).

/** Marks of moves: !, ?, !!, ??, !? and ?!. A move has at most one. */
export const MARKS = [1, 2, 3, 4, 5, 6];

/** Signs of glyphs. @type {Record<number, string>} */
const SIGNS = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  32: "⟳",
  36: "→",
  40: "↑",
  132: "⇆",
  138: "⊕",
  140: "∆",
  146: "N",
};

/** @param {number} glyph */
export const signOf = (glyph) => SIGNS[glyph] ?? `$${glyph}`;
