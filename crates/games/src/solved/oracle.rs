//! Whoever thinks with what is known of a game.

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

/// Somebody who knows how some positions of some games end.
pub trait Oracle: Send + Sync {
    /// Lets a computer player think about a match with what is known here, as
    /// [`AnyMatch::think`] does.
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

/// The tablebases of a folder. Each is opened when it is first asked, by whoever thinks then, and
/// stays open.
pub struct Tablebases {
    folder: PathBuf,
    opened: Mutex<Vec<Opened>>,
}

struct Opened {
    game: &'static str,
    /// The canonical rules.
    rules: String,
    tablebase: Arc<dyn AnyTablebase>,
}

impl Tablebases {
    /// Those of this folder; none is opened yet.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Tablebases {
        Tablebases { folder: folder.into(), opened: Mutex::default() }
    }

    /// Where they are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The tablebase of a game by these rules.
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

    /// The files have changed: whoever asks next gets them as they are then.
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
        // Weaker levels would be none with it.
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
    /// The types of the match and of the tablebase meet in its texts: it is played again.
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
                let refused = |_| TextError::new("move", &view.text, "a match that goes on");
                again.play(m).map_err(refused)?;
            }
            Played::Withdrawal(player) => again.leave(player, "left the game"),
        }
    }
    Ok(again)
}
