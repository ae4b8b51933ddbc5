//! Move ordering.

use agon_core::Position;
use agon_tactics::{Considers, Tactics};

use crate::history::{Continuation, HISTORY_LIMIT, HistoryTables};

/// A move with its ordering data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove<M> {
    pub(crate) m: M,
    pub(crate) id: u32,
    /// Immediate gain in hundredths of a piece; `None` for a quiet move.
    pub(crate) gain: Option<i32>,
    /// History score.
    pub(crate) history: i32,
    order: i32,
    /// Mover in best-reply search; 0 is the player to move.
    pub(crate) mover: u8,
    /// Whether the move was searched, not pruned.
    pub(crate) searched: bool,
}

impl<M: Copy> ScoredMove<M> {
    fn new<P: Tactics<Move = M>>(position: &P, m: M) -> ScoredMove<M> {
        let (id, gain) = (P::id(m), position.gain(m));
        ScoredMove { m, id, gain, history: 0, order: 0, mover: 0, searched: false }
    }

    /// Returns the same move for another mover.
    pub(crate) fn by(self, mover: u8) -> ScoredMove<M> {
        ScoredMove { mover, ..self }
    }
}

/// Order: table move, good noisy moves, killers, quiet moves, losing noisy moves.
const TT_MOVE: i32 = 1 << 30;
const GOOD_NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const BAD_NOISY: i32 = -(1 << 28);
/// Weight of 0.01 pieces of gain against history.
const GAIN_WEIGHT: i32 = 64;

/// Ordering data of a node.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Hints<T> {
    /// Move of the transposition table.
    pub(crate) tt_move: Option<u32>,
    /// Quiet moves that caused a cutoff in a sibling node.
    pub(crate) killers: [Option<u32>; 2],
    pub(crate) continuation: Continuation,
    pub(crate) threats: T,
}

impl<T> Hints<T> {
    #[inline]
    fn order_of_quiet<P: Tactics<Threats = T>>(
        &self,
        position: &P,
        quiet: &ScoredMove<P::Move>,
    ) -> i32 {
        match quiet.id {
            id if self.killers[0] == Some(id) => KILLER + 1,
            id if self.killers[1] == Some(id) => KILLER,
            _ => quiet.history + position.prior(quiet.m, &self.threats),
        }
    }
}

/// Ordering data of a search.
pub(crate) struct MoveOrder<'a, P: Position> {
    pub(crate) considers: Option<Considers<P>>,
    pub(crate) history: &'a HistoryTables,
    /// Loss, in hundredths of a piece, that full history makes up for in a noisy move.
    pub(crate) good_history: i32,
}

/// Lists the legal moves that pass the filter, or all of them if none does.
pub(crate) fn considered<P: Position>(
    position: &P,
    considers: Option<Considers<P>>,
    out: &mut impl FnMut(P::Move),
) {
    let Some(considers) = considers else { return position.moves(out) };
    let mut none = true;
    position.moves(&mut |m| {
        if considers(position, m) {
            none = false;
            out(m);
        }
    });
    if none {
        position.moves(out);
    }
}

impl<P: Tactics> MoveOrder<'_, P> {
    /// Whether a noisy move is tried before quiet ones.
    #[inline]
    fn is_good(&self, position: &P, noisy: &ScoredMove<P::Move>) -> bool {
        let trust = noisy.history * self.good_history / HISTORY_LIMIT;
        position.exchange_wins(noisy.m, -trust)
    }

    /// Lists and scores all legal moves. Returns whether the table move is among them.
    pub(crate) fn list_all(
        &self,
        position: &P,
        hints: &Hints<P::Threats>,
        list: &mut Vec<ScoredMove<P::Move>>,
    ) -> bool {
        list.clear();
        considered(position, self.considers, &mut |m| list.push(ScoredMove::new(position, m)));
        let quiet = self.history.quiet(position.turn(), hints.continuation);
        let mut has_tt_move = false;
        for scored in list {
            scored.history = match scored.gain {
                Some(_) => self.history.noisy(position, scored.m),
                None => quiet.score(position, scored.m, &hints.threats),
            };
            scored.order = match scored.gain {
                _ if hints.tt_move == Some(scored.id) => {
                    has_tt_move = true;
                    TT_MOVE
                }
                Some(gain) => {
                    let class = if self.is_good(position, scored) { GOOD_NOISY } else { BAD_NOISY };
                    class + gain * GAIN_WEIGHT + scored.history
                }
                None => hints.order_of_quiet(position, scored),
            };
        }
        has_tt_move
    }

    /// Lists and scores the noisy moves.
    pub(crate) fn list_noisy(
        &self,
        position: &P,
        tt_move: Option<u32>,
        list: &mut Vec<ScoredMove<P::Move>>,
    ) {
        list.clear();
        position.noisy_moves(&mut |m| {
            let mut scored = ScoredMove::new(position, m);
            let gain = *scored.gain.get_or_insert(0);
            scored.history = self.history.noisy(position, m);
            let first = if tt_move == Some(scored.id) { TT_MOVE } else { 0 };
            scored.order = first + gain * GAIN_WEIGHT + scored.history;
            list.push(scored);
        });
    }
}

/// Swaps the best move from index `from` on to that index and returns it.
pub(crate) fn pick<M: Copy>(list: &mut [ScoredMove<M>], from: usize) -> Option<ScoredMove<M>> {
    let mut order = list.get(from)?.order;
    let mut best = from;
    for (i, candidate) in list.iter().enumerate().skip(from + 1) {
        if candidate.order > order {
            (best, order) = (i, candidate.order);
        }
    }
    list.swap(from, best);
    Some(list[from])
}

/// A staged move picker: most nodes are cut off by the table move or a noisy move, so quiet moves
/// are scored only when reached.
#[derive(Debug)]
pub(crate) struct MovePicker<M> {
    /// Returned moves, then noisy ones, then quiet ones.
    list: Vec<ScoredMove<M>>,
    given: usize,
    /// Number of moves at the front that are noisy or the table move.
    noisy: usize,
    quiets_are_scored: bool,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The list contains only the table move.
    TableMove,
    Listed,
}

impl<M> Default for MovePicker<M> {
    fn default() -> MovePicker<M> {
        MovePicker {
            list: Vec::new(),
            given: 0,
            noisy: 0,
            quiets_are_scored: false,
            stage: Stage::Listed,
        }
    }
}

impl<M: Copy> MovePicker<M> {
    /// Starts with the table move alone if it is legal, because it usually causes a cutoff.
    pub(crate) fn begin<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        order: &MoveOrder<'_, P>,
        tt_move: Option<u32>,
    ) {
        let known = tt_move.filter(|_| order.considers.is_none());
        let Some(m) = known.and_then(|id| position.find(id)) else {
            return self.list(position, order, tt_move);
        };
        let mut first = ScoredMove::new(position, m);
        first.history = first.gain.map_or(0, |_| order.history.noisy(position, m));
        first.order = TT_MOVE;
        self.list.clear();
        self.list.push(first);
        (self.given, self.noisy, self.quiets_are_scored) = (0, 1, false);
        self.stage = Stage::TableMove;
    }

    /// Generates the remaining moves after the table move was returned.
    fn list_others<P: Tactics<Move = M>>(&mut self, position: &P, order: &MoveOrder<'_, P>) {
        let given = self.list[0];
        self.list(position, order, Some(given.id));
        pick(&mut self.list[..self.noisy], 0);
        self.list[0].searched = given.searched;
        self.given = 1;
    }

    /// Generates the legal moves.
    fn list<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        order: &MoveOrder<'_, P>,
        tt_move: Option<u32>,
    ) {
        self.list.clear();
        (self.given, self.noisy, self.quiets_are_scored) = (0, 0, false);
        self.stage = Stage::Listed;
        considered(position, order.considers, &mut |m| {
            let mut scored = ScoredMove::new(position, m);
            scored.history = scored.gain.map_or(0, |_| order.history.noisy(position, m));
            scored.order = match scored.gain {
                _ if tt_move == Some(scored.id) => TT_MOVE,
                Some(gain) => GOOD_NOISY + gain * GAIN_WEIGHT + scored.history,
                None => 0,
            };
            self.list.push(scored);
            if scored.order != 0 {
                let last = self.list.len() - 1;
                self.list.swap(self.noisy, last);
                self.noisy += 1;
            }
        });
    }

    /// Generates and scores all legal moves. Returns whether the table move is among them.
    pub(crate) fn list_scored<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        order: &MoveOrder<'_, P>,
        hints: &Hints<P::Threats>,
    ) -> bool {
        (self.given, self.noisy, self.quiets_are_scored) = (0, 0, true);
        self.stage = Stage::Listed;
        order.list_all(position, hints, &mut self.list)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the next move.
    #[inline(always)]
    pub(crate) fn next<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        order: &MoveOrder<'_, P>,
        hints: &Hints<P::Threats>,
    ) -> Option<ScoredMove<M>> {
        if self.stage == Stage::TableMove && self.given > 0 {
            self.list_others(position, order);
        }
        loop {
            let end = if self.quiets_are_scored { self.list.len() } else { self.noisy };
            match pick(&mut self.list[..end], self.given) {
                Some(best) if best.order >= TT_MOVE || self.quiets_are_scored => {
                    // A quiet table move has no history score yet.
                    self.given += 1;
                    return Some(best);
                }
                Some(best) if best.order >= GOOD_NOISY / 2 => {
                    if order.is_good(position, &best) {
                        self.given += 1;
                        return Some(best);
                    }
                    self.list[self.given].order += BAD_NOISY - GOOD_NOISY;
                }
                _ if self.given == self.list.len() => return None,
                _ => self.score_quiets(position, order, hints),
            }
        }
    }

    fn score_quiets<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        order: &MoveOrder<'_, P>,
        hints: &Hints<P::Threats>,
    ) {
        self.quiets_are_scored = true;
        let history = order.history.quiet(position.turn(), hints.continuation);
        for quiet in &mut self.list[self.noisy..] {
            quiet.history = history.score(position, quiet.m, &hints.threats);
            quiet.order = hints.order_of_quiet(position, quiet);
        }
    }

    /// Drops the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        let mut keep = self.given;
        for i in self.given..self.list.len() {
            if self.list[i].gain.is_some() {
                self.list.swap(keep, i);
                keep += 1;
            }
        }
        self.list.truncate(keep);
    }

    /// Marks the last returned move as searched, not pruned.
    pub(crate) fn mark_searched(&mut self) {
        if let Some(last) = self.given.checked_sub(1) {
            self.list[last].searched = true;
        }
    }

    /// Returns the moves searched so far.
    pub(crate) fn searched(&self) -> impl Iterator<Item = &ScoredMove<M>> {
        self.list[..self.given].iter().filter(|candidate| candidate.searched)
    }
}
