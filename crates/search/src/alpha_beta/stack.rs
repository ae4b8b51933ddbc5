//! The search stack: per-ply state of the line being searched.

use agon_tactics::Tactics;

use super::Worker;
use super::movers::Movers;
use crate::history::{Continuation, CorrectionKeys, Quiet};
use crate::movepick::ScoredMove;
use crate::sides::Sides;

pub(crate) struct Frame<P: Tactics> {
    pub(super) moves: Movers<P>,
    /// Move list of quiescence search and max^n.
    pub(crate) list: Vec<ScoredMove<P::Move>>,
    /// The principal variation from here.
    pub(crate) line: Vec<P::Move>,
    pub(super) killers: [Option<u32>; 2],
    /// Target of the move played at this ply.
    pub(super) target: Option<usize>,
    /// The move played at this ply, if it is quiet.
    pub(super) quiet: Option<Quiet>,
    /// Reduction of the move played at this ply, in plies.
    pub(super) reduction: i32,
    /// Corrected static evaluation.
    pub(super) eval: Option<i32>,
    pub(super) excluded: Option<u32>,
    pub(super) is_null_move: bool,
    /// Number of double extensions in the line up to this ply.
    pub(super) double_extensions: u8,
    /// Number of sibling nodes at this ply that failed high.
    pub(super) refuted: u8,
}

impl<P: Tactics> Default for Frame<P> {
    fn default() -> Frame<P> {
        Frame {
            moves: Movers::default(),
            list: Vec::new(),
            line: Vec::new(),
            killers: [None; 2],
            target: None,
            quiet: None,
            reduction: 0,
            eval: None,
            excluded: None,
            is_null_move: false,
            double_extensions: 0,
            refuted: 0,
        }
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    pub(super) fn continuation(&self, ply: usize) -> Continuation {
        Continuation {
            targets: [1, 2].map(|plies| self.target_before(ply, plies)),
            weight: self.margins.continuation_history,
        }
    }

    /// Target of the move played `plies` plies before.
    fn target_before(&self, ply: usize, plies: usize) -> Option<usize> {
        ply.checked_sub(plies).and_then(|ply| self.stack[ply].target)
    }

    /// Keys of the correction-history entries that apply to a position.
    #[inline]
    pub(super) fn correction_keys(&self, position: &P, ply: usize) -> CorrectionKeys {
        let last = |plies| self.target_before(ply, plies);
        let hundredths = self.margins.correction_moves;
        let moves = last(1).zip(last(2)).filter(|_| hundredths > 0);
        CorrectionKeys {
            structures: position.structures(),
            moves: moves.map(|(last, before)| ([last, before], hundredths)),
            hundredths: self.margins.correction,
        }
    }

    /// Sets the principal variation to the move followed by the line below it.
    pub(crate) fn keep_line(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}
