//! Everything that pages show about a game has a text in every language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::{FieldKind, Rng, Values};
use agon_games::{AnyGame, GAMES};

/// Reasons common to all games.
const COMMON: [&str; 6] =
    ["repetition", "agreement", "resigned", "time out", "time out, but no way to win", "left"];

fn keys(game: &dyn AnyGame) -> BTreeSet<String> {
    let id = game.id();
    let mut keys = BTreeSet::from([format!("game.{id}"), format!("about.{id}")]);
    for option in game.options() {
        keys.insert(format!("option.{}", option.name));
        if let Values::Words(words) = option.values {
            keys.extend(words.iter().map(|word| format!("value.{word}")));
        }
    }
    keys.extend(game.presets().iter().map(|preset| format!("preset.{}", preset.name)));
    keys.extend(game.kinds().iter().map(|kind| format!("computer.{}", kind.name)));
    keys.extend(game.notes().iter().map(|note| format!("note.{note}")));
    keys.extend(game.reasons().iter().chain(&COMMON).map(|reason| format!("reason.{reason}")));
    let presets = game.presets().iter().map(|preset| preset.name);
    for rules in presets.chain([""]) {
        let start = game.open(rules, None).expect("a preset of the game");
        keys.extend(start.seats().iter().map(|(_, seat)| format!("seat.{}", seat.name)));
        keys.extend(start.pieces().iter().map(|piece| format!("kind.{}", piece.kind)));
        keys.extend(start.seats().iter().map(|(_, seat)| format!("kind.{}", seat.piece)));
        keys.extend(start.counters().iter().map(|counter| format!("counter.{}", counter.name)));
    }
    keys
}

#[test]
fn every_game_has_texts_and_help_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
    let mut languages = 0;
    for file in fs::read_dir(folder).expect("the texts of the pages") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let is_help = name.starts_with("help-");
        languages += usize::from(is_help);
        for game in GAMES {
            let wanted = if is_help { BTreeSet::from([game.id().to_owned()]) } else { keys(*game) };
            for key in wanted {
                let is_there = [format!("\n  \"{key}\":"), format!("\n  {key}:")];
                let is_there = is_there.iter().any(|line| text.contains(line.as_str()));
                assert!(is_there, "{name} says nothing of {key}, which {} needs", game.id());
            }
        }
    }
    assert!(languages >= 3, "help in {languages} languages");
}

/// `at most #` for `at most 8`, as the pages look it up.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if plain.ends_with('#') => {}
            true => plain.push('#'),
            false => plain.push(c),
        }
    }
    plain
}

/// Returns all errors for invalid positions, found with random pieces and values and with nearly
/// valid positions.
fn complaints(game: &dyn AnyGame) -> BTreeSet<(String, String)> {
    let mut rng = Rng::new(8);
    let mut all = BTreeSet::new();
    let presets = game.presets().iter().map(|preset| preset.name);
    for rules in presets.chain([""]) {
        let start = game.open(rules, None).expect("a preset of the game");
        let sheet = start.sheet().expect("positions of the games can be set up");
        let (right, values) = sheet.read(&start.position()).expect("its own text");
        for round in 0..400 {
            let mut letters = if round % 4 == 0 { vec![None; right.len()] } else { right.clone() };
            let mut values = values.clone();
            for _ in 0..[0, 1, 2, 3, 5, 40, 80][rng.below(7)] {
                let man = sheet.men.get(rng.below(sheet.men.len() + 1)).map(|man| man.letter);
                let cell = rng.below(letters.len());
                letters[cell] = man;
            }
            let place = rng.below(values.len());
            values[place] = match &sheet.fields[place].kind {
                FieldKind::Turn(letters) => letters[rng.below(letters.len())].to_string(),
                FieldKind::Count { most, .. } => (rng.below(12) as u32 * most / 9).to_string(),
                FieldKind::Letters(letters) => (*letters).to_owned(),
                FieldKind::Cell => "e3".into(),
                FieldKind::Missing { .. } | FieldKind::Kept => continue,
            };
            let text = sheet.write(&letters, &values);
            if let Err(error) = game.open(rules, Some(&text)) {
                all.insert((plain(error.part()), plain(error.expected())));
            }
        }
    }
    all
}

#[test]
fn every_position_error_has_a_text_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
    for game in GAMES {
        let complaints = complaints(*game);
        assert!(complaints.len() >= 3, "{}: {complaints:?}", game.id());
        for code in ["en", "he", "es"] {
            let text = fs::read_to_string(folder.join(format!("{code}.js"))).expect("a text");
            for (part, expected) in &complaints {
                let keys = [format!("wrong.{part}: {expected}"), format!("wrong.{expected}")];
                let is_there = |key: &String| text.contains(&format!("\n  \"{key}\":"));
                assert!(keys.iter().any(is_there), "{code} does not say {keys:?}, {}", game.id());
            }
            let start = game.open("", None).expect("the usual rules");
            for field in start.sheet().expect("a sheet").fields {
                let shown = !matches!(field.kind, FieldKind::Missing { .. } | FieldKind::Kept);
                let key = format!("\n  \"field.{}\":", field.name);
                assert!(!shown || text.contains(&key), "{code} does not say {key}");
            }
        }
    }
}
