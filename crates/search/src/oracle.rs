//! Positions of which the result is known without a search, as from a tablebase.

/// How a game ends when both play their best from here, for the player to move. With it the
/// plies until the next move that cannot be taken back, when the winner hurries towards it and
/// the loser puts it off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player to move wins.
    Won(usize),
    /// Nobody can win by force.
    Drawn,
    /// The player to move loses.
    Lost(usize),
}

/// Knows how some positions end, such as a tablebase. The search asks after each move of the
/// root and wherever a move has led that cannot be taken back
/// ([`agon_core::Position::reversible`] is 0): beyond such a move the same answers hold until
/// the next.
pub type Oracle<'a, P> = dyn Fn(&P) -> Option<Verdict> + Sync + 'a;
