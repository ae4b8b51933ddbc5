//! The conformance checks pass a good game and catch each broken promise.

mod flawed;

use std::panic::catch_unwind;

use agon_core::Rules;
use agon_testkit::conformance;
use agon_testkit::lines::{Lines, LinesRules, THREE_PLAYERS, TIC_TAC_TOE};
use flawed::{FLAWS, Flawed, FlawedRules};

#[test]
fn a_good_game_passes() {
    conformance::check::<Lines>(&TIC_TAC_TOE, 1, 50);
    conformance::check::<Lines>(&THREE_PLAYERS, 2, 20);
    conformance::check::<Lines>(
        &LinesRules { width: 5, height: 2, players: 6, ..TIC_TAC_TOE },
        3,
        20,
    );
}

fn check(flaw: &str) -> Result<(), String> {
    let rules = FlawedRules::parse(&format!("flaw={flaw}")).expect("a flaw of the list");
    let checked = catch_unwind(|| conformance::check::<Flawed>(&rules, 1, 50));
    checked.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
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
        ("another-piece", "pieces after "),
        ("slot", "slot "),
        ("danger", "danger 1 of 1"),
        ("noisy-slot", "noisy slot "),
        ("target", "target "),
        ("noisy-elsewhere", "a noisy move is not legal: "),
        ("terms", "terms of flaw: "),
        ("noisy-for-nothing", "a noisy move gains nothing: "),
    ];
    assert_eq!(check("none"), Ok(()));
    assert_eq!(complaints.len() + 1, FLAWS.len());
    for (flaw, complaint) in complaints {
        let found = check(flaw).expect_err(flaw);
        assert!(found.contains(complaint), "{flaw}: {found}");
    }
}
