//! Policies that reduce a game of several players to two sides.

use agon_core::{Player, Position};

/// Assigns players to the two sides of a search. With more than two players a side may move several
/// times in a row.
pub(crate) trait Sides<P: Position>: Copy + Send + Sync {
    /// Whether there are two players. The search is tuned for two. For other sides it has no
    /// aspiration windows, quiescence, singular extensions, null moves, corrections, razoring,
    /// internal iterative reductions and late move pruning, restricts futility pruning to the
    /// frontier, reduces less, scores all moves at once and begins with empty history tables: the
    /// benefit of these has not been measured there.
    const TWO_PLAYERS: bool;

    /// Returns the transposition-table key, which depends on the root player and the policy.
    fn key(self, position: &P) -> u64;

    /// Whether both players are on the same side.
    fn are_allies(self, a: Player, b: Player) -> bool;

    /// Whether the player to move may pass so that an ally moves instead.
    fn may_pass(self, position: &P) -> bool;
}

/// Each player against the other.
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

/// Assumed behaviour of the opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// Every player maximises their own score (max^n).
    MaxN,
    /// All opponents minimise the score of the player to move (paranoid search).
    Paranoid,
    /// Between two moves of the player only the opponent with the strongest reply moves; the others
    /// pass (best-reply search). Half of all plies are the player's own, which makes the search
    /// deeper. Lines end before the first pass.
    BestReply,
}

/// The root player against all others.
#[derive(Clone, Copy)]
pub(crate) struct Coalition {
    root: Player,
    opponents: Opponents,
    /// Distinguishes the keys of different roots and policies.
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
