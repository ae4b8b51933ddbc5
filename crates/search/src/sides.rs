//! Policies of sides: who plays against whom in a search that knows two sides.

use agon_core::{Player, Position};

/// Which two sides a search supposes. With more than two players a side may move several times
/// in a row.
pub(crate) trait Sides<P: Position>: Copy + Send + Sync {
    /// Are there two players? The search is tuned for them. Between other sides it leaves out
    /// aspiration windows, quiescence, singular extensions, null moves, corrections, razoring,
    /// internal iterative reductions and late move pruning, prunes by futility near the leaves
    /// alone, reduces late moves less, scores moves all at once and begins with empty history
    /// tables: what these would bring there has not been measured.
    const TWO_PLAYERS: bool;

    /// Where a position stands in the transposition table: what is known of it depends on who
    /// asks, and how.
    fn key(self, position: &P) -> u64;

    /// Do both play for the same side?
    fn are_allies(self, a: Player, b: Player) -> bool;

    /// May the player to move pass, so that another one of the same side moves instead?
    fn may_pass(self, position: &P) -> bool;
}

/// Everybody against everybody else, who is one player.
#[derive(Clone, Copy)]
pub(crate) struct TwoPlayers;

impl<P: Position> Sides<P> for TwoPlayers {
    const TWO_PLAYERS: bool = true;

    #[inline]
    fn key(self, position: &P) -> u64 {
        position.key()
    }

    #[inline]
    fn are_allies(self, _a: Player, _b: Player) -> bool {
        false
    }

    #[inline]
    fn may_pass(self, _position: &P) -> bool {
        false
    }
}

/// What the opponents of the player to move are supposed to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// Everybody plays for themselves (max^n).
    MaxN,
    /// All of them play against the player to move (paranoid search).
    Paranoid,
    /// Between two moves of the player only one of them moves, the one who hurts most; the
    /// others pass (best-reply search). Half of all moves looked at are the player's own,
    /// however many opponents there are, so that it looks further ahead. Lines are given as
    /// far as nobody passes.
    BestReply,
}

/// The player to move at the root against all others.
#[derive(Clone, Copy)]
pub(crate) struct Coalition {
    root: Player,
    opponents: Opponents,
    /// Makes the keys of different roots and suppositions differ.
    salt: u64,
}

impl Coalition {
    pub(crate) fn new(root: Player, opponents: Opponents) -> Coalition {
        let asked = root.index() as u64 * 4 + opponents as u64 + 1;
        Coalition { root, opponents, salt: asked.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }
}

impl<P: Position> Sides<P> for Coalition {
    const TWO_PLAYERS: bool = false;

    fn key(self, position: &P) -> u64 {
        position.key() ^ self.salt
    }

    fn are_allies(self, a: Player, b: Player) -> bool {
        (a == self.root) == (b == self.root)
    }

    fn may_pass(self, position: &P) -> bool {
        self.opponents == Opponents::BestReply && position.turn() != self.root
    }
}
