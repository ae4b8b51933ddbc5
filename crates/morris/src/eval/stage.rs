//! The stage of the game and its weights.

use crate::board::Board;
use crate::eval::features::NAMES;
use crate::rules::MIN_MEN;

/// A weight for each feature.
pub(super) type Row = [i32; NAMES.len()];

/// First placement, last placement; many pieces moving, few pieces moving; moving against flying,
/// flying against moving, both flying.
pub(super) const STAGES: usize = 7;

/// Boards of two layers, which have no lines on spokes, and larger boards.
pub(super) const CLASSES: usize = 2;

#[inline(always)]
pub(super) fn class(board: &Board) -> usize {
    (board.layers - 2).min(CLASSES - 1)
}

/// Number of weights of a class.
pub(super) const CLASS: usize = STAGES * NAMES.len();

/// Interpolation steps between two stages.
pub(super) const SHARES: usize = 64;

/// A point between two stages: `share` of [`SHARES`] of stage `first`, the rest of the next one.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    first: usize,
    share: usize,
}

impl Stage {
    pub(super) const AGAINST_FLYING: Stage = Stage { first: 4, share: SHARES };
    pub(super) const FLYING: Stage = Stage { first: 5, share: SHARES };
    pub(super) const BOTH_FLYING: Stage = Stage { first: 6, share: SHARES };

    /// Returns the stage between the first placement and the last, by the pieces in both hands.
    #[inline(always)]
    pub(super) fn placing(in_hand: usize, board: &Board) -> Stage {
        Stage { first: 0, share: SHARES * in_hand / (2 * usize::from(board.men)) }
    }

    /// Returns the stage between many pieces moving and few, by the pieces of both sides.
    #[inline(always)]
    pub(super) fn moving(left: usize, board: &Board) -> Stage {
        let (few, many) = (2 * MIN_MEN as usize, 2 * usize::from(board.men));
        Stage { first: 2, share: SHARES * left.saturating_sub(few) / (many - few) }
    }

    /// Returns the two stages with their shares, in parts of [`SHARES`].
    pub(super) fn shares(self) -> impl Iterator<Item = (usize, usize)> {
        let shares = [(self.first, self.share), (self.first + 1, SHARES - self.share)];
        shares.into_iter().filter(|&(_, share)| share > 0)
    }

    /// Returns the index of the interpolated weights.
    pub(super) const fn row(self) -> usize {
        match self.first {
            0 => self.share,
            2 => SHARES + 1 + self.share,
            alone => 2 * (SHARES + 1) + alone - 4,
        }
    }
}

/// Number of interpolated rows of a class.
pub(super) const ROWS: usize = 2 * (SHARES + 1) + 3;

/// Returns the weights of all stages and interpolation steps, times [`SHARES`]. Precomputing them
/// saves half of the multiplications of an evaluation.
pub(super) const fn interpolated(weights: &[i32; CLASSES * CLASS]) -> [[Row; ROWS]; CLASSES] {
    let mut classes = [[[0; NAMES.len()]; ROWS]; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        classes[class] = interpolated_class(weights, class * CLASS);
        class += 1;
    }
    classes
}

/// Returns the rows of the class whose weights start at `begin`.
const fn interpolated_class(weights: &[i32; CLASSES * CLASS], begin: usize) -> [Row; ROWS] {
    let mut interpolated = [[0; NAMES.len()]; ROWS];
    let mut i = 0;
    while i < NAMES.len() {
        let mut share = 0;
        while share <= SHARES {
            let mut first = 0;
            while first < 4 {
                let one = begin + first * NAMES.len() + i;
                let next = one + NAMES.len();
                interpolated[Stage { first, share }.row()][i] =
                    weights[one] * share as i32 + weights[next] * (SHARES - share) as i32;
                first += 2;
            }
            share += 1;
        }
        let mut alone = 4;
        while alone < STAGES {
            let row = Stage { first: alone, share: SHARES }.row();
            interpolated[row][i] = weights[begin + alone * NAMES.len() + i] * SHARES as i32;
            alone += 1;
        }
        i += 1;
    }
    interpolated
}
