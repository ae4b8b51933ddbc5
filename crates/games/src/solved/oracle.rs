//! Computer players with access to known position values.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{Game, Match, Notation, Position, Solvable, TextError};
use agon_search::Level;
use agon_tactics::Tactics;

use super::reader::Reader;
use super::{AnyTablebase, PERFECT, ProbeError, SolvedGame, read};
use crate::think::think;
use crate::{AnyMatch, Order, Played, Searcher, Thought, find};

/// Source of known position values for computer players.
pub trait Oracle: Send + Sync {
    /// Runs a computer player with these values, like [`AnyMatch::think`].
    fn think(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError>;
}

impl fmt::Debug for dyn Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Oracle")
    }
}

/// The tablebases of a folder, opened on first use and kept open.
pub struct Tablebases {
    folder: PathBuf,
    opened: Mutex<Vec<Opened>>,
}

struct Opened {
    game: &'static str,
    /// Canonical rules, see [`SolvedGame::canonical`].
    rules: String,
    tablebase: Arc<dyn AnyTablebase>,
}

impl Tablebases {
    /// Creates the set for this folder without opening files.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Tablebases {
        Tablebases { folder: folder.into(), opened: Mutex::default() }
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the tablebase of a game by these rules.
    pub fn open(
        &self,
        game: &'static str,
        solved: &dyn SolvedGame,
        rules: &str,
    ) -> Result<Arc<dyn AnyTablebase>, ProbeError> {
        let rules = solved.canonical(rules)?;
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let known = opened.iter().find(|known| known.game == game && known.rules == rules);
        if let Some(known) = known {
            return Ok(Arc::clone(&known.tablebase));
        }
        let tablebase = solved.open(&rules, &self.folder)?;
        opened.push(Opened { game, rules, tablebase: Arc::clone(&tablebase) });
        Ok(tablebase)
    }

    /// Closes all tablebases, so that changed files are opened again.
    pub fn forget(&self) {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Oracle for Tablebases {
    fn think(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError> {
        // Weaker levels stay weak: they play without tablebases.
        let asks = order.kind == PERFECT || order.verdicts || order.level == Level::FULL;
        let solved = find(game.id()).ok().and_then(|game| game.solved()).filter(|_| asks);
        match solved.map(|solved| self.open(game.id(), solved, &game.rules())) {
            Some(Ok(tablebase)) => tablebase.think(game, searcher, order, stop, report),
            Some(Err(error)) if order.kind == PERFECT => {
                let folder = self.folder.display().to_string();
                Err(TextError::new("database", &folder, error.to_string()))
            }
            _ => game.think(searcher, &Order { oracle: None, ..order.clone() }, stop, report),
        }
    }
}

impl<S: Solvable> Oracle for Reader<S>
where
    S::Game: Game + Tactics,
{
    /// Replays the match from its texts, because the types of match and tablebase differ.
    fn think(
        &self,
        game: &dyn AnyMatch,
        searcher: &mut Searcher,
        order: &Order,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, TextError> {
        think(&played_again::<S>(game)?, Some(self), searcher, order, stop, report)
    }
}

fn played_again<S: Solvable>(game: &dyn AnyMatch) -> Result<Match<S::Game>, TextError> {
    let rules = read::<S>(&game.rules())?;
    let start = match game.unusual_start() {
        Some(text) => S::Game::parse_position(&text, &rules)?,
        None => S::Game::start(&rules),
    };
    let mut again = Match::new(start);
    for step in game.past() {
        match step {
            Played::Move { view, .. } => {
                let m = again.position().parse_move(&view.text)?;
                let illegal = |_| TextError::new("move", &view.text, "a legal move of the match");
                again.play(m).map_err(illegal)?;
            }
            Played::Withdrawal(player) => again.leave(player, "left the game"),
        }
    }
    Ok(again)
}
