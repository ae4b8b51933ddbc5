//! Models of beginners, available in every game: opponents for measuring the lowest levels.

use agon_core::Rng;

use crate::{Computer, Method, Tactics};

impl<P: Tactics> Computer<P> {
    /// Plays random legal moves.
    pub const RANDOM: Computer<P> = Computer {
        name: "random",
        about: "plays random legal moves",
        opening: Some(|position, rng| position.random_move(rng)),
        ..Computer::AGON
    };

    /// Captures greedily.
    pub const TAKER: Computer<P> = Computer {
        name: "taker",
        about: "captures the most it can; otherwise advances or plays any move",
        opening: Some(grab),
        ..Computer::AGON
    };

    /// Searches one ply.
    pub const LOOKER: Computer<P> = Computer {
        name: "looker",
        about: "makes the move after which the position looks best, ignoring replies",
        method: Method::Plain,
        depth: Some(1),
        ..Computer::AGON
    };

    /// All models; they are not offered to users.
    pub const MODELS: &'static [Computer<P>] =
        &[Computer::RANDOM, Computer::TAKER, Computer::LOOKER];
}

/// Picks the winning move, or else the one with the largest gain, or else the most promising
/// one; ties are broken at random.
fn grab<P: Tactics>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let (mut best, threats) = (Vec::new(), position.threats());
    let mut most = None;
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        let wins = next.ending().and_then(|end| end.winner()) == Some(position.turn());
        let worth = (wins, position.gain(m), position.prior(m, &threats));
        if most.is_none_or(|most| worth > most) {
            most = Some(worth);
            best.clear();
        }
        if most == Some(worth) {
            best.push(m);
        }
    });
    (!best.is_empty()).then(|| best[rng.below(best.len())])
}
