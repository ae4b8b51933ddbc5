//! The conformance checks pass a good game and catch each broken promise.

mod common;

use std::panic::catch_unwind;

use agon_core::perft::{divide, perft, playout};
use agon_core::{History, Position, Rng, Rules, conformance};
use common::noughts::{FLAWS, Noughts, NoughtsRules};

fn check(flaw: &str) -> Result<(), String> {
    let rules = NoughtsRules::parse(&format!("flaw={flaw}")).expect("a flaw of the list");
    let checked = catch_unwind(|| conformance::check::<Noughts>(&rules, 1, 50));
    checked.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn a_good_game_passes() {
    assert_eq!(check("none"), Ok(()));
}

#[test]
fn every_flaw_is_found() {
    let complaints = [
        ("moves-after-the-end", "ended, or not: "),
        ("move-twice", "two moves are picked alike: "),
        ("miscounted", "count of moves: "),
        ("random-elsewhere", "random move"),
        ("key-of-the-past", "key differs from the recomputed one: "),
        ("unreadable", "own text refused: "),
        ("lenient", "accepted but not listed: "),
        ("names", "two cells share a name"),
        ("links", "neighbours, or not: "),
        ("picked-alike", "two moves are picked alike: "),
        ("another-man", "pieces after "),
    ];
    assert_eq!(complaints.len() + 1, FLAWS.len());
    for (flaw, complaint) in complaints {
        let found = check(flaw).expect_err(flaw);
        assert!(found.contains(complaint), "{flaw}: {found}");
    }
}

#[test]
fn counts_of_noughts_and_crosses_are_the_known_ones() {
    let start = Noughts::start(&NoughtsRules::default());
    let known = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for (depth, count) in (0..).zip(known) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
    let divided = divide(&start, 4);
    assert_eq!(divided.len(), 9);
    assert!(divided.iter().all(|&(_, count)| count == 336));
}

#[test]
fn playouts_go_to_the_end() {
    let start = Noughts::start(&NoughtsRules::default());
    let (mut rng, mut history) = (Rng::new(5), History::default());
    let lengths: Vec<u64> = (0..200).map(|_| playout(&start, &mut rng, &mut history)).collect();
    assert_eq!(lengths.iter().min(), Some(&5));
    assert_eq!(lengths.iter().max(), Some(&9));
}
