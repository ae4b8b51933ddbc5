//! The weights of our own evaluation, in hundredths of a man, as the attackers see them: for each
//! feature one for a board full of men and one for an empty one. Written by the tuner; which is
//! which stands in `eval/groups.rs`.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 550] = [
    // Men: an attacker, a defender.
    88, 94, -165, -223,
    // Cells of attackers, from the corner to the middle, see `features::CELL_KINDS`.
    -19, -26, -6, -44, 11, 4, -4, 0, 3, 0, 5, 6, 9, 1, -27, -37,
    10, -30, 16, 16, -10, 7, -11, -6, -23, -2, -46, -24, 0, 0,
    // Cells of defenders.
    -5, -5, -1, -4, -70, -27, 0, 0, 0, 0, -65, -50, 8, -15, 7, 10,
    0, 0, 22, 11, -7, -11, 18, 6, 30, 32, -2, 3, 0, 0,
    // Cells of the king.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -29, -30, -51, -32, -4, -11,
    0, 0, -76, -64, 8, -20, 10, 6, -2, -2, 1, 10, 13, 28,
    // Attackers by the way to the king: (0, 0), (1, 0), (1, 1), (2, 0) and so on.
    0, 0, 1, -38, 43, 44, 31, 35, 25, 34, -9, -16, 4, -3, 4, 10,
    -2, -5, -26, 13, -11, -13, 0, 24, -11, -11, -40, 1, -27, -10, 40, 5,
    17, 7, 8, -41, -11, -5, 17, -9, 1, -14, -9, -5, -20, -46, -35, -45,
    -27, -26, -22, -13, -42, -22, 6, -1, 4, 0, -8, -2, -12, -1, 4, 1,
    -1, -1, -3, 0, -11, -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Defenders by the way to the king.
    0, 0, -10, -35, -12, 7, -13, -30, 7, 5, 8, 8, -17, 11, -8, -4,
    10, -4, 32, 8, 13, 4, 16, -5, 47, -6, 13, 8, 16, 6, -2, -4,
    28, 2, 31, 3, 6, -6, 12, 13, -10, -4, 7, 1, 15, 6, 11, 4,
    4, 0, 0, -2, 10, 5, 22, 6, 0, 0, 3, 1, 1, 0, 1, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Pairs of attackers beside each other and corner to corner, then of defenders.
    -24, -56, -31, -27, 22, 7, 7, 18,
    // Corners without the king, by attackers from none to four or more; then the king's corner.
    -48, -50, 9, 17, 19, 33, 6, 29, -37, -23, -102, -72, -54, -22, 40, 7,
    60, 25, 15, 12,
    // The same by defenders, from none to three or more.
    -5, -21, -4, 16, -3, 8, 4, 3, 38, 23, -14, -26, -66, -36, -6, -23,
    // Cells that attackers reach; that defenders reach.
    6, 4, -1, -11,
    // Cells that the king reaches and is safe on, from none to nine or more.
    33, 34, 23, 9, 38, 28, -7, 3, -15, -7, -3, 6, 1, -2, -4, -11,
    -3, -9, -14, -14, 50, 51, 38, 42, 26, 25, 0, 7, -10, 1, 4, -2,
    -2, -3, -11, -9, -20, -14, -16, -16,
    // Cells that he can ever reach.
    -1, 2,
    // Ways out at once: one, two, more; attackers to move, defenders to move.
    -70, -65, -900, -900, -1500, -1500, -2000, -2000, -2000, -2000, -2000, -2000,
    // Cells for the king with two ways out, one or more.
    -79, -75, -90, -105, -387, -398, -500, -500,
    // Cells for the king with a way out: one, two, more.
    -38, -23, -48, -31, -36, -30, -50, -32, -44, -52, -63, -56,
    // The nearest way out: two moves, three moves, further.
    -18, -24, 7, 0, 16, 17, -20, -24, 5, 5, 1, 22,
    // Cells of the edge that the king reaches in two moves.
    -8, -12, -4, -16,
    // The same in three moves.
    2, -14, -3, -8,
    // Cells of the edge that he can ever reach, from none to eight or more.
    28, 46, 13, 17, 37, 18, 30, 15, 11, 10, -7, 11, -9, 2, -3, -7,
    0, -12,
    // Cells with a way to the edge; with two.
    1, 5, -1, 3,
    // Enemies next to the king, from none to four: on the castle, beside it, elsewhere.
    -10, 2, 16, 12, 25, 20, 70, 64, 0, 0, 15, 17, 13, 5, 49, 72,
    0, 0, 0, 0, 6, 7, 7, 21, 51, 25, 7, 3, 0, 0,
    // Defenders next to the king, likewise.
    6, 3, 8, 3, 6, 10, 0, 1, -12, 1, 7, 8, -1, 1, -18, -12,
    -19, -11, -10, -10, -17, 10, 1, -18, -18, -47, -23, -15, -14, -16,
    // Cells next to the king that attackers reach, likewise.
    2, 9, 13, 7, -10, 11, 14, 3, 9, 8, -38, -15, 1, 9, 29, 26,
    25, 13, 12, 12, 21, -17, -1, -4, 7, 15, 11, 32, 30, 25,
    // The king can be captured; attackers to move, defenders to move.
    2000, 2000, 30, 41,
    // Attackers that can be captured: one, more; attackers to move, defenders to move.
    -36, -32, -90, -51, -36, -72, -80, -107,
    // Defenders that can be captured, likewise.
    63, 93, 79, 156, 44, 41, 90, 93,
    // To move.
    22, -9,
];
