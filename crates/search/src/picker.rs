//! In which order moves are tried.

use agon_core::Position;
use agon_tactics::{Habit, Tactics};

use crate::experience::{Before, Experience};

/// A move with what speaks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    pub(crate) id: u32,
    /// What it wins at once; `None` for a quiet move.
    pub(crate) gain: Option<i32>,
    /// Experience with it.
    pub(crate) merit: i32,
    /// Has it been searched, and not only passed over?
    pub(crate) searched: bool,
    order: i32,
}

/// The best move of an earlier search comes first, then good noisy moves, the moves that
/// refuted at the same ply, quiet ones, and noisy moves that lose.
const REMEMBERED: i32 = 1 << 30;
const GOOD_NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const BAD_NOISY: i32 = -(1 << 28);
/// A hundredth of a man against experience.
const GAIN_WEIGHT: i32 = 64;

/// What an earlier search says about the order.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Advice {
    pub(crate) remembered: Option<u32>,
    pub(crate) killers: [Option<u32>; 2],
    pub(crate) before: Before,
}

/// The legal moves that are worth a thought, or all where none is.
pub(crate) fn considered<P: Position>(
    position: &P,
    habit: Option<&Habit<P>>,
    out: &mut impl FnMut(P::Move),
) {
    let Some(habit) = habit else { return position.moves(out) };
    let mut none = true;
    position.moves(&mut |m| {
        if (habit.considers)(position, m) {
            none = false;
            out(m);
        }
    });
    if none {
        position.moves(out);
    }
}

/// Lists the legal moves and weighs them.
pub(crate) fn list_all<P: Tactics>(
    position: &P,
    habit: Option<&Habit<P>>,
    experience: &Experience,
    advice: Advice,
    list: &mut Vec<Candidate<P::Move>>,
) {
    list.clear();
    considered(position, habit, &mut |m| {
        let id = P::id(m);
        let gain = position.gain(m);
        let merit = match gain {
            Some(_) => experience.noisy(position, m),
            None => experience.quiet(position, m, advice.before),
        };
        let order = match gain {
            _ if advice.remembered == Some(id) => REMEMBERED,
            Some(gain) if position.exchange(m) >= 0 => GOOD_NOISY + gain * GAIN_WEIGHT + merit,
            Some(gain) => BAD_NOISY + gain * GAIN_WEIGHT + merit,
            None if advice.killers[0] == Some(id) => KILLER + 1,
            None if advice.killers[1] == Some(id) => KILLER,
            None => merit + position.prior(m),
        };
        list.push(Candidate { m, id, gain, merit, searched: false, order });
    });
}

/// The moves of a node, weighed no sooner than they are needed: most nodes are refuted by the
/// remembered move or by a noisy one, and never ask for the quiet ones.
#[derive(Debug)]
pub(crate) struct Moves<M> {
    /// Those already given, then noisy ones, then quiet ones.
    list: Vec<Candidate<M>>,
    given: usize,
    /// So many at the front are not quiet, or were remembered.
    noisy: usize,
    quiet_are_weighed: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Moves<M> {
        Moves { list: Vec::new(), given: 0, noisy: 0, quiet_are_weighed: false }
    }
}

impl<M: Copy> Moves<M> {
    /// Lists the legal moves.
    pub(crate) fn list<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        habit: Option<&Habit<P>>,
        experience: &Experience,
        remembered: Option<u32>,
    ) {
        self.clear();
        considered(position, habit, &mut |m| {
            let id = P::id(m);
            let gain = position.gain(m);
            let merit = gain.map_or(0, |_| experience.noisy(position, m));
            let order = match gain {
                _ if remembered == Some(id) => REMEMBERED,
                Some(gain) => GOOD_NOISY + gain * GAIN_WEIGHT + merit,
                None => 0,
            };
            self.list.push(Candidate { m, id, gain, merit, searched: false, order });
            if order != 0 {
                let last = self.list.len() - 1;
                self.list.swap(self.noisy, last);
                self.noisy += 1;
            }
        });
    }

    fn clear(&mut self) {
        self.list.clear();
        (self.given, self.noisy, self.quiet_are_weighed) = (0, 0, false);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The move to try next.
    pub(crate) fn next<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        experience: &Experience,
        advice: Advice,
    ) -> Option<Candidate<M>> {
        loop {
            let end = if self.quiet_are_weighed { self.list.len() } else { self.noisy };
            let best = next(&mut self.list[..end], self.given);
            match best {
                Some(candidate) if candidate.order >= REMEMBERED || self.quiet_are_weighed => {
                    // A quiet move that was remembered has not been weighed yet.
                    self.given += 1;
                    return Some(candidate);
                }
                Some(candidate) if candidate.order >= GOOD_NOISY / 2 => {
                    if position.exchange(candidate.m) >= 0 {
                        self.given += 1;
                        return Some(candidate);
                    }
                    self.list[self.given].order += BAD_NOISY - GOOD_NOISY;
                }
                _ if self.given == self.list.len() => return None,
                _ => self.weigh_quiet(position, experience, advice),
            }
        }
    }

    fn weigh_quiet<P: Tactics<Move = M>>(
        &mut self,
        position: &P,
        experience: &Experience,
        advice: Advice,
    ) {
        self.quiet_are_weighed = true;
        for candidate in &mut self.list[self.noisy..] {
            let Candidate { m, id, .. } = *candidate;
            candidate.merit = experience.quiet(position, m, advice.before);
            candidate.order = match id {
                _ if advice.killers[0] == Some(id) => KILLER + 1,
                _ if advice.killers[1] == Some(id) => KILLER,
                _ => candidate.merit + position.prior(m),
            };
        }
    }

    /// Quiet moves are not wanted any more.
    pub(crate) fn leave_out_quiet(&mut self) {
        let mut keep = self.given;
        for i in self.given..self.list.len() {
            if self.list[i].gain.is_some() {
                self.list.swap(keep, i);
                keep += 1;
            }
        }
        self.list.truncate(keep);
    }

    /// The move given last is really searched, and not only passed over.
    pub(crate) fn mark_searched(&mut self) {
        if let Some(last) = self.given.checked_sub(1) {
            self.list[last].searched = true;
        }
    }

    /// The moves that were really searched so far.
    pub(crate) fn searched(&self) -> impl Iterator<Item = &Candidate<M>> + Clone {
        self.list[..self.given].iter().filter(|candidate| candidate.searched)
    }
}

/// Lists the noisy moves and weighs them.
pub(crate) fn list_noisy<P: Tactics>(
    position: &P,
    experience: &Experience,
    remembered: Option<u32>,
    list: &mut Vec<Candidate<P::Move>>,
) {
    list.clear();
    position.noisy_moves(&mut |m| {
        let gain = position.gain(m).unwrap_or(0);
        let merit = experience.noisy(position, m);
        let id = P::id(m);
        let first = if remembered == Some(id) { REMEMBERED } else { 0 };
        let order = first + gain * GAIN_WEIGHT + merit;
        list.push(Candidate { m, id, gain: Some(gain), merit, searched: false, order });
    });
}

/// Brings the best of the remaining moves to the front and gives it.
pub(crate) fn next<M: Copy>(list: &mut [Candidate<M>], from: usize) -> Option<Candidate<M>> {
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
