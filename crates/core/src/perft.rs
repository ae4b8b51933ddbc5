//! Move path enumeration and random playouts, to test and time move generators.

use crate::{History, Position, Rng};

/// Counts the move sequences of exactly `depth` plies. Finished games have none; limits and
/// repetition are ignored. The last ply is counted, not played.
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

/// Returns the perft count of each legal move. `depth` is at least 1.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut counts = Vec::new();
    position.moves(&mut |m| {
        let mut next = position.clone();
        next.play(m);
        counts.push((m, perft(&next, depth.saturating_sub(1))));
    });
    counts
}

/// Plays random moves until the game ends, by limits and repetition too, and returns the number
/// of plies. `history` is a reusable buffer.
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
