//! Evaluation weights in hundredths of a piece, from the attackers' point of view: a full-board and
//! an empty-board weight for each feature, written by the tuner in the order of `eval/groups.rs`.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 550] = [
    // Material: an attacker, a defender.
    83, 75, -164, -208,
    // Cells of attackers, from the corner to the centre, see `features::CELL_CLASSES`.
    -8, -44, 17, -56, 3, -6, -3, -5, 9, -11, 2, 30, 2, 4, -37, -61,
    -22, -90, -9, 16, -20, -17, -11, -29, -41, -22, -64, -63, 0, 0,
    // Cells of defenders.
    -34, -80, -46, -39, -87, -44, 0, 0, 0, 0, -89, -93, -2, -44, 18, 21,
    0, 0, 21, 11, -1, 25, 24, 42, 18, 85, 14, 39, 0, 0,
    // Cells of the king.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -27, -29, -75, -44, -1, -11,
    0, 0, -83, -71, 26, -11, 22, 26, -24, 7, -2, -17, 10, 34,
    // Attackers by distance from the king: (0, 0), (1, 0), (1, 1), (2, 0) and so on.
    0, 0, 30, 17, 53, 7, 34, 25, 27, 27, -10, 23, 1, -2, 4, 37,
    -1, -18, -29, 2, -8, -7, -8, 5, -14, -23, -48, 0, -48, -19, 31, -68,
    6, -58, -8, -55, -35, -41, 3, -44, -28, -36, -48, -10, -22, -65, -42, -81,
    -54, -52, -71, -49, -88, -31, -28, -13, 0, -2, 1, -3, -11, -3, -14, -7,
    -16, -8, -7, 0, -28, -9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Defenders by distance from the king.
    0, 0, -11, -15, -23, 26, -23, -55, -5, -7, 3, 9, -40, 12, -23, 25,
    2, -22, 27, 30, 11, 8, 30, -11, 56, -53, 33, -15, 52, 10, 3, -3,
    74, 25, 75, 21, 46, -5, 55, 35, 22, 10, 51, 14, 94, 46, 66, 34,
    68, 15, 53, 7, 46, 2, 78, 22, 0, 0, 7, 1, 5, 2, 0, 0,
    6, 1, 6, -2, -5, -6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Pairs of attackers, adjacent and diagonal; pairs of defenders.
    -1, -18, -12, 2, 26, 14, 7, 31,
    // Corners without the king, by attackers from 0 to 4 or more; then the king's corner.
    -30, -25, 0, 44, 12, 14, -11, 7, -32, -65, -164, -101, -76, -61, 44, 32,
    96, 58, 25, 21,
    // The same by defenders, from 0 to 3 or more.
    -9, -41, -3, 12, -8, 17, -11, 37, 58, 77, 7, -43, -67, -22, -70, -72,
    // Cells that attackers reach; cells that defenders reach.
    10, 2, -1, 2,
    // Safe cells that the king reaches, from 0 to 9 or more.
    10, 7, 29, -1, 34, 41, -4, -4, -18, 0, -1, 27, -14, -10, 9, -12,
    12, -6, -6, -13, 54, 33, 14, 57, 40, 32, 20, 28, -11, 12, -4, -18,
    -15, -18, -17, -7, -34, -18, -26, -17,
    // Cells that the king reaches in four moves.
    -2, 1,
    // Escapes in one move: one, two, more; attackers to move, defenders to move.
    -59, -77, -900, -900, -1500, -1500, -2000, -2000, -2000, -2000, -2000, -2000,
    // Safe cells with two escapes: one, two or more.
    -55, -78, -51, -91, -357, -391, -500, -500,
    // Safe cells with an escape: one, two, more.
    -38, -19, -48, -33, -34, -20, -41, -35, -69, -67, -84, -59,
    // Nearest escape: two moves, three moves, further.
    -7, -10, -2, -6, 2, 0, -8, -5, 5, -9, -32, 18,
    // Escape cells that the king reaches in two moves.
    -3, -10, -5, -4,
    // The same in three moves.
    3, 10, 1, -1,
    // Escape cells that the king reaches in four moves, from 0 to 8 or more.
    13, 38, 18, 16, 46, -11, 22, 7, 5, 40, -3, 36, 2, -8, -2, -9,
    -14, -12,
    // Cells with an open line to the edge; with two.
    1, -3, 2, 5,
    // Enemies next to the king, from 0 to 4: on the castle, next to it, elsewhere.
    -21, -16, 28, 24, 30, 27, 81, 69, 0, 0, 3, -30, 29, -4, 45, 100,
    0, 0, 0, 0, 11, 40, -19, 5, 60, 14, 16, 10, 0, 0,
    // Defenders next to the king, likewise.
    -8, -4, 5, 7, 6, 18, 7, 1, -13, 3, 20, -26, -2, 11, -24, -17,
    -37, -13, -10, -10, -27, 26, -10, -15, 3, -55, -35, -8, -11, -15,
    // Cells next to the king that attackers reach, likewise.
    16, 17, 17, 14, -11, 21, 8, 4, -22, -13, -72, -11, 3, 14, 21, 33,
    59, -34, 12, 12, -10, -30, -7, -14, 11, 38, 17, 42, 49, 33,
    // The king can be captured; attackers to move, defenders to move.
    2000, 2000, 16, 43,
    // Attackers that can be captured: one, more; attackers to move, defenders to move.
    -38, -28, -98, -79, -13, -37, -65, -113,
    // Defenders that can be captured, likewise.
    24, 51, 34, 120, 65, 85, 83, 125,
    // Side to move.
    49, -20,
];
