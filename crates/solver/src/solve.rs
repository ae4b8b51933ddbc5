//! Solving units into table files.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cells::LONGEST;
use crate::file::{self, FileError, SpaceFile};
use crate::packed::{PER_BYTE, PackedWdl};
use crate::sweep::{Failure, sweep};
use crate::tablebase::{open_file, path, title};
use crate::value::{Tally, Wdl};
use crate::work::Progress;
use agon_core::{Indexed, Space};

/// Resources for solving.
#[derive(Clone, Debug)]
pub struct Means {
    /// Folder of the tables.
    pub folder: PathBuf,
    /// Number of threads.
    pub threads: usize,
    /// Memory limit in bytes.
    pub memory: u64,
}

/// Reason why a unit could not be solved. Finished units are not affected.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table it depends on is missing.
    #[error("the table of {0} is needed first")]
    Missing(String),
    /// The memory limit is too low.
    #[error("{unit} needs {needed} MB of memory, {allowed} MB are allowed")]
    Memory {
        /// Name of the unit.
        unit: String,
        /// Required memory in MB.
        needed: u64,
        /// Memory limit in MB.
        allowed: u64,
    },
    /// A distance exceeds what the format can store.
    #[error("{0} has distances of more than {LONGEST} plies, which the table format cannot store")]
    TooLong(String),
    /// Cancelled by [`Progress::stop`].
    #[error("stopped; finished tables are kept, run again to resume")]
    Stopped,
}

/// Returns the tallies of a unit if all its files exist and have valid headers.
pub fn finished<G: Indexed>(
    game: &G,
    unit: &[Space],
    folder: &Path,
) -> Result<Option<Vec<(Space, Tally)>>, FileError> {
    let mut found = Vec::new();
    for &space in unit {
        let Some(table) = open_file(game, folder, space)? else { return Ok(None) };
        found.push((space, table.tally()));
    }
    Ok(Some(found))
}

/// Returns the memory required to solve a unit, in bytes.
#[must_use]
pub fn memory<G: Indexed>(game: &G, unit: &[Space]) -> u64 {
    let own: u64 = unit.iter().map(|&space| game.slots(space)).sum();
    let beyond = beyond(game, unit);
    own + beyond.iter().map(|&space| game.slots(space)).sum::<u64>() / PER_BYTE as u64
}

/// Solves a unit and writes its tables.
pub fn solve<G: Indexed>(
    game: &G,
    unit: &[Space],
    means: &Means,
    progress: &Progress,
) -> Result<Vec<(Space, Tally)>, SolveError> {
    let names: Vec<String> = unit.iter().map(|&space| game.name(space)).collect();
    let name = names.join(" + ");
    let needed = memory(game, unit);
    if needed > means.memory {
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let (needed, allowed) = (megabytes(needed), megabytes(means.memory));
        return Err(SolveError::Memory { unit: name, needed, allowed });
    }
    let folder = &means.folder;
    fs::create_dir_all(folder)
        .map_err(|error| FileError { path: folder.clone(), problem: error.into() })?;
    let known = Known::load(game, unit, means)?;
    let beyond = |space: Space, slot: u64| known.get(space, slot);
    let solved = sweep(game, unit, &beyond, means.threads, progress);
    let solved = solved.map_err(|failure| match failure {
        Failure::Stopped => SolveError::Stopped,
        Failure::TooLong => SolveError::TooLong(name),
    })?;
    let mut tallies = Vec::new();
    for open in solved {
        let tally = open.cells.tally();
        let title = title(game, open.space);
        file::write(&path(game, folder, open.space), &title, &open.cells, &tally, means.threads)?;
        tallies.push((open.space, tally));
    }
    Ok(tallies)
}

/// Results of all spaces that a unit depends on.
pub(crate) struct Known(Vec<Option<PackedWdl>>);

impl Known {
    pub(crate) fn load<G: Indexed>(
        game: &G,
        unit: &[Space],
        means: &Means,
    ) -> Result<Known, SolveError> {
        let mut known = Vec::new();
        for space in beyond(game, unit) {
            let table = existing(game, space, &means.folder)?;
            known.resize_with(known.len().max(space.0 + 1), || None);
            known[space.0] = Some(table.packed_wdl(means.threads)?);
        }
        Ok(Known(known))
    }

    #[inline]
    pub(crate) fn get(&self, space: Space, slot: u64) -> Wdl {
        self.0[space.0].as_ref().expect("dependencies are loaded").get(slot)
    }
}

pub(crate) fn existing<G: Indexed>(
    game: &G,
    space: Space,
    folder: &Path,
) -> Result<SpaceFile, SolveError> {
    let table = open_file(game, folder, space)?;
    table.ok_or_else(|| SolveError::Missing(game.name(space)))
}

/// Returns the spaces that a unit depends on.
pub(crate) fn beyond<G: Indexed>(game: &G, unit: &[Space]) -> Vec<Space> {
    let mut spaces: Vec<Space> = unit.iter().flat_map(|&space| game.beyond(space)).collect();
    spaces.sort();
    spaces.dedup();
    spaces
}
