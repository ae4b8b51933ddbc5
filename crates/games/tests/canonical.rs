//! Canonical keys of symmetric positions.

use std::collections::{HashMap, HashSet};

use agon_core::{Cell, Choice, MoveView, Rng, Shift};
use agon_games::canonical::{Canonical, fingerprint};
use agon_games::{AnyMatch, GAMES, find};

/// Returns the image of a move under a symmetry, in a canonical order.
fn image(view: &MoveView, places: &[Cell]) -> (Vec<Cell>, Option<Cell>, Vec<Choice>, Vec<Shift>) {
    let at = |cell: &Cell| places[cell.index()];
    let mut from: Vec<Cell> = view.from.iter().map(at).collect();
    from.sort_by_key(|cell| cell.index());
    let more = view.more.iter().map(|choice| match choice {
        Choice::Cell(cell) => Choice::Cell(at(cell)),
        Choice::Kind(kind) => Choice::Kind(kind),
    });
    let mut shifts: Vec<Shift> =
        view.shifts.iter().map(|s| Shift { from: at(&s.from), to: at(&s.to) }).collect();
    shifts.sort_by_key(|shift| (shift.from.index(), shift.to.index()));
    (from, view.to.as_ref().map(at), more.collect(), shifts)
}

fn piece_cells(game: &dyn AnyMatch, places: &[Cell]) -> HashSet<(usize, char)> {
    game.pieces().iter().map(|p| (places[p.cell.index()].index(), p.letter)).collect()
}

/// Symmetric games have equivalent moves, and equal keys after each of them.
#[test]
fn symmetric_games_have_equal_keys() {
    let cases = [
        ("tablut", "", 8),
        ("abalone", "", 2),
        ("abalone", "layout=belgian-daisy", 2),
        ("morris", "", 16),
        ("morris", "layers=5", 16),
        ("chinese-checkers", "", 2),
        ("chinese-checkers", "colors=yp", 2),
    ];
    let mut rng = Rng::new(7);
    for (id, rules, at_least) in cases {
        let start = find(id).unwrap().open(rules, None).unwrap();
        let canonical = Canonical::of(&*start);
        let identity: Vec<Cell> = (0..start.board().sites.len()).map(Cell::new).collect();
        // Only symmetries that preserve the start position can be followed from there.
        let fixing: Vec<Vec<Cell>> = start
            .symmetries()
            .into_iter()
            .filter(|places| piece_cells(&*start, places) == piece_cells(&*start, &identity))
            .collect();
        let different: HashSet<Vec<usize>> =
            fixing.iter().map(|places| places.iter().map(|c| c.index()).collect()).collect();
        assert!(different.len() >= at_least, "{id} {rules}: {}", different.len());
        for places in &fixing {
            let (mut game, mut mirrored) = (start.fork(), start.fork());
            for _ in 0..60 {
                let moves = game.move_views();
                if moves.is_empty() {
                    break;
                }
                let chosen = rng.below(moves.len());
                let wanted = image(&moves[chosen], places);
                let found = mirrored.move_views();
                let same = found.iter().position(|view| image(view, &identity) == wanted);
                let same = same.unwrap_or_else(|| panic!("{id}: {} is lost", moves[chosen].text));
                assert!(game.play_listed(chosen) && mirrored.play_listed(same));
                assert_eq!(canonical.key(&*game), canonical.key(&*mirrored), "{id} {rules}");
            }
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut rng = Rng::new(3);
    for game in GAMES {
        let mut seen: HashMap<u64, String> = HashMap::new();
        for _ in 0..20 {
            let mut game = game.open("", None).unwrap();
            let canonical = Canonical::of(&*game);
            for _ in 0..30 {
                let count = game.move_views().len();
                if count == 0 {
                    break;
                }
                game.play_listed(rng.below(count));
                // The pieces by kind, which symmetries preserve.
                let mut men: Vec<char> = game.pieces().iter().map(|piece| piece.letter).collect();
                men.sort_unstable();
                let about = format!("{:?} {men:?}", game.turn());
                let before = seen.entry(canonical.key(&*game)).or_insert_with(|| about.clone());
                assert_eq!(*before, about, "{}", game.id());
            }
        }
        assert!(seen.len() > 300, "{}: {}", game.id(), seen.len());
    }
}

#[test]
fn different_rules_have_different_keys() {
    let key = |rules: &str| {
        let game = find("tablut").unwrap().open(rules, None).unwrap();
        Canonical::of(&*game).key(&*game)
    };
    assert_eq!(key(""), key(""));
    assert_ne!(key(""), key("first=defenders"));
}

#[test]
fn symmetric_first_moves_have_equal_keys() {
    let count = |id: &str| {
        let mut game = find(id).unwrap().open("", None).unwrap();
        let canonical = Canonical::of(&*game);
        let keys = canonical.keys_after(&mut *game);
        assert_eq!(keys.len(), game.move_views().len(), "{id}");
        assert!(game.past().is_empty(), "{id}");
        keys.into_iter().collect::<HashSet<_>>().len()
    };
    // The 24 points form four orbits: corners and side middles, of the middle layer or of the
    // others.
    assert_eq!(count("morris"), 4);
    // 14 first moves in pairs of mirror images.
    assert_eq!(count("chinese-checkers"), 7);
    // Chess has no reflection: castling distinguishes the sides.
    assert_eq!(count("chess"), 20);
}

/// Stored keys must remain valid in later versions.
#[test]
fn keys_are_stable() {
    assert_eq!(fingerprint(), fingerprint());
    let game = find("morris").unwrap().open("", None).unwrap();
    assert_eq!(Canonical::of(&*game).key(&*game), 1_020_062_535_447_661_758);
}
