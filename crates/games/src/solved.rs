//! Games that can be solved, behind one face.
//!
//! - [`solvable`], [`Solvable`]: to solve one; [`CHOICES`]: which there are; [`Run`]: to solve
//!   one beside other work;
//! - [`Oracle`]: to ask what was found out; [`PERFECT`]: who plays by it;
//! - [`MorrisSpaces`]: Nine Men's Morris, as the solver wants it.

mod morris;
mod oracle;
mod run;
mod sample;

use std::any::TypeId;
use std::path::Path;

use agon_core::{Rules, TextError};
use agon_morris::MorrisRules;
use agon_solver::{FileError, Indexed, Means, Progress, SolveError, Space, Tally, VerifyError};
use thiserror::Error;

pub use agon_solver::Value;
pub use morris::MorrisSpaces;
pub use oracle::{Oracle, OracleError, Probe};
pub use run::{Run, Standing};

/// A game that can be solved. Units are solved one after the other, in the order of
/// [`Solvable::units`].
pub trait Solvable: Send + Sync {
    /// The units: all, or those where men are moved with at most so many of the stronger and
    /// of the weaker side.
    fn units(&self, up_to: Option<(u32, u32)>) -> Vec<Vec<Space>>;
    /// The name of a space.
    fn name(&self, space: Space) -> String;
    /// How many positions a space has; found out without solving it.
    fn positions(&self, space: Space) -> u64;
    /// How many slots a unit has.
    fn slots(&self, unit: &[Space]) -> u64;
    /// How many bytes of memory solving a unit takes.
    fn memory(&self, unit: &[Space]) -> u64;
    /// Which of these units are not finished.
    fn to_do(&self, units: &[Vec<Space>], folder: &Path) -> Result<Vec<Vec<Space>>, FileError>;
    /// How many bytes the tables in the folder take.
    fn bytes(&self, folder: &Path) -> u64;
    /// Removes tables that only were steps on the way to what is finished.
    fn tidy(&self, left: &[Vec<Space>], folder: &Path) -> Result<(), FileError>;
    /// What a finished unit contains.
    fn finished(
        &self,
        unit: &[Space],
        folder: &Path,
    ) -> Result<Option<Vec<(Space, Tally)>>, FileError>;
    /// Solves a unit.
    fn solve(
        &self,
        unit: &[Space],
        means: &Means,
        progress: &Progress,
    ) -> Result<Vec<(Space, Tally)>, SolveError>;
    /// Checks a finished unit.
    fn verify(
        &self,
        unit: &[Space],
        means: &Means,
        samples: Option<u64>,
        progress: &Progress,
    ) -> Result<u64, VerifyError>;
}

/// The game cannot be solved, or not by these rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolvable {
    /// No such game is known to be solvable.
    #[error("\"{}\" cannot be solved; this can: morris", .0.escape_debug())]
    Game(String),
    /// The rules are no rules of the game.
    #[error(transparent)]
    Rules(#[from] TextError),
    /// There are too many positions.
    #[error("this board is too large to be solved; boards of 2 and 3 layers can be")]
    TooLarge,
}

/// The kind of computer player that looks every move up.
pub const PERFECT: &str = "perfect";

/// Is this a game that can be solved?
pub(crate) fn is_solved<G: 'static>() -> bool {
    TypeId::of::<G>() == TypeId::of::<agon_morris::Morris>()
}

/// Can the game of this name be solved at all?
#[must_use]
pub fn is_solvable(id: &str) -> bool {
    id == <agon_morris::Morris as agon_core::Game>::ID
}

/// A game that can be solved, with its rules, as something to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// A name for addresses.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// Its rules.
    pub rules: &'static str,
    /// What people read.
    pub title: &'static str,
}

/// What can be solved and kept in one folder.
pub const CHOICES: [Choice; 2] = [
    Choice { id: "morris", game: "morris", rules: "", title: "Nine Men's Morris" },
    Choice {
        id: "morris2",
        game: "morris",
        rules: "layers=2",
        title: "Six Men's Morris (two layers)",
    },
];

impl Choice {
    /// Are these the rules that it solves? The limit of quiet plies does not matter.
    #[must_use]
    pub fn covers(&self, game: &str, rules: &str) -> bool {
        let timeless = |rules: &str| {
            let rules = MorrisRules::parse(rules).ok()?;
            Some(MorrisRules { quiet_plies: 0, ..rules })
        };
        game == self.game && timeless(rules).is_some_and(|r| Some(r) == timeless(self.rules))
    }
}

/// What is wrong with the tables in a folder for the usual rules, one sentence each.
#[must_use]
pub fn problems(folder: &Path) -> Vec<String> {
    match Oracle::open(&MorrisRules::default(), folder) {
        Ok(oracle) => oracle.problems().iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// The game of this name, by these rules, as something to solve.
pub fn solvable(id: &str, rules: &str) -> Result<Box<dyn Solvable>, Unsolvable> {
    if !is_solvable(id) {
        return Err(Unsolvable::Game(id.into()));
    }
    let rules = MorrisRules::parse(rules)?;
    Ok(Box::new(MorrisSpaces::new(&rules).ok_or(Unsolvable::TooLarge)?))
}

impl Solvable for MorrisSpaces {
    fn units(&self, up_to: Option<(u32, u32)>) -> Vec<Vec<Space>> {
        let mut units = Indexed::units(self);
        if let Some((stronger, weaker)) = up_to {
            units.retain(|unit| {
                let men = self.census(unit[0]);
                let (more, fewer) = (men.mover.max(men.other), men.mover.min(men.other));
                men.in_hand == 0 && more <= stronger && fewer <= weaker
            });
        }
        units
    }

    fn name(&self, space: Space) -> String {
        Indexed::name(self, space)
    }

    fn positions(&self, space: Space) -> u64 {
        self.index().positions(self.census(space))
    }

    fn slots(&self, unit: &[Space]) -> u64 {
        unit.iter().map(|&space| Indexed::slots(self, space)).sum()
    }

    fn memory(&self, unit: &[Space]) -> u64 {
        agon_solver::memory(self, unit)
    }

    fn to_do(&self, units: &[Vec<Space>], folder: &Path) -> Result<Vec<Vec<Space>>, FileError> {
        agon_solver::to_do(self, units, folder)
    }

    fn bytes(&self, folder: &Path) -> u64 {
        agon_solver::bytes(self, folder)
    }

    fn tidy(&self, left: &[Vec<Space>], folder: &Path) -> Result<(), FileError> {
        agon_solver::tidy(self, left, folder)
    }

    fn finished(
        &self,
        unit: &[Space],
        folder: &Path,
    ) -> Result<Option<Vec<(Space, Tally)>>, FileError> {
        agon_solver::finished(self, unit, folder)
    }

    fn solve(
        &self,
        unit: &[Space],
        means: &Means,
        progress: &Progress,
    ) -> Result<Vec<(Space, Tally)>, SolveError> {
        agon_solver::solve(self, unit, means, progress)
    }

    fn verify(
        &self,
        unit: &[Space],
        means: &Means,
        samples: Option<u64>,
        progress: &Progress,
    ) -> Result<u64, VerifyError> {
        agon_solver::verify(self, unit, means, samples, progress)
    }
}
