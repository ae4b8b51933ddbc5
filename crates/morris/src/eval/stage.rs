//! How far the game has gone, and the weights for it.

use crate::board::Board;
use crate::eval::features::NAMES;
use crate::rules::FEWEST_MEN;

/// A weight for everything that is counted.
pub(super) type Row = [i32; NAMES.len()];

/// First placed, last placed; many men moving, few men moving; moving against flying, flying
/// against moving, both flying.
pub(super) const STAGES: usize = 7;

/// Boards of two layers, which have no lines on spokes, and of more.
pub(super) const CLASSES: usize = 2;

/// The class that a board belongs to.
#[inline(always)]
pub(super) fn class(board: &Board) -> usize {
    (board.layers - 2).min(CLASSES - 1)
}

/// How many weights a class has.
pub(super) const CLASS: usize = STAGES * NAMES.len();

/// So many steps lead from one stage to the next.
pub(super) const WHOLE: usize = 64;

/// Where in the game a side is: `share` steps of [`WHOLE`] away from the stage after `first`.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    first: usize,
    share: usize,
}

impl Stage {
    pub(super) const AGAINST_FLYING: Stage = Stage { first: 4, share: WHOLE };
    pub(super) const FLYING: Stage = Stage { first: 5, share: WHOLE };
    pub(super) const BOTH_FLYING: Stage = Stage { first: 6, share: WHOLE };

    /// From the first man placed to the last, by the men that both have in hand.
    #[inline(always)]
    pub(super) fn placing(in_hand: usize, board: &Board) -> Stage {
        Stage { first: 0, share: WHOLE * in_hand / (2 * usize::from(board.men)) }
    }

    /// From many men moving to few, by the men that both have left.
    #[inline(always)]
    pub(super) fn moving(left: usize, board: &Board) -> Stage {
        let (few, many) = (2 * FEWEST_MEN as usize, 2 * usize::from(board.men));
        Stage { first: 2, share: WHOLE * left.saturating_sub(few) / (many - few) }
    }

    /// The stages that it lies between and the share of each, in parts of [`WHOLE`].
    pub(super) fn shares(self) -> impl Iterator<Item = (usize, usize)> {
        let shares = [(self.first, self.share), (self.first + 1, WHOLE - self.share)];
        shares.into_iter().filter(|&(_, share)| share > 0)
    }

    /// Which of the mixed weights are meant for it.
    pub(super) const fn row(self) -> usize {
        match self.first {
            0 => self.share,
            2 => WHOLE + 1 + self.share,
            alone => 2 * (WHOLE + 1) + alone - 4,
        }
    }
}

/// How many rows [`mixed`] has for a class.
pub(super) const ROWS: usize = 2 * (WHOLE + 1) + 3;

/// The weights of all stages and of all steps between them, times [`WHOLE`]: to mix them
/// beforehand saves an evaluation half of its multiplications.
pub(super) const fn mixed(weights: &[i32; CLASSES * CLASS]) -> [[Row; ROWS]; CLASSES] {
    let mut classes = [[[0; NAMES.len()]; ROWS]; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        classes[class] = mixed_for(weights, class * CLASS);
        class += 1;
    }
    classes
}

/// The same for the class whose weights begin there.
const fn mixed_for(weights: &[i32; CLASSES * CLASS], begin: usize) -> [Row; ROWS] {
    let mut mixed = [[0; NAMES.len()]; ROWS];
    let mut i = 0;
    while i < NAMES.len() {
        let mut share = 0;
        while share <= WHOLE {
            let mut first = 0;
            while first < 4 {
                let one = begin + first * NAMES.len() + i;
                let next = one + NAMES.len();
                mixed[Stage { first, share }.row()][i] =
                    weights[one] * share as i32 + weights[next] * (WHOLE - share) as i32;
                first += 2;
            }
            share += 1;
        }
        let mut alone = 4;
        while alone < STAGES {
            let row = Stage { first: alone, share: WHOLE }.row();
            mixed[row][i] = weights[begin + alone * NAMES.len() + i] * WHOLE as i32;
            alone += 1;
        }
        i += 1;
    }
    mixed
}
