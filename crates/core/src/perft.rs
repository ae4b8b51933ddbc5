//! Counting move sequences, and playing at random: the two yardsticks of a move generator.

use crate::{History, Position, Rng};

/// How many sequences of exactly `depth` plies there are. A finished game has no
/// continuation; limits and repetition are not applied. The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            position.moves(&mut |m| {
                let mut next = position.clone();
                next.play(m);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// For each legal move the count of sequences that begin with it. `depth` is at least 1.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut counts = Vec::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        counts.push((m, perft(&next, depth.saturating_sub(1))));
    });
    counts
}

/// Plays random moves to the end of the game, limits and repetition included, and tells how
/// many moves were made. `history` is working space that can be used again.
pub fn playout<P: Position>(start: &P, rng: &mut Rng, history: &mut History) -> u64 {
    history.clear();
    let mut position = start.clone();
    let mut plies = 0;
    while let Some(m) = position.random_move(rng) {
        if position.limit().is_some() || history.is_repetition(&position) {
            break;
        }
        history.push(&position);
        position.play(m);
        plies += 1;
    }
    plies
}
