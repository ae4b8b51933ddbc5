//! Which weight belongs to which feature.

use crate::board::SIZE;

/// Names the first weight of each group, one group after the other.
macro_rules! groups {
    ($at:expr;) => {
        /// How many features there are, each with a weight for many men and one for few.
        pub(super) const COUNT: usize = $at;
    };
    ($at:expr; $name:ident: $size:expr, $($more:tt)*) => {
        pub(super) const $name: usize = $at;
        groups!($name + $size; $($more)*);
    };
}

// What depends on who is to move has a weight for the attackers to move, then one for the
// defenders. What is counted in steps has a weight for each number, the last for all above.
groups! { 0;
    ATTACKERS: 1,
    DEFENDERS: 1,
    ATTACKER_CELL: CLASSES,
    DEFENDER_CELL: CLASSES,
    KING_CELL: CLASSES,
    ATTACKER_FROM_KING: WAYS,
    DEFENDER_FROM_KING: WAYS,
    // Pairs of men.
    ATTACKERS_BESIDE: 1,
    ATTACKERS_ACROSS: 1,
    DEFENDERS_BESIDE: 1,
    DEFENDERS_ACROSS: 1,
    // Corners of the board by the men in them, the king's corner apart.
    CORNER_ATTACKERS: 2 * 5,
    CORNER_DEFENDERS: 2 * 4,
    // Room to move.
    ATTACKER_ROOM: 1,
    DEFENDER_ROOM: 1,
    KING_ROOM: 2 * 10,
    REGION: 1,
    // Ways out of the king.
    OUT_NOW: 2 * 3,
    FORKS: 2 * 2,
    CHECKS: 2 * 3,
    NEAREST_OUT: 2 * 3,
    OUT_IN_TWO: 2,
    OUT_IN_THREE: 2,
    OUT_EVER: 9,
    OPEN_CELLS: 1,
    OPEN_CROSSINGS: 1,
    // Men next to the king, by his place: on the castle, beside it, elsewhere.
    KING_ENEMIES: 3 * 5,
    KING_FRIENDS: 3 * 5,
    KING_REACHED: 3 * 5,
    KING_LOOSE: 2,
    // Men that can be captured.
    LOOSE_ATTACKERS: 2 * 2,
    LOOSE_DEFENDERS: 2 * 2,
    TEMPO: 1,
}

/// Cells that the symmetries of the board bring onto each other are of one kind.
pub(super) const CLASSES: usize = 15;
/// Ways from one cell to another, turned and mirrored as one likes.
pub(super) const WAYS: usize = SIZE * (SIZE + 1) / 2;

/// The parts of an evaluation that people are told, with the first weight of each.
pub(super) const TERMS: [(&str, usize); 8] = [
    ("men", ATTACKERS),
    ("cells", ATTACKER_CELL),
    ("formation", ATTACKERS_BESIDE),
    ("room", ATTACKER_ROOM),
    ("ways out", OUT_NOW),
    ("at the king", KING_ENEMIES),
    ("loose men", LOOSE_ATTACKERS),
    ("tempo", TEMPO),
];
