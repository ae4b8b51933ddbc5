//! The players who may move at a node: the player to move or, in best-reply search, any opponent.

use agon_tactics::Tactics;

use super::Worker;
use crate::movepick::{Hints, MoveOrder, MovePicker, ScoredMove, pick};
use crate::sides::Sides;

pub(super) struct Movers<P: Tactics> {
    /// Moves of the player to move.
    picker: MovePicker<P::Move>,
    others: Option<Box<Others<P>>>,
}

/// The other possible movers. Mover 0 is the player to move; mover n moves after movers 0 to n-1
/// have passed.
struct Others<P: Tactics> {
    /// Position in which each of them moves.
    turns: Vec<P>,
    /// Their move pickers. Never shrinks, to reuse the memory.
    pickers: Vec<MovePicker<P::Move>>,
    /// The mover who has the transposition-table move.
    first: usize,
    given: usize,
}

impl<P: Tactics> Default for Movers<P> {
    fn default() -> Movers<P> {
        Movers { picker: MovePicker::default(), others: None }
    }
}

impl<P: Tactics> Default for Others<P> {
    fn default() -> Others<P> {
        Others { turns: Vec::new(), pickers: Vec::new(), first: 0, given: 0 }
    }
}

impl<P: Tactics> Movers<P> {
    /// Whether there are no legal moves, which means that the game has ended.
    pub(super) fn is_empty(&self) -> bool {
        self.picker.is_empty()
    }

    /// Returns the position in which `candidate` is played, at a node with the position `here`.
    #[inline]
    pub(super) fn turn<'p>(&'p self, candidate: &ScoredMove<P::Move>, here: &'p P) -> &'p P {
        match &self.others {
            Some(others) if candidate.mover > 0 => &others.turns[usize::from(candidate.mover) - 1],
            _ => here,
        }
    }

    /// Returns the next move: the best of each mover first, then the second best of each.
    #[inline]
    pub(super) fn next(
        &mut self,
        here: &P,
        order: &MoveOrder<'_, P>,
        hints: &Hints<P::Threats>,
    ) -> Option<ScoredMove<P::Move>> {
        match &mut self.others {
            None => self.picker.next(here, order, hints),
            Some(others) => others.next(&mut self.picker, here, order, hints),
        }
    }

    /// Drops the remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
        if let Some(others) = &mut self.others {
            let in_use = others.turns.len();
            others.pickers[..in_use].iter_mut().for_each(MovePicker::skip_quiets);
        }
    }

    /// Marks the mover's last returned move as searched, not pruned.
    #[inline]
    pub(super) fn mark_searched(&mut self, candidate: &ScoredMove<P::Move>) {
        match &mut self.others {
            Some(others) if candidate.mover > 0 => {
                others.pickers[usize::from(candidate.mover) - 1].mark_searched();
            }
            _ => self.picker.mark_searched(),
        }
    }

    /// Calls `visit` for every move searched so far.
    #[inline]
    pub(super) fn searched(&self, mut visit: impl FnMut(&ScoredMove<P::Move>)) {
        self.picker.searched().for_each(&mut visit);
        if let Some(others) = &self.others {
            for (mover, picker) in (1..).zip(&others.pickers[..others.turns.len()]) {
                picker.searched().for_each(|candidate| visit(&candidate.by(mover)));
            }
        }
    }
}

impl<P: Tactics> Others<P> {
    #[inline(never)]
    fn next(
        &mut self,
        first: &mut MovePicker<P::Move>,
        here: &P,
        order: &MoveOrder<'_, P>,
        hints: &Hints<P::Threats>,
    ) -> Option<ScoredMove<P::Move>> {
        let movers = 1 + self.turns.len();
        (0..movers).find_map(|_| {
            let mover = (self.first + self.given) % movers;
            self.given += 1;
            let (picker, turn) = match mover.checked_sub(1) {
                None => (&mut *first, here),
                Some(other) => (&mut self.pickers[other], &self.turns[other]),
            };
            Some(picker.next(turn, order, hints)?.by(mover as u8))
        })
    }
}

impl<P: Tactics, S: Sides<P>> Worker<'_, P, S> {
    pub(super) fn list_moves(
        &self,
        position: &P,
        hints: &Hints<P::Threats>,
        movers: &mut Movers<P>,
    ) {
        if S::TWO_PLAYERS {
            return movers.picker.begin(position, &self.order, hints.tt_move);
        }
        movers.picker.list_scored(position, &self.order, hints);
        if !self.sides.may_pass(position) {
            movers.others = None;
        } else if !movers.is_empty() {
            self.list_others(position, hints, movers.others.get_or_insert_default());
        }
    }

    fn list_others(&self, position: &P, hints: &Hints<P::Threats>, others: &mut Others<P>) {
        others.turns.clear();
        (others.first, others.given) = (0, 0);
        for nth in 0..position.players().saturating_sub(2) {
            let turn = self.pass(others.turns.last().unwrap_or(position));
            if !self.sides.may_pass(&turn) || turn.decided().is_some() {
                break;
            }
            if others.pickers.len() <= nth {
                others.pickers.push(MovePicker::default());
            }
            if others.pickers[nth].list_scored(&turn, &self.order, hints) {
                others.first = nth + 1;
            }
            others.turns.push(turn);
        }
    }

    /// Passes for the remaining allies of the last mover. Returns whether anyone passed.
    pub(super) fn let_pass(&self, position: &mut P) -> bool {
        let mut passed = false;
        for _ in 0..position.players() {
            if !self.sides.may_pass(position) || position.decided().is_some() {
                break;
            }
            *position = self.pass(position);
            passed = true;
        }
        passed
    }

    /// Passes for the player to move. If the game has no pass, plays the first move of the move
    /// ordering.
    fn pass(&self, position: &P) -> P {
        position.pass().unwrap_or_else(|| {
            let mut list = Vec::new();
            self.order.list_all(position, &Hints::default(), &mut list);
            let mut next = position.clone();
            if let Some(candidate) = pick(&mut list, 0) {
                next.play(candidate.m);
            }
            next
        })
    }
}
