//! Positions that are the same when the board is turned or mirrored have one key, which can be stored: it
//! is the same in every process. [`FORMAT`] is another number whenever keys are made in another way; what
//! is stored under keys of another [`fingerprint`] is made anew.

use agon_core::Cell;

use crate::{AnyMatch, GAMES};

/// By which way keys are made.
const FORMAT: u64 = 1;

/// Keys of positions of one game under one set of rules.
pub struct Canonical {
    rules: u64,
    /// Empty where every position is only itself.
    symmetries: Vec<Vec<Cell>>,
}

impl Canonical {
    /// For the game and the rules of this match.
    #[must_use]
    pub fn of(game: &dyn AnyMatch) -> Canonical {
        let words = game.id().bytes().chain([0]).chain(game.rules().into_bytes());
        let rules = words.fold(FORMAT, |state, byte| mix(state ^ u64::from(byte)));
        Canonical { rules, symmetries: game.symmetries() }
    }

    /// The key of the present position, the same however the board is turned or mirrored.
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
        // What stands where, in any order: the sum is the same.
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

    /// The key of the position after each of the legal moves, in the order of
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

/// A number that is another one when keys of any game are others.
#[must_use]
pub fn fingerprint() -> u64 {
    GAMES.iter().fold(FORMAT, |state, game| {
        let Ok(mut game) = game.open("", None) else { return state };
        let canonical = Canonical::of(&*game);
        let first = mix(state ^ canonical.key(&*game));
        canonical.keys_after(&mut *game).into_iter().fold(first, |state, key| mix(state ^ key))
    })
}

/// Spreads every bit over all others (Vigna's SplitMix64).
const fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}
