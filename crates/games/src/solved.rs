//! Solvable games and their tablebases.
//!
//! - [`SolvedGame`]: the facet of a registry entry; [`tablebases`]: all tablebases; [`PERFECT`]:
//!   the player that uses them;
//! - [`AnySpaces`]: solving a game; [`Run`]: solving it in the background;
//! - [`Tablebases`]: the tablebases of a folder, opened on demand;
//! - [`AnyTablebase`], [`Lookup`], [`Probe`]: queries;
//! - [`Oracle`]: computer players with access to known values.

mod oracle;
mod reader;
mod run;
mod spaces;

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use agon_core::{Game, Position, Rules, Solvable, TablebaseInfo, TextError};
use agon_tactics::Tactics;
use thiserror::Error;

pub use agon_solver::Value;
pub use oracle::{Oracle, Tablebases};
pub(crate) use reader::Knowledge;
pub use reader::{AnyTablebase, Lookup, Probe, ProbeError};
pub use run::{Run, Standing};
pub use spaces::AnySpaces;

use crate::{GAMES, Kind, find};
use reader::Reader;

/// Name of the player that looks up its moves.
pub const PERFECT: &str = "perfect";

/// Not listed with the other kinds, because it needs a tablebase.
pub(crate) const PERFECT_KIND: Kind =
    Kind { name: PERFECT, about: "knows how every position ends", is_full_search: false };

/// A game that can be solved.
pub trait SolvedGame: Send + Sync {
    /// Returns the tablebases of the game.
    fn tablebases(&self) -> &'static [TablebaseInfo];
    /// Returns the rules that affect position values: equal results share a tablebase.
    fn canonical(&self, rules: &str) -> Result<String, TextError>;
    /// Returns the spaces of the game by these rules, to be solved.
    fn spaces(&self, rules: &str) -> Result<Box<dyn AnySpaces>, Unsolvable>;
    /// Opens the finished tablebases of a folder.
    fn open(&self, rules: &str, folder: &Path) -> Result<Arc<dyn AnyTablebase>, ProbeError>;
}

/// Why a game cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolvable {
    /// No solvable game has this name.
    #[error("\"{}\" cannot be solved; this can: {}", .0.escape_debug(), solvable_games())]
    Game(String),
    /// The rules are invalid.
    #[error(transparent)]
    Rules(#[from] TextError),
    /// The game has too many positions.
    #[error("{0}")]
    TooLarge(&'static str),
}

fn solvable_games() -> String {
    let solved = GAMES.iter().filter(|game| game.solved().is_some());
    solved.map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

/// Finds a solvable game by id.
pub fn find_solved(id: &str) -> Result<&'static dyn SolvedGame, Unsolvable> {
    let found = find(id).ok().and_then(|game| game.solved());
    found.ok_or_else(|| Unsolvable::Game(id.into()))
}

/// A tablebase that can be computed.
#[derive(Clone, Copy)]
pub struct TablebaseEntry {
    /// Id of the game.
    pub game: &'static str,
    /// Rules and title.
    pub info: &'static TablebaseInfo,
    solved: &'static dyn SolvedGame,
}

/// Returns all tablebases that can be computed.
pub fn tablebases() -> impl Iterator<Item = TablebaseEntry> {
    let solved = GAMES.iter().filter_map(|game| Some((game.id(), game.solved()?)));
    solved.flat_map(|(game, solved)| {
        solved.tablebases().iter().map(move |info| TablebaseEntry { game, info, solved })
    })
}

impl TablebaseEntry {
    /// Returns whether it covers these rules.
    #[must_use]
    pub fn covers(&self, game: &str, rules: &str) -> bool {
        let canonical = |rules| self.solved.canonical(rules).ok();
        game == self.game
            && canonical(rules).is_some_and(|found| Some(found) == canonical(self.info.rules))
    }
}

/// The facet of a game with the spaces `S`.
pub(crate) struct Facet<S>(PhantomData<fn() -> S>);

impl<S> Facet<S> {
    pub(crate) const NEW: Facet<S> = Facet(PhantomData);
}

fn read<S: Solvable>(rules: &str) -> Result<<S::Game as Position>::Rules, TextError> {
    Rules::parse(rules)
}

impl<S: Solvable> SolvedGame for Facet<S>
where
    S::Game: Game + Tactics,
{
    fn tablebases(&self) -> &'static [TablebaseInfo] {
        S::TABLEBASES
    }

    fn canonical(&self, rules: &str) -> Result<String, TextError> {
        Ok(S::without_limits(&read::<S>(rules)?).text())
    }

    fn spaces(&self, rules: &str) -> Result<Box<dyn AnySpaces>, Unsolvable> {
        let spaces = S::new(&read::<S>(rules)?).ok_or(Unsolvable::TooLarge(S::TOO_LARGE))?;
        Ok(Box::new(spaces))
    }

    fn open(&self, rules: &str, folder: &Path) -> Result<Arc<dyn AnyTablebase>, ProbeError> {
        Ok(Arc::new(Reader::<S>::open(&read::<S>(rules)?, folder)?))
    }
}
