//! What a search wants to know about moves.

use agon_core::{Cell, Ending, Evaluation, Habit, Kind, Margins, Player, Position, Tactics};

use crate::board::HOLES;
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval, originals};

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

    #[inline]
    fn decided(&self) -> Option<Ending> {
        if self.is_won() { self.ending() } else { None }
    }

    const MARGINS: Margins = Margins { late_moves: 2, ..Margins::USUAL };

    const EVALUATIONS: &'static [Evaluation<ChineseCheckers>] = eval::EVALUATIONS;

    const KINDS: &'static [Kind] = originals::KINDS;
    const HABITS: &'static [Habit<ChineseCheckers>] = originals::HABITS;

    /// A race begins when two opponents have passed each other: the marbles of both only move
    /// apart from there. Every marble outside of the target needs a move.
    fn race(&self, player: Player) -> Option<u32> {
        let rules = self.rules();
        let other = rules.owner_of_target(player).filter(|_| rules.sets == 1)?;
        let rows = &ROW[rules.colour(player)];
        let row = |hole: Cell| rows[hole.index()];
        let last = self.marbles(player).cells().map(row).min()?;
        let foremost = self.marbles(other).cells().map(row).max()?;
        let outside = (self.marbles(player) & !rules.target(player)).count();
        (self.players() == 2 && foremost < last).then_some(outside)
    }
}
