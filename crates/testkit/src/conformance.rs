//! Conformance checks of a game's board and of random games.
//!
//! Games call [`check`] from a test for every preset. A failed check panics with the position
//! text.

use std::collections::{HashMap, HashSet};

use agon_core::{
    Cell, Choice, FieldKind, Game, Match, MoveView, Piece, Player, Rng, Rules, Sheet, View,
};
use agon_tactics::{Evaluation, Inputs, MAX_INPUTS, Tactics};

/// Limit on the length of random games; the rules of every game end them much earlier.
const LONGEST_GAME: usize = 3_000;

/// Checks the rules and the board, and plays and checks `games` random games.
pub fn check<G: Game + Tactics>(rules: &G::Rules, seed: u64, games: usize) {
    check_rules(rules);
    check_board::<G>(rules);
    if let Some(inputs) = G::INPUTS {
        check_symmetries(inputs);
    }
    let mut rng = Rng::new(seed);
    let mut ids = HashMap::new();
    for _ in 0..games {
        check_random_game::<G>(rules, &mut rng, &mut ids);
    }
}

fn check_rules<R: Rules>(rules: &R) {
    let text = rules.text();
    assert_eq!(R::parse(&text).as_ref(), Ok(rules), "rules do not round-trip: {text}");
    assert!(rules.check().is_ok(), "rules contradict themselves: {text}");
    for preset in R::PRESETS {
        let parsed = R::parse(preset.name);
        assert_eq!(parsed, R::parse(preset.rules), "preset {}", preset.name);
        assert!(parsed.is_ok(), "preset {}: {parsed:?}", preset.name);
    }
}

/// Checks that names are unique and that links match the distances on the board.
fn check_board<V: View>(rules: &V::Rules) {
    let board = V::board(rules);
    let names: HashSet<&str> = board.sites.iter().map(|site| site.name.as_str()).collect();
    assert_eq!(names.len(), board.sites.len(), "two cells share a name");

    let at = |cell: Cell| (board.sites[cell.index()].x, board.sites[cell.index()].y);
    let distance = |a: Cell, b: Cell| {
        let ((ax, ay), (bx, by)) = (at(a), at(b));
        (ax - bx).hypot(ay - by)
    };
    let ordered = |(a, b): (Cell, Cell)| if a < b { (a, b) } else { (b, a) };
    let links: HashSet<(Cell, Cell)> = board.links.iter().copied().map(ordered).collect();
    assert_eq!(links.len(), board.links.len(), "a link is listed twice");
    let longest = links.iter().map(|&(a, b)| distance(a, b)).fold(0.0, f32::max);

    let cells = || (0..board.sites.len()).map(Cell::new);
    for a in cells() {
        for b in cells().filter(|&b| a < b) {
            let (linked, apart) = (links.contains(&(a, b)), distance(a, b));
            let names = (&board.sites[a.index()].name, &board.sites[b.index()].name);
            assert!(apart > 0.5, "two cells in one place: {names:?}");
            if board.lined {
                let between = |&c: &Cell| (distance(a, c) + distance(c, b) - apart).abs() < 1e-3;
                let blocked = cells().filter(|&c| c != a && c != b).any(|c| between(&c));
                assert!(!(linked && blocked), "a line passes through a third cell: {names:?}");
            } else {
                assert_eq!(
                    linked,
                    apart <= longest + 1e-3,
                    "links contradict distances: {names:?}"
                );
            }
        }
    }
}

fn check_random_game<G: Game + Tactics>(
    rules: &G::Rules,
    rng: &mut Rng,
    ids: &mut HashMap<u32, G::Move>,
) {
    let mut game = Match::new(G::start(rules));
    for _ in 0..LONGEST_GAME {
        let position = game.position().clone();
        let mut moves = Vec::new();
        position.moves(&mut |m| moves.push(m));
        if rng.below(4) == 0 || moves.is_empty() {
            check_position(&position, &moves, rng);
            check_tactics(&position, &moves, ids);
        }
        if let Some(ending) = game.ending() {
            let reason = ending.reason();
            let is_listed = G::REASONS.contains(&reason) || reason == "repetition";
            assert!(is_listed, "unlisted reason: {reason}: {}", position.text());
            check_undo(&mut game);
            return;
        }
        let m = moves[rng.below(moves.len())];
        assert!(game.play(m).is_ok(), "a listed move was rejected: {m:?} in {}", position.text());
    }
    panic!("a random game did not end within {LONGEST_GAME} plies: {}", game.position().text());
}

fn check_position<G: Game>(position: &G, moves: &[G::Move], rng: &mut Rng) {
    let text = position.text();
    for note in position.notes() {
        assert!(G::NOTES.contains(&note), "unlisted note: {note}: {text}");
    }
    assert_eq!(
        position.ending().is_some(),
        moves.is_empty(),
        "the ending contradicts the moves: {text}"
    );
    assert_eq!(position.count_moves(), moves.len() as u64, "count of moves: {text}");

    let random = position.random_move(rng);
    assert_eq!(random.is_none(), moves.is_empty(), "random move: {text}");
    assert!(random.is_none_or(|m| moves.contains(&m)), "random move {random:?}: {text}");

    if let Some(sheet) = G::sheet(&position.rules()) {
        check_sheet(position, &sheet);
    }

    let read = match G::parse_position(&text, &position.rules()) {
        Ok(read) => read,
        Err(error) => panic!("own text rejected: {text}: {error}"),
    };
    assert_eq!(read.text(), text, "position text does not round-trip");
    assert_eq!(read.key(), position.key(), "key differs from the recomputed one: {text}");
    assert_eq!(read.rules(), position.rules(), "rules changed by the text: {text}");
    let mut read_moves = Vec::new();
    read.moves(&mut |m| read_moves.push(m));
    assert_eq!(read_moves, moves, "moves differ after reading: {text}");

    let mut texts = HashSet::new();
    let mut picks = HashSet::new();
    for &m in moves {
        let move_text = position.move_text(m);
        assert_eq!(position.parse_move(&move_text), Ok(m), "{move_text} in {text}");
        let view = position.move_view(m);
        assert_eq!(view.text, move_text, "text of the view in {text}");
        assert!(
            picks.insert(pick_of(&view)),
            "two moves have the same selection: {move_text} in {text}"
        );
        check_effect(position, m, &view);
        assert!(texts.insert(move_text), "a move is listed twice: {m:?} in {text}");
    }
    check_damaged_moves(position, moves, &texts, rng);
}

/// Checks that the sheet reads and writes the position text and describes its pieces and turn.
fn check_sheet<G: Game>(position: &G, sheet: &Sheet) {
    let text = position.text();
    let Some((letters, values)) = sheet.read(&text) else {
        panic!("sheet rejects the text: {text}")
    };
    assert_eq!(sheet.write(&letters, &values), text, "sheet text does not round-trip");
    for piece in position.pieces() {
        assert_eq!(letters[piece.cell.index()], Some(piece.letter), "{piece:?} in {text}");
        let man = sheet.men.iter().find(|man| man.letter == piece.letter);
        let like = |man: &Piece| {
            (man.player, man.kind, man.tone) == (piece.player, piece.kind, piece.tone)
        };
        assert!(man.is_some_and(like), "{piece:?} is missing from the sheet: {text}");
    }
    let turn = sheet.fields.iter().zip(&values).find_map(|(field, value)| match &field.kind {
        FieldKind::Turn(letters) => letters.iter().position(|letter| value.chars().eq([*letter])),
        _ => None,
    });
    assert_eq!(turn, Some(position.turn().index()), "side to move on the sheet: {text}");
}

/// Checks that indices of moves are in range, noisy moves are legal and noisy, and ids identify
/// the same move in all positions.
fn check_tactics<G: Game + Tactics>(
    position: &G,
    moves: &[G::Move],
    ids: &mut HashMap<u32, G::Move>,
) {
    let (text, threats) = (position.text(), position.threats());
    for &m in moves {
        let (slot, target) = (position.slot(m), position.target(m));
        let (danger, noisy) = (position.danger(m, &threats), position.noisy_slot(m));
        assert!(danger < G::DANGERS, "danger {danger} of {}: {m:?} in {text}", G::DANGERS);
        assert!(
            noisy < G::NOISY_SLOTS,
            "noisy slot {noisy} of {}: {m:?} in {text}",
            G::NOISY_SLOTS
        );
        assert!(slot < G::SLOTS, "slot {slot} of {}: {m:?} in {text}", G::SLOTS);
        assert!(target < G::TARGETS, "target {target} of {}: {m:?} in {text}", G::TARGETS);
        let id = G::id(m);
        let known = *ids.entry(id).or_insert(m);
        assert!(known == m, "two moves with the id {id}: {known:?} and {m:?} in {text}");
    }
    // Each position checks a seventh of the known ids, which is enough.
    let part = moves.len() as u32 % 7;
    for (&id, m) in ids.iter().filter(|&(id, _)| id % 7 == part) {
        let found = position.find(id);
        assert!(found.is_none_or(|found| found == *m), "{found:?} found for {m:?} in {text}");
        assert!(found.is_none() || moves.contains(m), "an illegal move found: {m:?} in {text}");
    }
    let mut noisy = Vec::new();
    position.noisy_moves(&mut |m| noisy.push(m));
    let foreign = noisy.iter().find(|m| !moves.contains(m));
    assert!(foreign.is_none(), "a noisy move is not legal: {foreign:?} in {text}");
    let quiet = noisy.iter().find(|m| position.gain(**m).is_none());
    assert!(quiet.is_none(), "a noisy move gains nothing: {quiet:?} in {text}");
    if position.ending().is_none() {
        G::EVALUATIONS.iter().for_each(|evaluation| check_terms(position, evaluation));
    }
    if let Some(inputs) = G::INPUTS {
        check_inputs(position, inputs);
    }
}

/// Checks that network inputs are in range. Positions without a bucket are not evaluated.
fn check_inputs<G: Game + Tactics>(position: &G, inputs: &Inputs<G>) {
    let Some(bucket) = (inputs.bucket)(position) else { return };
    let text = position.text();
    assert!(bucket < inputs.buckets, "bucket {bucket} of {}: {text}", inputs.buckets);
    let planes = (inputs.look)(position);
    let (used, unused) = planes.split_at(inputs.planes);
    assert!(used.iter().all(|set| set >> inputs.cells == 0), "a cell beyond the planes: {text}");
    assert!(unused.iter().all(|&set| set == 0), "too many planes: {text}");
    let count: u32 = used.iter().map(|set| set.count_ones()).sum();
    assert!(count as usize <= MAX_INPUTS, "{count} inputs: {text}");
    if let Some(anchor) = &inputs.anchor {
        assert!(planes[anchor.plane].count_ones() <= 1, "more than one anchor: {text}");
    }
}

/// Checks that every symmetry is a permutation of the cells.
fn check_symmetries<G: Tactics>(inputs: &Inputs<G>) {
    let swapped = inputs.swapped.map(|swapped| (0..inputs.cells).map(swapped).collect());
    for mut cells in (inputs.symmetries)().into_iter().chain(swapped) {
        cells.sort_unstable();
        assert!(cells.into_iter().eq(0..inputs.cells), "a symmetry is not a permutation");
    }
    if let Some(anchor) = &inputs.anchor {
        let turns = (inputs.symmetries)().len();
        assert!((0..inputs.cells).all(|cell| (anchor.turn)(cell) <= turns), "no such symmetry");
        let shape = inputs.shape();
        let facings = shape.rooms() * (turns + 1);
        assert!(facings <= 256, "orientations times input buckets exceed a byte");
    }
}

/// Checks that the terms of a two-player evaluation sum up to it, up to rounding: see
/// [`Evaluation::terms`].
fn check_terms<G: Game + Tactics>(position: &G, evaluation: &Evaluation<G>) {
    let terms = (evaluation.terms)(position);
    for term in &terms {
        let (values, players) = (term.values.len(), position.players());
        assert_eq!(values, players, "values of {} in {}", term.name, evaluation.name);
    }
    if position.players() != 2 {
        return;
    }
    let of = |player: Player| terms.iter().map(|term| term.values[player.index()]).sum::<i32>();
    for player in Player::all(2) {
        let (own, other) = (of(player), of(player.other()));
        let value = (evaluation.evaluate)(position, player);
        let adds_up = |sum: i32| (sum - value).abs() <= 2 * terms.len() as i32;
        let (name, text) = (evaluation.name, position.text());
        let is_sum = adds_up(own) || adds_up(own - other);
        assert!(is_sum, "terms of {name}: {own} and {other}, not {value}: {text}");
    }
}

fn pick_of(view: &MoveView) -> (Vec<Cell>, Option<Cell>, Vec<String>) {
    let mut from = view.from.clone();
    from.sort();
    (from, view.to, view.more.iter().map(|choice| format!("{choice:?}")).collect())
}

/// Checks that applying the view of a move to the pieces gives the pieces after the move.
fn check_effect<G: Game>(position: &G, m: G::Move, view: &MoveView) {
    let by_cell = |p: &G| -> HashMap<Cell, Player> {
        p.pieces().iter().map(|piece| (piece.cell, piece.player)).collect()
    };
    let what = || format!("{} in {}", view.text, position.text());
    let mover = position.turn();
    let mut pieces = by_cell(position);
    for cell in &view.from {
        assert_eq!(pieces.get(cell), Some(&mover), "picks a foreign piece: {}", what());
    }
    for cell in &view.captures {
        assert!(pieces.remove(cell).is_some(), "captures nothing: {}", what());
    }
    for choice in &view.more {
        let taken = |cell| view.captures.contains(&cell);
        assert!(!matches!(choice, Choice::Cell(c) if !taken(*c)), "choice: {}", what());
    }
    let lifted: Vec<_> = view.shifts.iter().map(|s| (s.to, pieces.remove(&s.from))).collect();
    for (to, piece) in lifted {
        assert!(piece.is_some(), "moves nothing: {}", what());
        pieces.extend(piece.map(|player| (to, player)));
    }
    if let (true, Some(to)) = (view.from.is_empty(), view.to) {
        assert_eq!(pieces.insert(to, mover), None, "places on a piece: {}", what());
    }
    let mut next = position.clone();
    next.play(m);
    assert_eq!(pieces, by_cell(&next), "pieces after {}", what());
}

/// Checks that damaged move texts are rejected, unless they happen to be legal moves.
fn check_damaged_moves<G: Game>(
    position: &G,
    moves: &[G::Move],
    texts: &HashSet<String>,
    rng: &mut Rng,
) {
    let mut damaged: Vec<String> = vec![String::new(), "\u{05d0}1-e5".into(), "zz99".into()];
    for text in texts.iter().take(8) {
        let at = rng.below(text.len());
        let letter = char::from(b'0' + rng.below(75) as u8);
        damaged.push(text[..at].into());
        damaged.push(format!("{text}{letter}"));
        damaged.push(text.char_indices().map(|(i, c)| if i == at { letter } else { c }).collect());
    }
    for text in damaged {
        if let Ok(m) = position.parse_move(&text) {
            let listed = moves.contains(&m);
            assert!(listed, "accepted but not listed: {text} in {}", position.text());
        }
    }
}

/// Checks that undo restores all earlier positions.
fn check_undo<G: Game>(game: &mut Match<G>) {
    let start = game.start().text();
    while let Some((before, _)) = game.past().last() {
        let before = before.text();
        assert!(game.undo(), "nothing to undo at {before}");
        assert_eq!(game.position().text(), before, "undo");
    }
    assert!(!game.undo(), "undo beyond the start");
    assert_eq!(game.position().text(), start, "undo to the start");
}
