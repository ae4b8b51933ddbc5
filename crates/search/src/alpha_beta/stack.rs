//! The search stack: what belongs to the plies of the line being searched.

use agon_tactics::Tactics;

use super::Worker;
use super::movers::Movers;
use crate::history::{Continuation, Likeness, Quiet};
use crate::movepick::ScoredMove;
use crate::sides::Sides;

/// What belongs to one ply.
pub(crate) struct Frame<P: Tactics> {
    pub(super) moves: Movers<P>,
    /// For quiescence and max^n.
    pub(crate) list: Vec<ScoredMove<P::Move>>,
    /// The principal variation from here.
    pub(crate) line: Vec<P::Move>,
    pub(super) killers: [Option<u32>; 2],
    /// Where the move played at this ply went.
    pub(super) target: Option<usize>,
    /// That move, if it was a quiet one.
    pub(super) quiet: Option<Quiet>,
    /// By how many plies it was reduced.
    pub(super) reduction: i32,
    /// The static evaluation.
    pub(super) eval: Option<i32>,
    pub(super) excluded: Option<u32>,
    pub(super) is_null_move: bool,
    /// How many moves on the way here were extended by two plies.
    pub(super) double_extensions: u8,
    /// How many nodes of this ply, below the same node, were refuted.
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

    /// Where the move so many plies before went.
    fn target_before(&self, ply: usize, plies: usize) -> Option<usize> {
        ply.checked_sub(plies).and_then(|ply| self.stack[ply].target)
    }

    /// By what the evaluation of a position is corrected.
    #[inline]
    pub(super) fn likeness(&self, position: &P, ply: usize) -> Likeness {
        let last = |plies| self.target_before(ply, plies);
        let hundredths = self.margins.correction_moves;
        let moves = last(1).zip(last(2)).filter(|_| hundredths > 0);
        Likeness {
            structures: position.structures(),
            moves: moves.map(|(last, before)| ([last, before], hundredths)),
            hundredths: self.margins.correction,
        }
    }

    /// The move, and after it the line found below.
    pub(crate) fn keep_line(&mut self, ply: usize, m: P::Move) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}
