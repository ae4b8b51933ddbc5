//! Indices of the weights.

/// Defines the index of the first weight of each group.
macro_rules! groups {
    ($at:expr;) => {
        /// Number of weight pairs (middlegame and endgame).
        pub(super) const COUNT: usize = $at;
    };
    ($at:expr; $name:ident: $size:expr, $($more:tt)*) => {
        pub(super) const $name: usize = $at;
        groups!($name + $size; $($more)*);
    };
}

// Groups indexed by rank, distance or number of moves have an entry for each value.
groups! { 0;
    MATERIAL: 5,
    SQUARES: 6 * 64,
    KNIGHT_MOBILITY: 9,
    BISHOP_MOBILITY: 14,
    ROOK_MOBILITY: 15,
    QUEEN_MOBILITY: 28,
    // Pawns. Weak ones are worse where no enemy pawn covers them from in front.
    ISOLATED: 2,
    BACKWARD: 2,
    DOUBLED: 2,
    PHALANX: 8,
    SUPPORTED: 8,
    CANDIDATE: 8,
    // Passed pawns.
    PASSED: 8,
    PASSED_FREE: 8,
    PASSED_SAFE: 8,
    PASSED_CONNECTED: 8,
    PASSED_OWN_KING: 8,
    PASSED_THEIR_KING: 8,
    PASSED_ROOK_BEHIND: 2,
    UNSTOPPABLE: 1,
    // Pieces.
    BISHOP_PAIR: 1,
    BAD_BISHOP: 2,
    LONG_DIAGONAL: 1,
    OUTPOST: 3,
    BEHIND_PAWN: 1,
    FAR_FROM_KING: 2,
    WITH_PAWNS: 2,
    ROOK_FILE: 3,
    SEVENTH: 1,
    TRAPPED_ROOK: 2,
    EXPOSED_QUEEN: 1,
    // Threats, by the piece that is threatened.
    THREAT_BY_PAWN: 4,
    THREAT_BY_PUSH: 1,
    THREAT_BY_MINOR: 5,
    THREAT_BY_ROOK: 5,
    THREAT_BY_KING: 1,
    HANGING: 1,
    QUEEN_HIT: 2,
    RESTRICTED: 1,
    SPACE: 1,
    // Kings.
    SHIELD: 4 * 8,
    STORM: 2 * 8,
    DANGER: DANGER_KNOTS,
    CASTLING: 2,
    PAWNLESS_FLANK: 1,
    FLANK_ATTACK: 1,
    FAR_FROM_PAWNS: 1,
    MATING: 3,
    TEMPO: 1,
}

/// King danger is piecewise linear: knots every [`DANGER_STEP`] units.
pub(super) const DANGER_KNOTS: usize = 21;
pub(super) const DANGER_STEP: i32 = 8;

/// Displayed terms of the evaluation, each with its first weight.
pub(super) const TERMS: [(&str, usize); 11] = [
    ("material", MATERIAL),
    ("squares", SQUARES),
    ("mobility", KNIGHT_MOBILITY),
    ("pawns", ISOLATED),
    ("passed pawns", PASSED),
    ("pieces", BISHOP_PAIR),
    ("threats", THREAT_BY_PAWN),
    ("space", SPACE),
    ("king safety", SHIELD),
    ("lone king", FAR_FROM_PAWNS),
    ("tempo", TEMPO),
];
