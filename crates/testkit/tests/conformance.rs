//! The conformance checks accept a correct game and detect each flaw.

mod flawed;

use std::panic::catch_unwind;

use agon_core::Rules;
use agon_testkit::conformance;
use agon_testkit::lines::{Lines, LinesRules, THREE_PLAYERS, TIC_TAC_TOE};
use flawed::{FLAWS, Flawed, FlawedRules};

#[test]
fn accepts_a_correct_game() {
    conformance::check::<Lines>(&TIC_TAC_TOE, 1, 50);
    conformance::check::<Lines>(&THREE_PLAYERS, 2, 20);
    conformance::check::<Lines>(
        &LinesRules { width: 5, height: 2, players: 6, ..TIC_TAC_TOE },
        3,
        20,
    );
}

fn check(flaw: &str) -> Result<(), String> {
    let rules = FlawedRules::parse(&format!("flaw={flaw}")).expect("a known flaw");
    let checked = catch_unwind(|| conformance::check::<Flawed>(&rules, 1, 50));
    checked.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn detects_every_flaw() {
    let messages = [
        ("moves-after-the-end", "the ending contradicts the moves: "),
        ("move-twice", "two moves have the same selection: "),
        ("miscounted", "count of moves: "),
        ("random-elsewhere", "random move"),
        ("key-of-the-past", "key differs from the recomputed one: "),
        ("unreadable", "own text rejected: "),
        ("lenient", "accepted but not listed: "),
        ("names", "two cells share a name"),
        ("links", "links contradict distances: "),
        ("picked-alike", "two moves have the same selection: "),
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
    assert_eq!(messages.len() + 1, FLAWS.len());
    for (flaw, message) in messages {
        let found = check(flaw).expect_err(flaw);
        assert!(found.contains(message), "{flaw}: {found}");
    }
}
