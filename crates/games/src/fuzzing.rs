//! Entry points for fuzzing: no input may panic, and accepted input must be consistent. The first
//! byte selects the game.
//!
//! Called by the fuzz targets, and by a test with the corpus of earlier findings.

use std::collections::HashSet;

use crate::{AnyGame, AnyMatch, GAMES};

fn choose(data: &[u8]) -> Option<(&'static dyn AnyGame, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((GAMES[usize::from(first) % GAMES.len()], rest))
}

/// Parses the bytes as rules.
pub fn rules(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if let Ok(opened) = game.open(text, None) {
        let again = game.open(&opened.rules(), None).map(|again| again.rules());
        assert_eq!(again.as_ref(), Ok(&opened.rules()), "rules do not round-trip: {text}");
    }
}

/// Parses the bytes as a position. Accepted positions are written, displayed and played.
pub fn positions(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(mut opened) = game.open("", Some(text)) else { return };
    let written = opened.position();
    let again = game.open(&opened.rules(), Some(&written)).map(|again| again.position());
    assert_eq!(again.as_ref(), Ok(&written), "position does not round-trip: {text}");
    let cells: HashSet<_> = opened.pieces().iter().map(|piece| piece.cell).collect();
    assert_eq!(cells.len(), opened.pieces().len(), "two pieces on one cell: {text}");
    play_some(&mut *opened, rest);
}

/// Parses the bytes as a move from the start.
pub fn moves(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(opened) = game.open("", None) else { return };
    for attempt in [AnyMatch::play, AnyMatch::import] {
        let mut tried = opened.fork();
        if attempt(&mut *tried, text).is_err() {
            assert_eq!(tried.position(), opened.position(), "a rejected move changed the match");
        }
    }
}

/// Plays a game whose rules and moves are selected by the bytes.
pub fn play(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let Some((&preset, rest)) = rest.split_first() else { return };
    let presets = game.presets();
    let rules = presets.get(usize::from(preset) % (presets.len() + 1)).map_or("", |p| p.name);
    let Ok(mut opened) = game.open(rules, None) else { return };
    play_some(&mut *opened, rest);
}

/// Selects a legal move by each byte.
fn play_some(game: &mut dyn AnyMatch, choices: &[u8]) {
    for &choice in choices.iter().take(200) {
        let moves = game.moves();
        assert_eq!(moves.is_empty(), game.ending().is_some(), "moves at {}", game.position());
        let Some(text) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        let played = game.play(text);
        assert_eq!(played, Ok(()), "a listed move was rejected: {text} at {}", game.position());
    }
    let end = game.position();
    assert_eq!(game.move_views().len(), game.moves().len(), "views at {end}");
    while game.undo() {}
}
