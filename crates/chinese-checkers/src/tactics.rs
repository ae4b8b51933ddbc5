//! Search hints: move ordering and margins.

use agon_core::{Ending, Position};
use agon_tactics::{Computer, Evaluation, Inputs, LEVELS, Margins, Tactics};

use crate::board::HOLES;
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval, inputs, originals};

/// History score for each row that a move advances.
const ROW_AHEAD: i32 = 1_000;

impl Tactics for ChineseCheckers {
    type Threats = ();
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
    fn prior(&self, m: Move, _threats: &()) -> i32 {
        match m {
            Move::Go { from, to } => {
                let rows = &ROW[self.colour_of(from)];
                (i32::from(rows[to.index()]) - i32::from(rows[from.index()])) * ROW_AHEAD
            }
            Move::Pass => 0,
        }
    }

    /// There are no captures.
    fn noisy_moves(&self, _out: &mut impl FnMut(Move)) {}

    fn pass(&self) -> Option<ChineseCheckers> {
        Some(self.passed())
    }

    #[inline]
    fn decided(&self) -> Option<Ending> {
        if self.is_won() { self.ending() } else { None }
    }

    const MARGINS: Margins = Margins { null_move: None, late_moves: 200, ..Margins::USUAL };

    const WINNING_SCALE: f64 = 60.0;

    const LEVEL_RATINGS: [u32; LEVELS] = [600, 770, 1120, 1560, 1640, 1750, 2160, 2400, 2550, 3040];

    const EVALUATIONS: &'static [Evaluation<ChineseCheckers>] = eval::EVALUATIONS;

    const INPUTS: Option<&'static Inputs<ChineseCheckers>> = Some(&inputs::INPUTS);

    const COMPUTERS: &'static [Computer<ChineseCheckers>] = originals::COMPUTERS;
}
