//! Late move reductions.

use std::sync::{Arc, LazyLock};

use agon_tactics::{Margins, Tactics};

use super::Worker;
use super::move_loop::{Expansion, Trial};
use crate::sides::Sides;

/// Base reduction in hundredths of a ply, indexed by depth and move number.
pub(super) struct Reductions([[i16; 64]; 64]);

/// The table for the default margins, computed once: thousands of divisions take as long as a short
/// search.
static USUAL: LazyLock<Arc<Reductions>> =
    LazyLock::new(|| Arc::new(Reductions::new(&Margins::USUAL)));

impl Reductions {
    fn new(margins: &Margins) -> Reductions {
        let logs: [f64; 64] = std::array::from_fn(|i| (i.max(1) as f64).ln());
        let least = f64::from(margins.reduction) / 100.0;
        let product = f64::from(margins.reduction_logs) / 100.0;
        let mut table = [[0; 64]; 64];
        for (row, depth) in table.iter_mut().zip(logs).skip(1) {
            for (reduction, tried) in row.iter_mut().zip(logs).skip(1) {
                *reduction = (100.0 * (least + depth * tried / product)) as i16;
            }
        }
        Reductions(table)
    }

    pub(super) fn of(margins: &Margins) -> Arc<Reductions> {
        let by = |margins: &Margins| (margins.reduction, margins.reduction_logs);
        if by(margins) == by(&Margins::USUAL) {
            return Arc::clone(&USUAL);
        }
        Arc::new(Reductions::new(margins))
    }

    pub(super) fn get(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][tried.min(63)])
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    /// Returns the depth reduction of a move's first search, in plies.
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
        let margins = &self.margins;
        let by = |is_so: bool, hundredths: i32| if is_so { hundredths } else { 0 };
        let mut reduction = self.reductions.get(node.depth, trial.tried);
        reduction -= by(!node.window.is_null(), margins.reduction_principal);
        reduction += by(node.cut_node, margins.reduction_cut);
        reduction += by(node.cut_node && is_quiet, margins.reduction_cut_quiet);
        reduction += by(!facts.improving, margins.reduction_worsening);
        // If most siblings failed high, so will this node.
        reduction += by(self.stack[node.ply + 1].refuted > 3, margins.reduction_refuted);
        reduction += by(trial.tt_move_is_noisy && is_quiet, margins.reduction_table_noisy);
        reduction -= by(facts.threatened, margins.reduction_threatened);
        let is_killer = hints.killers.contains(&Some(candidate.id));
        reduction -= by(is_killer, margins.reduction_killer);
        let grain = margins.reduction_grain;
        reduction -= grain * (100 * candidate.history / (grain * margins.reduction_history));
        if !is_quiet {
            reduction -= margins.reduction_noisy;
            reduction -= by(turn.exchange_wins(candidate.m, 0), margins.reduction_good);
        }
        reduction.max(0) / 100
    }

    /// Returns the reduction of a root move after `before` others, in plies.
    pub(crate) fn root_reduction(&self, depth: i32, before: usize, is_quiet: bool) -> i32 {
        if !S::TWO_PLAYERS || !self.features().reductions || depth < 4 || before <= 4 || !is_quiet {
            return 0;
        }
        (self.reductions.get(depth, before + 1) / 100 - 1).max(1)
    }
}
