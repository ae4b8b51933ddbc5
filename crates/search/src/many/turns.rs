//! Who may move, and in which order the moves are tried.

use agon_core::Tactics;

use super::{Opponents, Worker};
use crate::movepick::{Hints, MoveOrder, ScoredMove, pick};

/// The moves of those who may move at a node. Usually that is the player whose turn it is;
/// when opponents move one at a time it is any of them.
pub(super) struct Turns<P: Tactics> {
    /// Where the later ones move, after the earlier ones passed.
    later: Vec<P>,
    /// Each one's moves. There may be more lists than in use, to keep their memory.
    lists: Vec<Vec<ScoredMove<P::Move>>>,
    /// Whose moves come first.
    first: usize,
    given: usize,
    /// What was tried, with who tries it.
    pub(super) tried: Vec<(usize, ScoredMove<P::Move>)>,
}

impl<P: Tactics> Turns<P> {
    pub(super) fn new() -> Turns<P> {
        Turns { later: Vec::new(), lists: Vec::new(), first: 0, given: 0, tried: Vec::new() }
    }

    fn clear(&mut self) {
        self.later.clear();
        self.tried.clear();
        (self.first, self.given) = (0, 0);
    }

    fn list(&mut self, who: usize) -> &mut Vec<ScoredMove<P::Move>> {
        if self.lists.len() <= who {
            self.lists.resize_with(who + 1, Vec::new);
        }
        &mut self.lists[who]
    }

    /// The position in which this one moves, at a node with the position `here`.
    pub(super) fn position<'p>(&'p self, who: usize, here: &'p P) -> &'p P {
        match who {
            0 => here,
            later => &self.later[later - 1],
        }
    }

    /// The next move, and who makes it: first the best of each, then the second best.
    pub(super) fn next(&mut self) -> Option<(usize, ScoredMove<P::Move>)> {
        let count = 1 + self.later.len();
        for _ in 0..count {
            let who = (self.first + self.given) % count;
            let round = self.given / count;
            self.given += 1;
            if let Some(candidate) = pick(&mut self.lists[who], round) {
                self.tried.push((who, candidate));
                return Some((who, candidate));
            }
        }
        None
    }
}

impl<P: Tactics> Worker<'_, P> {
    /// Lists the moves at a node; there are none exactly when the game has ended.
    pub(super) fn list_turns(&self, position: &P, advice: &Hints, turns: &mut Turns<P>) {
        turns.clear();
        self.order().list_all(position, advice, turns.list(0));
        if turns.list(0).is_empty() || !self.may_skip(position) {
            return;
        }
        let mut later = self.skip(position);
        while later.turn() != self.root
            && later.decided().is_none()
            && turns.later.len() + 2 < position.players()
        {
            let who = turns.later.len() + 1;
            let list = turns.list(who);
            self.order().list_all(&later, advice, list);
            if list.iter().any(|candidate| Some(candidate.id) == advice.tt_move) {
                turns.first = who;
            }
            let next = self.skip(&later);
            turns.later.push(std::mem::replace(&mut later, next));
        }
    }

    fn order(&self) -> MoveOrder<'_, P> {
        MoveOrder { habit: self.habit, history: &self.history_tables }
    }

    /// The position after a move, and whether somebody passed after it.
    pub(super) fn after(&self, position: &P, m: P::Move) -> (P, bool) {
        let mut next = position.clone();
        next.play(m);
        let mut skipped = false;
        if self.may_skip(position) {
            for _ in 0..position.players() {
                if next.turn() == self.root || next.decided().is_some() {
                    break;
                }
                next = self.skip(&next);
                skipped = true;
            }
        }
        (next, skipped)
    }

    /// Is it an opponent's turn, and may another one move instead?
    fn may_skip(&self, position: &P) -> bool {
        self.opponents == Opponents::BestReply && position.turn() != self.root
    }

    /// The player to move passes. Where the game knows no passing, they make the move that
    /// looks best without a search.
    fn skip(&self, position: &P) -> P {
        position.pass().unwrap_or_else(|| {
            let mut list = Vec::new();
            self.order().list_all(position, &Hints::default(), &mut list);
            let mut next = position.clone();
            if let Some(candidate) = pick(&mut list, 0) {
                next.play(candidate.m);
            }
            next
        })
    }
}
