//! Whatever a page shows of a game is written in every language that the pages speak.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_core::Values;
use agon_games::{AnyGame, GAMES};

/// The reasons that every match has.
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
fn every_game_has_its_texts_and_its_help_in_every_language() {
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
