//! What a player can do in a turn: single moves, and all of them as sets of points.

use std::ops::ControlFlow;

use agon_core::{Cell, Rng};

use crate::board::{Board, Way};
use crate::rules::FEWEST_MEN;
use crate::set::Set;

/// A turn: a man is placed or moved, and if that closes a mill, an enemy is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Where the man stands; `None` when it comes from the hand.
    pub from: Option<Cell>,
    /// Where it goes.
    pub to: Cell,
    /// The enemy that is removed.
    pub remove: Option<Cell>,
}

/// How a player's men move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Not at all: too few are left.
    Lost,
    /// From the hand to any empty point.
    Placing,
    /// To an empty neighbouring point.
    Moving,
    /// To any empty point.
    Flying,
}

/// The moves of a position. Those that start alike share an index in the arrays: placements
/// the first, slides the one of their way in [`Way::ALL`], flights the one of their man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<S> {
    phase: Phase,
    own: S,
    /// Where men go without removing anybody.
    open: [S; 4],
    /// Where they close a mill and remove a man.
    closing: [S; 4],
    /// The enemies to choose from then.
    removable: S,
}

impl<S: Set> Moves<S> {
    /// Always inlined: as a function of its own, handing over the arrays costs a fifth of
    /// the speed of playouts and a third of that of counting.
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
                targets = Way::ALL.map(|way| board.step(own, way) & empty);
                mills = Way::ALL.map(|way| pairs.for_slide(way));
            }
            Phase::Flying => {
                for man in 0..FEWEST_MEN as usize {
                    let others = own.without(S::of(own.nth(man).bit()));
                    targets[man] = empty;
                    mills[man] = board.pairs(others).all();
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
    pub(crate) fn each(&self, out: &mut impl FnMut(Ply)) {
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

    /// The moves that remove nobody.
    #[inline]
    pub(crate) fn each_open(&self, out: &mut impl FnMut(Ply)) {
        for start in 0..4 {
            for to in self.open[start].cells() {
                out(self.ply(start, to, None));
            }
        }
    }

    /// The moves that remove an enemy, until `out` has heard enough.
    #[inline]
    pub(crate) fn each_closing(
        &self,
        out: &mut impl FnMut(Ply) -> ControlFlow<()>,
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

    /// Where men are placed without and with a removal, and who may be removed then.
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

    /// One of the moves, each with the same chance.
    #[inline]
    pub(crate) fn random(&self, rng: &mut Rng) -> Option<Ply> {
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
    fn ply(&self, start: usize, to: Cell, remove: Option<Cell>) -> Ply {
        let from = match self.phase {
            Phase::Lost | Phase::Placing => None,
            Phase::Moving => Some(Way::ALL[start].origin(to)),
            Phase::Flying => Some(self.own.nth(start)),
        };
        Ply { from, to, remove }
    }
}

/// The men that may be removed: those outside mills or, when there are none, all.
#[inline]
fn removable<S: Set>(board: &Board, men: S) -> S {
    let outside = men.without(board.in_mills(men));
    if outside.is_empty() { men } else { outside }
}

#[inline]
fn total<S: Set>(sets: [S; 4]) -> usize {
    sets.into_iter().map(S::len).sum()
}

/// The member that has `skip` others before it when the sets are put one after the other,
/// and the index of its set.
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
