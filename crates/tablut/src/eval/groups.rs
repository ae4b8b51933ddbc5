//! Indices of the weights.

use crate::board::SIZE;

/// Defines the index of the first weight of each group.
macro_rules! groups {
    ($at:expr;) => {
        /// Number of weight pairs (full and empty board).
        pub(super) const COUNT: usize = $at;
    };
    ($at:expr; $name:ident: $size:expr, $($more:tt)*) => {
        pub(super) const $name: usize = $at;
        groups!($name + $size; $($more)*);
    };
}

// Groups that depend on the side to move start with the weights for the attackers to move. Groups
// counted in steps have a weight for each number; the last one covers all larger numbers.
groups! { 0;
    ATTACKERS: 1,
    DEFENDERS: 1,
    ATTACKER_CELL: CLASSES,
    DEFENDER_CELL: CLASSES,
    KING_CELL: CLASSES,
    ATTACKER_FROM_KING: DISTANCES,
    DEFENDER_FROM_KING: DISTANCES,
    // Pairs of pieces.
    ATTACKERS_BESIDE: 1,
    ATTACKERS_ACROSS: 1,
    DEFENDERS_BESIDE: 1,
    DEFENDERS_ACROSS: 1,
    // Corners of the board by the pieces in them, the king's corner separately.
    CORNER_ATTACKERS: 2 * 5,
    CORNER_DEFENDERS: 2 * 4,
    // Mobility.
    ATTACKER_MOBILITY: 1,
    DEFENDER_MOBILITY: 1,
    KING_MOBILITY: 2 * 10,
    REGION: 1,
    // Escapes of the king.
    OUT_NOW: 2 * 3,
    FORKS: 2 * 2,
    CHECKS: 2 * 3,
    NEAREST_OUT: 2 * 3,
    OUT_IN_TWO: 2,
    OUT_IN_THREE: 2,
    OUT_EVER: 9,
    OPEN_CELLS: 1,
    OPEN_CROSSINGS: 1,
    // Neighbours of the king, for the king on the castle, next to it, elsewhere.
    KING_ENEMIES: 3 * 5,
    KING_FRIENDS: 3 * 5,
    KING_REACHED: 3 * 5,
    KING_LOOSE: 2,
    // Pieces that can be captured.
    LOOSE_ATTACKERS: 2 * 2,
    LOOSE_DEFENDERS: 2 * 2,
    TEMPO: 1,
}

/// Cell classes: cells that symmetries of the board map onto each other.
pub(super) const CLASSES: usize = 15;
/// Distances between two cells, up to symmetry.
pub(super) const DISTANCES: usize = SIZE * (SIZE + 1) / 2;

/// Displayed terms of the evaluation, each with its first weight.
pub(super) const TERMS: [(&str, usize); 8] = [
    ("pieces", ATTACKERS),
    ("cells", ATTACKER_CELL),
    ("formation", ATTACKERS_BESIDE),
    ("mobility", ATTACKER_MOBILITY),
    ("escapes", OUT_NOW),
    ("at the king", KING_ENEMIES),
    ("loose pieces", LOOSE_ATTACKERS),
    ("tempo", TEMPO),
];
