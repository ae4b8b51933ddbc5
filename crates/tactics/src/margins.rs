//! How far an evaluation is trusted.

/// How far an evaluation may be off before a search stops trusting it, in hundredths of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// For each ply left: so far above the window that nothing will change it.
    pub reverse_futility: i32,
    /// For each ply left: so far below that only noisy moves could help.
    pub razoring: i32,
    /// For each ply left: so far below that a quiet move cannot help.
    pub futility: i32,
    /// For each such step above the window a pass is searched a ply less; `None`: no passing.
    pub null_move: Option<i32>,
    /// For each ply left: an exchange may lose so much.
    pub exchange: i32,
    /// For fifty plies: a move is singular when all others are so much worse.
    pub singular: i32,
    /// Besides what a noisy move wins.
    pub delta: i32,
    /// How many quiet moves are tried before the rest is left out: this many times 3 at the
    /// last ply, more the deeper. Games with many quiet moves of like worth need more.
    pub late_moves: i32,
}

impl Margins {
    /// For evaluations where a piece is worth 100.
    pub const USUAL: Margins = Margins {
        reverse_futility: 75,
        razoring: 240,
        futility: 110,
        null_move: Some(200),
        exchange: 90,
        singular: 50,
        delta: 150,
        late_moves: 1,
    };
}
