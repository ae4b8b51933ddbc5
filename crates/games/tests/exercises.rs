//! The shipped puzzles: all positions are valid and all solutions legal.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use agon_games::find;
use serde_json::Value;

/// Minimum number of puzzles for each game.
const FEWEST: usize = 20;

#[test]
fn every_puzzle_has_a_legal_solution() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let texts = fs::read_to_string(web.join("texts/en.js")).expect("texts");
    let mut games = 0;
    for file in fs::read_dir(web.join("exercises")).expect("a folder of puzzles") {
        let path = file.expect("a file").path();
        let Some(id) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let game = find(id).expect("a game of the registry");
        games += 1;
        let mut names = BTreeSet::new();
        let file = fs::read_to_string(&path).expect("a text");
        for line in file.lines() {
            let puzzle: Value = serde_json::from_str(line).expect("a puzzle");
            let name = puzzle["id"].as_str().expect("an id").to_owned();
            let rules = puzzle["rules"].as_str().unwrap_or_default();
            let mut board = game
                .open(rules, puzzle["position"].as_str())
                .unwrap_or_else(|e| panic!("{id}, {name}: {e}"));
            let moves = puzzle["moves"].as_array().expect("moves");
            assert!(moves.len() % 2 == 1, "{id}, {name}: the last move is the solver's");
            for text in moves {
                let text = text.as_str().expect("a text");
                board.play(text).unwrap_or_else(|e| panic!("{id}, {name}, {text}: {e}"));
            }
            let goal = puzzle["goal"].as_str().expect("a goal");
            assert!(texts.contains(&format!("\"puzzle.goal.{goal}\"")), "{id}, {name}: {goal}");
            for theme in puzzle["themes"].as_array().expect("themes") {
                let theme = theme.as_str().expect("a word");
                assert!(texts.contains(&format!("\"theme.{theme}\"")), "{id}, {name}: {theme}");
            }
            let rating = puzzle["rating"].as_u64().expect("a rating");
            assert!((400..=2800).contains(&rating), "{id}, {name}: {rating}");
            assert!(names.insert(name.clone()), "{id}: two puzzles {name}");
        }
        assert!(names.len() >= FEWEST, "{id}: {} puzzles", names.len());
    }
    assert!(games >= 5, "puzzles of {games} games");
}
