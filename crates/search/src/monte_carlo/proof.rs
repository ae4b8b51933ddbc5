//! Proven results.

use agon_core::{Ending, Player, PlayerSet};

use super::arena::Node;
use super::rewards::first_of;

/// Players who can still come first when all players who can force a win do so. One player: a win;
/// both of two: a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) first: PlayerSet,
    /// Plies until the end in the proving line.
    pub(super) plies: u16,
}

impl Proof {
    pub(super) fn over(ending: &Ending) -> Proof {
        Proof { first: first_of(ending), plies: 0 }
    }

    /// Derives a proof from the moves of a player, if enough of them are proven.
    pub(super) fn of_moves<M>(mover: Player, moves: &[Node<M>]) -> Option<Proof> {
        let alone = PlayerSet::EMPTY.with(mover);
        let proofs = || moves.iter().filter_map(|node| node.proof);
        if let Some(win) = proofs().filter(|p| p.first == alone).min_by_key(|p| p.plies) {
            return Some(Proof { plies: win.plies.saturating_add(1), ..win });
        }
        if moves.is_empty() || moves.iter().any(|node| node.proof.is_none()) {
            return None;
        }
        let first = proofs().fold(PlayerSet::EMPTY, |all, proof| union(all, proof.first));
        let plies = proofs().map(|proof| proof.plies).max()?.saturating_add(1);
        Some(Proof { first, plies })
    }

    pub(super) fn is_win_of(self, player: Player) -> bool {
        self.first == PlayerSet::EMPTY.with(player)
    }

    pub(super) fn is_loss_of(self, player: Player) -> bool {
        !self.first.has(player)
    }
}

fn union(a: PlayerSet, b: PlayerSet) -> PlayerSet {
    Player::all(agon_core::MAX_PLAYERS).filter(|&player| b.has(player)).fold(a, PlayerSet::with)
}
