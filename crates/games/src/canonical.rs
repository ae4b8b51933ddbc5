//! Canonical position keys, equal for positions that differ by a rotation or reflection of the
//! board and stable across processes, so that they can be stored. Stored data records the
//! [`fingerprint`] and is rebuilt when it changes.

use agon_core::Cell;

use crate::{AnyMatch, GAMES};

/// Version of the key computation; increase it with every change.
const FORMAT: u64 = 1;

/// Computes canonical keys for one game and set of rules.
pub struct Canonical {
    rules: u64,
    /// Empty if the board has no symmetries.
    symmetries: Vec<Vec<Cell>>,
}

impl Canonical {
    /// Creates the keys for the game and rules of this match.
    #[must_use]
    pub fn of(game: &dyn AnyMatch) -> Canonical {
        let words = game.id().bytes().chain([0]).chain(game.rules().into_bytes());
        let rules = words.fold(FORMAT, |state, byte| mix(state ^ u64::from(byte)));
        Canonical { rules, symmetries: game.symmetries() }
    }

    /// Returns the key of the present position.
    #[must_use]
    pub fn key(&self, game: &dyn AnyMatch) -> u64 {
        if self.symmetries.is_empty() {
            return mix(self.rules ^ game.key());
        }
        let hands = game.hands();
        let beside = hands.iter().fold(game.turn().index() as u64, |state, hand| {
            mix(state ^ u64::from(hand.count) << 8 ^ hand.player.index() as u64)
        });
        let pieces = game.pieces();
        // A sum, so that the order of the pieces does not matter.
        let sum = |places: &Vec<Cell>| {
            pieces.iter().fold(0_u64, |sum, piece| {
                let tone = piece.tone.map_or(0, |tone| tone as u64 + 1);
                let what = u64::from(piece.letter) << 8 | piece.player.index() as u64 | tone << 40;
                let place = places[piece.cell.index()].index() as u64;
                sum.wrapping_add(mix(what << 8 ^ place))
            })
        };
        let least = self.symmetries.iter().map(sum).min().unwrap_or_default();
        mix(self.rules ^ mix(beside ^ least))
    }

    /// Returns the key of the position after each legal move, in the order of
    /// [`AnyMatch::move_views`].
    pub fn keys_after(&self, game: &mut dyn AnyMatch) -> Vec<u64> {
        let mut keys = Vec::new();
        while game.play_listed(keys.len()) {
            keys.push(self.key(game));
            game.undo();
        }
        keys
    }
}

/// Returns a hash of sample keys of all games; it changes with the key computation of any game.
#[must_use]
pub fn fingerprint() -> u64 {
    GAMES.iter().fold(FORMAT, |state, game| {
        let Ok(mut game) = game.open("", None) else { return state };
        let canonical = Canonical::of(&*game);
        let first = mix(state ^ canonical.key(&*game));
        canonical.keys_after(&mut *game).into_iter().fold(first, |state, key| mix(state ^ key))
    })
}

/// Mixes the bits of a number (finaliser of SplitMix64, Vigna).
const fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}
