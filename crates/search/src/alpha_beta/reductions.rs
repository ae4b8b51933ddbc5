//! Late move reductions: how much less deep late moves are searched.

use std::sync::LazyLock;

use agon_tactics::Tactics;

use super::Worker;
use super::move_loop::{Expansion, Trial};
use crate::sides::Sides;

/// The plies by which a move is searched less deep, by depth and by how many were tried.
pub(super) struct Reductions([[i8; 64]; 64]);

/// The same for all searches; made once, because thousands of logarithms take as long as a search of
/// some hundred positions.
static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(Reductions::new);

impl Reductions {
    fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.8 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as i8;
            }
        }
        Reductions(table)
    }

    pub(super) fn usual() -> &'static Reductions {
        &REDUCTIONS
    }

    fn get(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// By how much a move is searched less deep at first.
    pub(super) fn reduction(
        &self,
        expansion: &Expansion<'_, P>,
        turn: &P,
        trial: &Trial<P::Move>,
    ) -> i32 {
        let Expansion { node, facts, hints, .. } = expansion;
        let candidate = &trial.candidate;
        let is_quiet = candidate.gain.is_none();
        if !self.features().reductions || node.depth < 3 || trial.tried <= 2 {
            return 0;
        }
        if !S::TWO_PLAYERS {
            let is_late = is_quiet && trial.tried > 3;
            let reduction = 1 + (node.depth.ilog2() * trial.tried.ilog2()) as i32 / 4;
            return if is_late { reduction - i32::from(!node.window.is_null()) } else { 0 };
        }
        let mut reduction = self.reductions.get(node.depth, trial.tried);
        reduction -= i32::from(!node.window.is_null());
        reduction += i32::from(node.cut_node) + i32::from(node.cut_node && is_quiet);
        reduction += i32::from(!facts.improving);
        // Where nearly all of its sisters were refuted, so will this one be.
        reduction += i32::from(self.stack[node.ply + 1].refuted > 3);
        reduction += i32::from(trial.tt_move_is_noisy && is_quiet);
        reduction -= i32::from(facts.threatened);
        reduction -= i32::from(hints.killers.contains(&Some(candidate.id)));
        reduction -= candidate.history / 8_192;
        if !is_quiet {
            reduction -= 1 + i32::from(turn.exchange(candidate.m) >= 0);
        }
        reduction.max(0)
    }

    /// The same for a root move when so many were tried before it.
    pub(crate) fn root_reduction(&self, depth: i32, before: usize, is_quiet: bool) -> i32 {
        if !S::TWO_PLAYERS || !self.features().reductions || depth < 4 || before <= 4 || !is_quiet {
            return 0;
        }
        (self.reductions.get(depth, before + 1) - 1).max(1)
    }
}
