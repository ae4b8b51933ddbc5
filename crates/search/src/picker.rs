//! In which order moves are tried.

use agon_core::Tactics;

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

/// Lists the legal moves and weighs them.
pub(crate) fn list_all<P: Tactics>(
    position: &P,
    experience: &Experience,
    advice: Advice,
    list: &mut Vec<Candidate<P::Move>>,
) {
    list.clear();
    position.moves(&mut |m| {
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

/// Lists the noisy moves and weighs them.
pub(crate) fn list_noisy<P: Tactics>(
    position: &P,
    experience: &Experience,
    list: &mut Vec<Candidate<P::Move>>,
) {
    list.clear();
    position.noisy_moves(&mut |m| {
        let gain = position.gain(m).unwrap_or(0);
        let merit = experience.noisy(position, m);
        let order = gain * GAIN_WEIGHT + merit;
        list.push(Candidate { m, id: P::id(m), gain: Some(gain), merit, searched: false, order });
    });
}

/// Brings the best of the remaining moves to the front and gives it.
pub(crate) fn next<M: Copy>(list: &mut [Candidate<M>], from: usize) -> Option<Candidate<M>> {
    let best = (from..list.len()).max_by_key(|&i| (list[i].order, std::cmp::Reverse(i)))?;
    list.swap(from, best);
    Some(list[from])
}
