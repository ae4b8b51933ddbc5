//! The weights of our own evaluation, in hundredths of a pawn: for each feature one for the
//! middlegame and one for the ending. Written by the tuner; which is which stands in
//! `eval/groups.rs`.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 1308] = [
    // Material: pawn, knight, bishop, rook, queen.
    85, 105, 340, 310, 355, 325, 470, 540, 1000, 980,
    // Squares of the pawn, from a1 to h8.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    -4, 6, -1, 6, -1, 4, -7, 2, -7, 2, 3, 4, 3, 6, 0, 6,
    -8, 2, -2, 2, -2, 0, 6, -2, 6, -2, -2, 0, -2, 2, -8, 2,
    -8, 4, 1, 4, 1, 2, 19, 0, 19, 0, 1, 2, 1, 4, -8, 4,
    -8, 10, 4, 10, 4, 8, 20, 6, 20, 6, 4, 8, 4, 10, -8, 10,
    0, 22, 12, 22, 12, 20, 28, 18, 28, 18, 12, 20, 12, 22, 0, 22,
    14, 42, 26, 42, 26, 40, 42, 38, 42, 38, 26, 40, 26, 42, 14, 42,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Squares of the knight, from a1 to h8.
    -49, -32, -35, -20, -28, -14, -21, -8, -21, -8, -28, -14, -35, -20, -49, -32,
    -33, -26, -19, -14, -12, -8, -5, -2, -5, -2, -12, -8, -19, -14, -33, -26,
    -19, -18, -5, -6, 2, 0, 9, 6, 9, 6, 2, 0, -5, -6, -19, -18,
    -11, -10, 3, 2, 10, 8, 17, 14, 17, 14, 10, 8, 3, 2, -11, -10,
    -3, -8, 11, 4, 18, 10, 25, 16, 25, 16, 18, 10, 11, 4, -3, -8,
    1, -14, 15, -2, 22, 4, 29, 10, 29, 10, 22, 4, 15, -2, 1, -14,
    -17, -24, -3, -12, 4, -6, 11, 0, 11, 0, 4, -6, -3, -12, -17, -24,
    -61, -36, -47, -24, -40, -18, -33, -12, -33, -12, -40, -18, -47, -24, -61, -36,
    // Squares of the bishop, from a1 to h8.
    -14, -12, -16, -8, -14, -6, -12, -4, -12, -4, -14, -6, -16, -8, -14, -12,
    -4, -9, 6, -5, 2, -3, 4, -1, 4, -1, 2, -3, 6, -5, -4, -9,
    0, -6, 4, -2, 12, 0, 8, 2, 8, 2, 12, 0, 4, -2, 0, -6,
    0, -3, 4, 1, 6, 3, 14, 5, 14, 5, 6, 3, 4, 1, 0, -3,
    2, -3, 6, 1, 8, 3, 16, 5, 16, 5, 8, 3, 6, 1, 2, -3,
    0, -6, 4, -2, 12, 0, 8, 2, 8, 2, 12, 0, 4, -2, 0, -6,
    -12, -8, -2, -4, -6, -2, -4, 0, -4, 0, -6, -2, -2, -4, -12, -8,
    -16, -11, -18, -7, -16, -5, -14, -3, -14, -3, -16, -5, -18, -7, -16, -11,
    // Squares of the rook, from a1 to h8.
    -6, -6, -3, -6, 2, -6, 6, -6, 6, -6, 2, -6, -3, -6, -6, -6,
    -12, -4, -9, -4, -4, -4, 0, -4, 0, -4, -4, -4, -9, -4, -12, -4,
    -14, -2, -11, -2, -6, -2, -2, -2, -2, -2, -6, -2, -11, -2, -14, -2,
    -14, 4, -11, 4, -6, 4, -2, 4, -2, 4, -6, 4, -11, 4, -14, 4,
    -10, 6, -7, 6, -2, 6, 2, 6, 2, 6, -2, 6, -7, 6, -10, 6,
    -2, 6, 1, 6, 6, 6, 10, 6, 10, 6, 6, 6, 1, 6, -2, 6,
    4, 8, 7, 8, 12, 8, 16, 8, 16, 8, 12, 8, 7, 8, 4, 8,
    0, 4, 3, 4, 8, 4, 12, 4, 12, 4, 8, 4, 3, 4, 0, 4,
    // Squares of the queen, from a1 to h8.
    -9, -37, -7, -27, -6, -22, -5, -17, -5, -17, -6, -22, -7, -27, -9, -37,
    -3, -29, -1, -19, 0, -14, 1, -9, 1, -9, 0, -14, -1, -19, -3, -29,
    -3, -17, -1, -7, 0, -2, 1, 3, 1, 3, 0, -2, -1, -7, -3, -17,
    -3, -7, -1, 3, 0, 8, 1, 13, 1, 13, 0, 8, -1, 3, -3, -7,
    -1, -1, 1, 9, 2, 14, 3, 19, 3, 19, 2, 14, 1, 9, -1, -1,
    1, -3, 3, 7, 4, 12, 5, 17, 5, 17, 4, 12, 3, 7, 1, -3,
    -7, -9, -5, 1, -4, 6, -3, 11, -3, 11, -4, 6, -5, 1, -7, -9,
    -1, -19, 1, -9, 2, -4, 3, 1, 3, 1, 2, -4, 1, -9, -1, -19,
    // Squares of the king, from a1 to h8.
    34, -45, 40, -31, 14, -24, -6, -17, -2, -17, 4, -24, 42, -31, 36, -45,
    20, -27, 26, -13, 0, -6, -20, 1, -16, 1, -10, -6, 28, -13, 22, -27,
    -6, -15, 0, -1, -26, 6, -46, 13, -42, 13, -36, 6, 2, -1, -4, -15,
    -26, -5, -20, 9, -46, 16, -66, 23, -62, 23, -56, 16, -18, 9, -24, -5,
    -36, 1, -30, 15, -56, 22, -76, 29, -72, 29, -66, 22, -28, 15, -34, 1,
    -36, -1, -30, 13, -56, 20, -76, 27, -72, 27, -66, 20, -28, 13, -34, -1,
    -26, -11, -20, 3, -46, 10, -66, 17, -62, 17, -56, 10, -18, 3, -24, -11,
    -26, -35, -20, -21, -46, -14, -66, -7, -62, -7, -56, -14, -18, -21, -24, -35,
    // Moves of a knight.
    -50, -60, -22, -30, -11, -18, -2, -9, 5, -1, 12, 6, 18, 13, 23, 19,
    28, 24,
    // Moves of a bishop.
    -42, -55, -18, -26, -7, -14, 0, -5, 7, 3, 13, 10, 18, 16, 23, 22,
    27, 27, 31, 32, 35, 37, 39, 42, 43, 46, 46, 50,
    // Moves of a rook.
    -40, -70, -22, -30, -14, -13, -9, -1, -4, 10, 1, 20, 5, 28, 8, 36,
    11, 43, 15, 50, 17, 57, 20, 63, 23, 69, 26, 75, 28, 80,
    // Moves of a queen.
    -30, -60, -17, -31, -11, -19, -7, -10, -3, -2, 0, 5, 3, 11, 6, 16,
    8, 22, 10, 27, 13, 31, 15, 36, 17, 40, 19, 44, 20, 48, 22, 52,
    24, 55, 26, 59, 27, 62, 29, 66, 30, 69, 32, 72, 33, 75, 35, 78,
    36, 81, 37, 84, 39, 87, 40, 90,
    // Isolated pawns, covered from in front and not.
    -6, -10, -16, -16,
    // Backward pawns, covered and not.
    -6, -8, -18, -14,
    // Doubled pawns, and isolated ones besides.
    -8, -16, -4, -8,
    // Pawns side by side, by rank.
    0, 0, 5, -2, 9, 3, 14, 8, 26, 24, 50, 50, 80, 80, 0, 0,
    // Pawns behind a pawn, by its rank.
    0, 0, 0, 0, 12, 6, 9, 6, 14, 12, 30, 30, 60, 50, 0, 0,
    // Pawns that may become passed, by rank.
    0, 0, 0, 2, 2, 6, 6, 14, 16, 30, 35, 55, 0, 0, 0, 0,
    // Passed pawns, by rank.
    0, 0, -4, 8, -6, 14, -4, 30, 14, 56, 40, 100, 80, 150, 0, 0,
    // Passed pawns that can advance, by rank.
    0, 0, 0, 0, 0, 0, 2, 6, 6, 14, 14, 28, 26, 50, 0, 0,
    // Passed pawns whose path nobody guards, by rank.
    0, 0, 0, 0, 0, 0, 4, 18, 12, 40, 30, 80, 60, 130, 0, 0,
    // Passed pawns with a passed neighbour, by rank.
    0, 0, 0, 4, 2, 8, 6, 14, 14, 28, 30, 50, 50, 70, 0, 0,
    // The own king's distance to the square before a passed pawn.
    0, 6, 2, 10, 1, 6, 0, 1, -1, -2, -1, -5, -2, -7, -2, -8,
    // The other king's.
    0, -14, 0, -12, 0, -6, 0, 2, 0, 8, 0, 12, 0, 14, 0, 14,
    // An own rook behind a passed pawn, or theirs.
    4, 14, -6, -14,
    // A passed pawn that no king can catch.
    0, 300,
    // Two bishops.
    28, 50,
    // Own pawns on a bishop's colour, and times the blocked ones of the centre.
    -3, -6, -1, -1,
    // A bishop that sees both sides of the centre.
    18, 4,
    // Outposts: a knight, a bishop, a knight that can reach one.
    34, 20, 30, 10, 14, 8,
    // Knights and bishops behind a pawn.
    6, 2,
    // The distance of a knight and of a bishop to their king.
    -4, -4, -3, -2,
    // Knights and rooks, for each pawn above five.
    2, 3, -4, -2,
    // Rooks on half-open, open and closed files.
    14, 8, 38, 14, -10, -4,
    // Rooks on the seventh rank.
    4, 22,
    // A rook shut in by its king, who can castle or cannot.
    -12, -6, -44, -16,
    // A queen that a move between may uncover.
    -26, -10,
    // A pawn attacks a knight, a bishop, a rook, a queen.
    62, 42, 62, 50, 84, 40, 72, 40,
    // A pawn could step up to attack.
    20, 18,
    // A knight or bishop attacks a pawn, a knight, a bishop, a rook, a queen.
    2, 14, 26, 24, 32, 26, 56, 40, 48, 70,
    // A rook does.
    0, 18, 20, 34, 22, 30, 0, 20, 40, 40,
    // A king does.
    14, 44,
    // Men that hang.
    34, 20,
    // Squares from where a knight or a slider would hit the queen.
    10, 6, 24, 10,
    // Squares that both sides attack.
    3, 3,
    // Room to move.
    2, 0,
    // The pawn before the king by rank, 0 for none; files from the edge to the centre.
    -4, 0, 26, 0, 20, 0, 2, 0, -4, 0, -6, 0, -8, 0, -8, 0,
    -22, 0, 28, 0, 15, 0, -4, 0, -10, 0, -14, 0, -18, 0, -8, 0,
    -16, 0, 24, 0, 12, 0, -6, 0, -10, 0, -14, 0, -18, 0, -8, 0,
    -14, 0, 20, 0, 9, 0, -8, 0, -10, 0, -14, 0, -18, 0, -8, 0,
    // The enemy pawn before the king by rank, 0 for none; free and blocked.
    4, 0, -20, -4, -40, -8, -26, -4, -10, 0, -2, 0, 0, 0, 0, 0,
    0, 0, 0, 0, -20, -8, -8, -6, -2, -2, 2, 0, 0, 0, 0, 0,
    // Danger to the king, in eighths.
    0, 0, 0, 0, 1, 0, 3, 1, 5, 1, 7, 1, 10, 2, 14, 2,
    18, 2, 18, 2, 22, 2, 28, 3, 32, 3, 38, 3, 42, 4, 48, 4,
    52, 4, 58, 4, 62, 4, 68, 5, 72, 5,
    // Castling still possible, short and long.
    20, 0, 14, 0,
    // No pawns on the king's side of the board.
    -12, -40,
    // Attacks on the enemy king's side of the board.
    3, 0,
    // The king's distance to the nearest pawn.
    0, -8,
    // A lone king: far from the centre, near ours, near a corner of the bishop.
    0, 16, 0, 10, 0, 30,
    // To move.
    18, 14,
];
