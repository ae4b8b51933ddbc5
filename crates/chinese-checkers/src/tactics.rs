//! What a search wants to know about moves.

use agon_core::{Ending, Player, Position};
use agon_tactics::{Computer, Evaluation, Margins, Race, Tactics};

use crate::board::HOLES;
use crate::eval::parts::{self, Marble};
use crate::turned::ROW;
use crate::{ChineseCheckers, Move, eval, originals};

/// What a row forward is worth in the order of moves, by the measure of history.
const ROW_AHEAD: i32 = 1_000;
/// So many rows, over all marbles, are not caught up.
const FAR_AHEAD: i32 = 15;

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
                let rows = &ROW[self.colour_of(from)];
                (i32::from(rows[to.index()]) - i32::from(rows[from.index()])) * ROW_AHEAD
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

    const MARGINS: Margins = Margins { null_move: None, late_moves: 2, ..Margins::USUAL };

    const EVALUATIONS: &'static [Evaluation<ChineseCheckers>] = eval::EVALUATIONS;

    const COMPUTERS: &'static [Computer<ChineseCheckers>] = originals::COMPUTERS;

    /// A race begins when two opponents have passed each other: the marbles of both only move
    /// apart from there. It also begins for who is far ahead of everybody, rather than to stay
    /// and hinder those who have lost. Every marble outside of the target needs a move, unless
    /// an owner who stays at home keeps it out.
    fn race(&self, player: Player) -> Option<Race> {
        let rules = self.rules();
        let others = Player::all(rules.players()).filter(|&p| p != player && !self.gone().has(p));
        let best = others.map(|other| self.rows_gone(other)).max()?;
        let is_ahead = self.rows_gone(player) >= best + FAR_AHEAD;
        if !is_ahead && !self.have_passed() {
            return None;
        }
        let outside: u32 =
            self.armies(player).map(|army| (army.marbles & !army.target).count()).sum();
        let stay = |owner| (self.marbles(owner) & rules.target(player)).count();
        let owner = rules.owner_of_target(player).filter(|_| rules.anti_block);
        let least = outside.saturating_sub(owner.map_or(0, stay)).max(1);
        Some(Race { least, key: self.key_of(player) })
    }
}

impl ChineseCheckers {
    /// The rows that the player's marbles have come.
    fn rows_gone(&self, player: Player) -> i32 {
        let row = |marble: Marble| i32::from(ROW[marble.point][marble.hole.index()]);
        parts::of(self, player).map(row).sum()
    }

    /// Are two opposites alone on the board, and each marble beyond all of the other's?
    fn have_passed(&self) -> bool {
        let [first, second] = [Player::FIRST, Player::SECOND];
        let rows = &ROW[self.rules().colour(first)];
        let rows_of = |player| self.marbles(player).cells().map(|hole| rows[hole.index()]);
        self.rules().owner_of_target(first) == Some(second)
            && self.players() == 2
            && self.rules().sets == 1
            && rows_of(second).max() < rows_of(first).min()
    }
}
