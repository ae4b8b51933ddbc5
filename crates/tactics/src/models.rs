//! Players as simple as people who have just learned a game: what the lowest levels are measured
//! against. Every game has them, made of what it tells a search.

use agon_core::Rng;

use crate::{Computer, Method, Tactics};

impl<P: Tactics> Computer<P> {
    /// Any legal move.
    pub const RANDOM: Computer<P> = Computer {
        name: "random",
        about: "makes any legal move",
        opening: Some(|position, rng| position.random_move(rng)),
        ..Computer::AGON
    };

    /// Takes what it can.
    pub const TAKER: Computer<P> = Computer {
        name: "taker",
        about: "takes the most that it can; where nothing is to be had, goes ahead or anywhere",
        opening: Some(grab),
        ..Computer::AGON
    };

    /// Makes the move after which the position looks best.
    pub const LOOKER: Computer<P> = Computer {
        name: "looker",
        about: "makes the move after which the position looks best, answers not considered",
        method: Method::Plain,
        depth: Some(1),
        ..Computer::AGON
    };

    /// All of them. They are no computers that people are offered.
    pub const MODELS: &'static [Computer<P>] =
        &[Computer::RANDOM, Computer::TAKER, Computer::LOOKER];
}

/// The move that wins the game, or else most at once, or else the most promising one; any of those that
/// are alike.
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
