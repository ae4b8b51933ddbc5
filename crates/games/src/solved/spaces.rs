//! Type-erased solving.

use std::path::Path;

use agon_core::{Indexed, Solvable, Space};
use agon_solver::{FileError, Means, Progress, SolveError, Tally, VerifyError};

/// The spaces of a game. Units must be solved in the order of [`AnySpaces::units`].
pub trait AnySpaces: Send + Sync {
    /// Returns all units, or those with all pieces on the board and at most these numbers of pieces
    /// of the stronger and the weaker side.
    fn units(&self, up_to: Option<(u32, u32)>) -> Vec<Vec<Space>>;
    /// Returns the name of a space.
    fn name(&self, space: Space) -> String;
    /// Returns the number of positions of a space, computed without solving it.
    fn positions(&self, space: Space) -> u64;
    /// Returns the number of slots of a unit.
    fn slots(&self, unit: &[Space]) -> u64;
    /// Returns the unfinished ones of these units.
    fn to_do(&self, units: &[Vec<Space>], folder: &Path) -> Result<Vec<Vec<Space>>, FileError>;
    /// Returns the size of the files in the folder in bytes.
    fn bytes(&self, folder: &Path) -> u64;
    /// Removes intermediate files that no unfinished unit needs.
    fn tidy(&self, left: &[Vec<Space>], folder: &Path) -> Result<(), FileError>;
    /// Returns the contents of a finished unit; `None` if it is unfinished.
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
    /// Verifies a finished unit and returns the number of positions checked.
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
