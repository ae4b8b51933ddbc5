//! Moves: single ones, and all moves of a position as sets of points.

use std::ops::ControlFlow;

use agon_core::{Cell, Rng};

use crate::board::{Board, Direction};
use crate::rules::MIN_MEN;
use crate::set::Set;

/// A move: a piece is placed or moved; if that closes a mill, an enemy piece is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Origin; `None` for a placement.
    pub from: Option<Cell>,
    /// Target.
    pub to: Cell,
    /// Removed enemy piece.
    pub remove: Option<Cell>,
}

/// How a player may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// No moves: fewer than three pieces are left.
    Lost,
    /// From the hand to any empty point.
    Placing,
    /// To an adjacent empty point.
    Moving,
    /// To any empty point.
    Flying,
}

/// The moves of a position. Array indices: placements use the first, slides the index of their
/// direction in [`Direction::ALL`], flights that of their piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<S> {
    phase: Phase,
    own: S,
    /// Targets of moves without a removal.
    open: [S; 4],
    /// Targets of moves with a removal.
    closing: [S; 4],
    /// Enemy pieces that such a move may remove.
    removable: S,
}

impl<S: Set> Moves<S> {
    /// Always inlined: as a separate function, copying the arrays costs 20% of the speed of
    /// playouts and 33% of that of counting.
    #[inline(always)]
    pub(crate) fn new(board: &Board, phase: Phase, own: u128, enemy: u128) -> Moves<S> {
        let empty = S::of(board.points & !(own | enemy));
        let (own, enemy) = (S::of(own), S::of(enemy));
        let mut targets = [S::EMPTY; 4];
        let mut mills = [S::EMPTY; 4];
        match phase {
            Phase::Lost => {}
            Phase::Placing => {
                targets[0] = empty;
                mills[0] = board.pairs(own).all();
            }
            Phase::Moving => {
                let pairs = board.pairs(own);
                targets = Direction::ALL.map(|direction| board.step(own, direction) & empty);
                mills = Direction::ALL.map(|direction| pairs.for_slide(direction));
            }
            Phase::Flying => {
                for piece in 0..MIN_MEN as usize {
                    let others = own.without(S::of(own.nth(piece).bit()));
                    targets[piece] = empty;
                    mills[piece] = board.pairs(others).all();
                }
            }
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| targets[i] & mills[i]);
        let removable = if (a | b | c | d).is_empty() { S::EMPTY } else { removable(board, enemy) };
        let closing = if removable.is_empty() { [S::EMPTY; 4] } else { [a, b, c, d] };
        let open = [0, 1, 2, 3].map(|i| targets[i].without(closing[i]));
        Moves { phase, own, open, closing, removable }
    }

    #[inline]
    pub(crate) fn each(&self, out: &mut impl FnMut(Move)) {
        for start in 0..4 {
            for to in self.open[start].cells() {
                out(self.ply(start, to, None));
            }
            for to in self.closing[start].cells() {
                for enemy in self.removable.cells() {
                    out(self.ply(start, to, Some(enemy)));
                }
            }
        }
    }

    #[inline]
    pub(crate) fn each_open(&self, out: &mut impl FnMut(Move)) {
        for start in 0..4 {
            for to in self.open[start].cells() {
                out(self.ply(start, to, None));
            }
        }
    }

    /// Passes the moves that remove an enemy piece until `out` breaks.
    #[inline]
    pub(crate) fn each_closing(
        &self,
        out: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for start in 0..4 {
            for to in self.closing[start].cells() {
                for enemy in self.removable.cells() {
                    out(self.ply(start, to, Some(enemy)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the targets of placements without a removal, targets with one, and the removable
    /// pieces.
    #[inline]
    pub(crate) fn placements(&self) -> (S, S, S) {
        (self.open[0], self.closing[0], self.removable)
    }

    #[inline]
    pub(crate) fn count_open(&self) -> usize {
        total(self.open)
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        total(self.open) + total(self.closing) * self.removable.len()
    }

    /// Returns a uniformly random move.
    #[inline]
    pub(crate) fn random(&self, rng: &mut Rng) -> Option<Move> {
        let count = self.count();
        let skip = if count == 0 { return None } else { rng.below(count) };
        let open = total(self.open);
        if skip < open {
            let (start, to) = pick(self.open, skip);
            return Some(self.ply(start, to, None));
        }
        let (skip, removals) = (skip - open, self.removable.len());
        let (start, to) = pick(self.closing, skip / removals);
        Some(self.ply(start, to, Some(self.removable.nth(skip % removals))))
    }

    #[inline]
    fn ply(&self, start: usize, to: Cell, remove: Option<Cell>) -> Move {
        let from = match self.phase {
            Phase::Lost | Phase::Placing => None,
            Phase::Moving => Some(Direction::ALL[start].origin(to)),
            Phase::Flying => Some(self.own.nth(start)),
        };
        Move { from, to, remove }
    }
}

/// Returns the removable pieces: those outside mills or, if there are none, all.
#[inline]
fn removable<S: Set>(board: &Board, men: S) -> S {
    let outside = men.without(board.in_mills(men));
    if outside.is_empty() { men } else { outside }
}

#[inline]
fn total<S: Set>(sets: [S; 4]) -> usize {
    sets.into_iter().map(S::len).sum()
}

/// Returns the index of a set and the member that has `skip` others before it in the concatenated
/// sets.
#[inline]
fn pick<S: Set>(sets: [S; 4], skip: usize) -> (usize, Cell) {
    let (mut index, mut before, mut end) = (0, 0, 0);
    for set in &sets[..3] {
        end += set.len();
        if skip >= end {
            index += 1;
            before = end;
        }
    }
    (index, sets[index].nth(skip - before))
}
