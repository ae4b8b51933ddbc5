//! Solving with the types of the games erased.

use std::path::Path;

use agon_core::{Indexed, Solvable, Space};
use agon_solver::{FileError, Means, Progress, SolveError, Tally, VerifyError};

/// The spaces of a game to be solved. Units are solved one after the other, in the order of
/// [`AnySpaces::units`].
pub trait AnySpaces: Send + Sync {
    /// The units: all, or those where all pieces are on the board, with at most so many of the
    /// stronger and of the weaker side.
    fn units(&self, up_to: Option<(u32, u32)>) -> Vec<Vec<Space>>;
    /// The name of a space.
    fn name(&self, space: Space) -> String;
    /// How many positions a space has; found out without solving it.
    fn positions(&self, space: Space) -> u64;
    /// How many slots a unit has.
    fn slots(&self, unit: &[Space]) -> u64;
    /// Which of these units are not finished.
    fn to_do(&self, units: &[Vec<Space>], folder: &Path) -> Result<Vec<Vec<Space>>, FileError>;
    /// How many bytes the files in the folder take.
    fn bytes(&self, folder: &Path) -> u64;
    /// Removes files that only were steps on the way to what is finished.
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

impl<S: Solvable> AnySpaces for S {
    fn units(&self, up_to: Option<(u32, u32)>) -> Vec<Vec<Space>> {
        let mut units = Indexed::units(self);
        if let Some((stronger, weaker)) = up_to {
            units.retain(|unit| self.is_within(unit[0], stronger, weaker));
        }
        units
    }

    fn name(&self, space: Space) -> String {
        Indexed::name(self, space)
    }

    fn positions(&self, space: Space) -> u64 {
        Solvable::positions(self, space)
    }

    fn slots(&self, unit: &[Space]) -> u64 {
        unit.iter().map(|&space| Indexed::slots(self, space)).sum()
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
