//! The weights of our own judgement, in hundredths of a man: for each stage of the game one for
//! everything that `eval/features.rs` counts, in that order. Found by games against ourselves.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 168] = [
    // First placed.
    41, 0, -13, 40, 45, 43, 69, -33, 71, 0, 1, 3,
    -64, 17, 26, -4, 1, -4, -13, 8, 0, -7, 2, 24,
    // Last placed.
    121, 0, 25, 15, 52, 109, 56, 35, 98, -10, 9, -16,
    -63, -15, 18, 15, -17, 9, -9, -13, 15, 12, 17, 38,
    // Many men moving.
    174, 43, 68, 11, 48, 178, 50, 34, 55, 129, 65, 22,
    -22, -9, 13, 30, -31, 20, -21, -25, -3, 0, 20, 15,
    // Few men moving.
    147, 87, -37, -21, 44, -39, 4, 27, -23, -13, -32, -11,
    -16, -23, -17, 34, -2, -16, 26, 16, 49, 31, 2, 26,
    // Moving against flying.
    111, 51, 1, 4, 39, 70, 20, 9, 50, 6, 5, 1,
    -8, 3, 1, -9, -4, -3, -2, -2, 6, 1, 1, -8,
    // Flying against moving.
    122, 22, 6, 14, 0, 14, 11, 9, 16, 7, -6, 6,
    11, -7, 5, 2, -3, -3, -5, 8, -4, -2, 1, 10,
    // Both flying.
    100, 0, 8, -2, 0, 70, 20, 10, 50, 18, 3, -11,
    -2, 11, -1, 4, -4, -1, -1, 2, 1, -4, -8, 20,
];
