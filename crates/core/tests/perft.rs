//! Perft and random playouts.

use agon_core::perft::{divide, perft, playout};
use agon_core::{History, Position, Rng};
use agon_testkit::lines::{Lines, TIC_TAC_TOE};

#[test]
fn perft_matches_published_counts_of_tic_tac_toe() {
    let start = Lines::start(&TIC_TAC_TOE);
    let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for (depth, count) in (0..).zip(known) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
    let divided = divide(&start, 4);
    assert_eq!(divided.len(), 9);
    assert!(divided.iter().all(|&(_, count)| count == 336));
}

#[test]
fn playouts_reach_the_end() {
    let start = Lines::start(&TIC_TAC_TOE);
    let (mut rng, mut history) = (Rng::new(5), History::default());
    let lengths: Vec<u64> = (0..200).map(|_| playout(&start, &mut rng, &mut history)).collect();
    assert_eq!(lengths.iter().min(), Some(&5));
    assert_eq!(lengths.iter().max(), Some(&9));
}
