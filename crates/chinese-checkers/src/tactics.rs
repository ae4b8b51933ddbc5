//! What a search wants to know about moves.

use agon_core::{Ending, Evaluation, Kind, Method, Position, Tactics};

use crate::board::HOLES;
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval};

/// What a row forward is worth in the order of moves, by the measure of experience.
const ROW_AHEAD: i32 = 1_000;

impl Tactics for ChineseCheckers {
    const SLOTS: usize = HOLES * HOLES + 1;
    const TARGETS: usize = HOLES + 1;

    #[inline]
    fn id(m: Move) -> u32 {
        match m {
            Move::Go { from, to } => (from.index() * HOLES + to.index()) as u32,
            Move::Pass => (HOLES * HOLES) as u32,
        }
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        Self::id(m) as usize
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        match m {
            Move::Go { to, .. } => to.index(),
            Move::Pass => HOLES,
        }
    }

    #[inline]
    fn prior(&self, m: Move) -> i32 {
        match m {
            Move::Go { from, to } => {
                let row = |hole: usize| i32::from(ROW[self.rules().colour(self.turn())][hole]);
                (row(to.index()) - row(from.index())) * ROW_AHEAD
            }
            Move::Pass => 0,
        }
    }

    /// Nothing is ever captured.
    fn noisy_moves(&self, _out: &mut impl FnMut(Move)) {}

    fn pass(&self) -> Option<ChineseCheckers> {
        Some(self.passed())
    }

    #[inline]
    fn decided(&self) -> Option<Ending> {
        if self.is_won() { self.ending() } else { None }
    }

    const EVALUATIONS: &'static [Evaluation<ChineseCheckers>] = eval::EVALUATIONS;

    const KINDS: &'static [Kind] = &[
        Kind {
            name: "alpha-beta-classic",
            about: "the plain search of the original, counting rows, pairs and marbles at home",
            method: Method::Plain { depth: 50 },
            evaluation: Some("classic"),
        },
        Kind {
            name: "alpha-beta-hard",
            about: "the same, and it likes groups that let a marble travel far in one chain",
            method: Method::Plain { depth: 50 },
            evaluation: Some("hard"),
        },
    ];
}
