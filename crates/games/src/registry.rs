//! The registry, the only list of games in Agon.

use thiserror::Error;

use crate::{AnyGame, Entry};

/// Every game of Agon.
pub static GAMES: &[&dyn AnyGame] = &[
    &Entry::<agon_chess::Chess>::new(),
    &Entry::<agon_chinese_checkers::ChineseCheckers>::new(),
    &Entry::<agon_tablut::Tablut>::new(),
    &Entry::<agon_abalone::Abalone>::new(),
    &Entry::<agon_morris::Morris>::new().solved::<agon_morris::MorrisSpaces>(),
];

/// Maximum length of an unknown name in errors.
const MAX_NAME_CHARS: usize = 40;

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game \"{}\"; there are: {}", .0.escape_debug(), known())]
pub struct UnknownGame(String);

fn known() -> String {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    ids.join(", ")
}

/// Finds a game by id.
pub fn find(id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let found = GAMES.iter().find(|game| game.id() == id);
    found.copied().ok_or_else(|| UnknownGame(id.chars().take(MAX_NAME_CHARS).collect()))
}
