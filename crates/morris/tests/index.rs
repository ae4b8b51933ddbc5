//! The index of positions: complete, without duplicates, consistent with the rules.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use agon_core::{Position, Rng};
use agon_morris::{Census, Index, Leaving, Morris, MorrisRules};

fn standard() -> Index {
    Index::new(&MorrisRules::default()).expect("the standard board is indexed")
}

fn small(flying: bool) -> Index {
    let rules = MorrisRules { layers: 2, flying, ..MorrisRules::default() };
    Index::new(&rules).expect("small boards are indexed")
}

fn moving(mover: u32, other: u32) -> Census {
    Census { in_hand: 0, mover, other }
}

#[test]
fn position_counts_match_known_values() {
    let index = standard();
    for (mover, other, known) in [
        (3, 3, 169_626),
        (4, 3, 760_398),
        (3, 4, 760_398),
        (4, 4, 3_225_597),
        (5, 5, 30_914_424),
        (6, 6, 156_229_360),
        (8, 7, 525_979_400),
        (8, 8, 591_726_690),
        (9, 9, 409_106_740),
    ] {
        let census = moving(mover, other);
        assert_eq!(index.positions(census), known, "{mover}-{other}");
        assert!(index.slots(census) < known + known / 4, "few slots are empty");
        if known < 1_000_000 {
            let slots = 0..index.slots(census);
            assert_eq!(slots.filter(|&slot| index.is_filled(census, slot)).count() as u64, known);
        }
    }
}

#[test]
fn total_position_count_matches_known_value() {
    let index = standard();
    let pairs = (3..=9).flat_map(|mover| (3..=9).map(move |other| moving(mover, other)));
    assert_eq!(pairs.map(|census| index.positions(census)).sum::<u64>(), 8_904_593_601);
}

#[test]
fn slots_and_positions_round_trip() {
    let index = standard();
    let mut rng = Rng::new(1);
    let whole = [moving(3, 3), Census { in_hand: 13, mover: 2, other: 3 }];
    let large = [moving(5, 4), moving(3, 9), moving(9, 3), moving(8, 7), moving(9, 9)];
    let check = |census: Census, slot: u64| {
        if let Some(position) = index.position(census, slot) {
            assert_eq!(index.place(&position), Some((census, slot)), "{position:?}");
        }
    };
    for census in whole {
        (0..index.slots(census)).for_each(|slot| check(census, slot));
    }
    for census in large {
        let slots = index.slots(census) as usize;
        (0..20_000).for_each(|_| check(census, rng.below(slots) as u64));
    }
}

/// On a small board every position has one slot, and every slot that is not empty has a position.
#[test]
fn every_position_has_exactly_one_slot() {
    let index = small(true);
    let census = moving(4, 3);
    let mut seen = vec![0_u32; index.slots(census) as usize];
    let sets = |men: u32| (0..1_u32 << 16).filter(move |set| set.count_ones() == men);
    let blues: Vec<u32> = sets(3).collect();
    for red in sets(4) {
        for &blue in &blues {
            if red & blue == 0 {
                let text = text(red, blue);
                let position = agon_core::Notation::parse_position(&text, &MorrisRules::default());
                let (found, slot) = index.place(&position.unwrap()).unwrap();
                assert_eq!(found, census);
                seen[slot as usize] += 1;
            }
        }
    }
    for (slot, &seen) in seen.iter().enumerate() {
        assert_eq!(seen > 0, index.is_filled(census, slot as u64));
        assert!(seen == 0 || 16 % seen == 0, "{seen} positions cannot make an orbit");
    }
    assert_eq!(seen.iter().sum::<u32>(), 1820 * 220);
}

fn text(red: u32, blue: u32) -> String {
    let letter = |point: u32| match (red >> point & 1, blue >> point & 1) {
        (1, _) => 'r',
        (_, 1) => 'b',
        _ => '.',
    };
    let layer = |layer: u32| (8 * layer..8 * layer + 8).map(letter).collect::<String>();
    format!("{}/{} r 0 0 0", layer(0), layer(1))
}

/// Returns the targets of the legal moves: quiet ones with their number, and others.
fn by_rules(index: &Index, position: &Morris) -> (BTreeMap<u64, u32>, Vec<Leaving>) {
    let (mut quiet, mut leaving) = (BTreeMap::new(), Vec::new());
    position.moves(&mut |ply| {
        let mut next = position.clone();
        next.play(ply);
        match index.place(&next) {
            Some((_, slot)) if ply.from.is_some() && ply.remove.is_none() => {
                *quiet.entry(slot).or_default() += 1;
            }
            Some((census, slot)) => leaving.push(Leaving::To(census, slot)),
            None => leaving.push(Leaving::Won),
        }
    });
    (quiet, leaving)
}

fn sorted(mut leaving: Vec<Leaving>) -> Vec<String> {
    let mut texts: Vec<String> = leaving.drain(..).map(|leaving| format!("{leaving:?}")).collect();
    texts.sort();
    texts
}

fn check_moves(index: &Index, census: Census, slot: u64) {
    let mut leaving = Vec::new();
    let count = index.leave(census, slot, &mut |to| {
        leaving.push(to);
        ControlFlow::Continue(())
    });
    let Some(position) = index.position(census, slot) else {
        assert_eq!(count, None);
        return;
    };
    let mut quiet: BTreeMap<u64, u32> = BTreeMap::new();
    index.quiet(census, slot, &mut |to| *quiet.entry(to).or_default() += 1);
    let (quiet_by_rules, leaving_by_rules) = by_rules(index, &position);
    assert_eq!(quiet, quiet_by_rules, "{position:?}");
    assert_eq!(sorted(leaving), sorted(leaving_by_rules), "{position:?}");
    assert_eq!(count, Some(quiet.values().sum()));
}

#[test]
fn index_moves_agree_with_the_rules() {
    let mut rng = Rng::new(2);
    let index = standard();
    let mut censuses = vec![Census { in_hand: 18, mover: 0, other: 0 }];
    for (mover, other) in [(3, 3), (4, 3), (3, 4), (5, 5), (9, 3), (3, 9), (9, 9), (7, 8)] {
        censuses.push(moving(mover, other));
    }
    for in_hand in 1..14 {
        censuses.push(Census { in_hand, mover: 3, other: 4 });
        censuses.push(Census { in_hand, mover: 2, other: 1 });
    }
    for census in censuses {
        let slots = index.slots(census) as usize;
        for _ in 0..2_000.min(4 * slots) {
            check_moves(&index, census, rng.below(slots) as u64);
        }
    }
}

/// On a small board `before` is the inverse of `quiet`, with equal numbers of moves.
#[test]
fn before_is_the_inverse_of_quiet() {
    for index in [small(true), small(false)] {
        for (mover, other) in [(3, 3), (4, 3), (3, 4), (5, 4), (6, 6)] {
            let (census, next) = (moving(mover, other), moving(other, mover));
            let mut forth: BTreeMap<(u64, u64), u32> = BTreeMap::new();
            let mut back = forth.clone();
            for slot in 0..index.slots(census) {
                index.quiet(census, slot, &mut |to| *forth.entry((slot, to)).or_default() += 1);
            }
            for slot in 0..index.slots(next) {
                index.before(next, slot, &mut |from, times| {
                    *back.entry((from, slot)).or_default() += times;
                });
            }
            assert_eq!(forth.len(), back.len());
            assert!(forth == back, "{mover}-{other}");
        }
    }
}
