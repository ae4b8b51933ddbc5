//! Exact results that need no search, for example from a tablebase.

/// Result under perfect play for the player to move. The number is the distance in plies to the
/// next irreversible move, minimised by the winner and maximised by the loser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A win.
    Won(usize),
    /// A draw.
    Drawn,
    /// A loss.
    Lost(usize),
}

/// Returns the result of a position, if known. The search calls it after each root move and after
/// every irreversible move ([`agon_core::Position::reversible`] is 0), because the result cannot
/// change in between.
pub type Oracle<'a, P> = dyn Fn(&P) -> Option<Verdict> + Sync + 'a;
