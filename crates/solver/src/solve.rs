//! Solving unit after unit, with the results on disk.

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

/// Where and with what to solve.
#[derive(Clone, Debug)]
pub struct Means {
    /// Where the tables are.
    pub folder: PathBuf,
    /// How many threads work.
    pub threads: usize,
    /// How many bytes of memory may be used.
    pub memory: u64,
}

/// Why a unit could not be solved. Finished ones are not affected.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// What it builds on is not there.
    #[error("the table of {0} is needed first")]
    Missing(String),
    /// It does not fit into the memory.
    #[error("{unit} needs {needed} MB of memory, {allowed} MB are allowed")]
    Memory {
        /// The unit.
        unit: String,
        /// What it needs.
        needed: u64,
        /// What it may have.
        allowed: u64,
    },
    /// The distances are longer than the format allows.
    #[error("{0} has distances of more than {LONGEST} plies, which the tables cannot tell")]
    TooLong(String),
    /// It was stopped from outside.
    #[error("stopped; finished tables stay, and the work can be taken up again")]
    Stopped,
}

/// Is the unit finished, and its files sound as far as their headers tell?
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

/// How much memory solving a unit takes.
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

/// The outcomes of all that moves lead to from a unit.
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
        self.0[space.0].as_ref().expect("all spaces beyond are loaded").get(slot)
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

/// The spaces where moves lead from a unit.
pub(crate) fn beyond<G: Indexed>(game: &G, unit: &[Space]) -> Vec<Space> {
    let mut spaces: Vec<Space> = unit.iter().flat_map(|&space| game.beyond(space)).collect();
    spaces.sort();
    spaces.dedup();
    spaces
}
