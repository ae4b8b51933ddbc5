//! What is left to do, and what is no longer needed.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::file::FileError;
use crate::solve::{beyond, finished};
use crate::tablebase::path;
use agon_core::{Indexed, Space};

/// The units that are to be solved, in order: those of `wanted` that are not finished, except
/// passing ones that nothing else builds on any more.
pub fn to_do<G: Indexed>(
    game: &G,
    wanted: &[Vec<Space>],
    folder: &Path,
) -> Result<Vec<Vec<Space>>, FileError> {
    let mut left = Vec::new();
    let mut needed: HashSet<Space> = HashSet::new();
    for unit in wanted.iter().rev() {
        let is_needed = unit.iter().any(|space| !game.is_passing(*space) || needed.contains(space));
        if is_needed && finished(game, unit, folder)?.is_none() {
            needed.extend(beyond(game, unit));
            left.push(unit.clone());
        }
    }
    left.reverse();
    Ok(left)
}

/// How many bytes the tables in the folder take.
pub fn bytes<G: Indexed>(game: &G, folder: &Path) -> u64 {
    let files = game.units().into_iter().flatten().map(|space| path(game, folder, space));
    files.filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum()
}

/// Removes the passing tables that none of the units that are left builds on.
pub fn tidy<G: Indexed>(game: &G, left: &[Vec<Space>], folder: &Path) -> Result<(), FileError> {
    let needed: HashSet<Space> = left.iter().flat_map(|unit| beyond(game, unit)).collect();
    let own: HashSet<Space> = left.iter().flatten().copied().collect();
    for space in game.units().into_iter().flatten() {
        if game.is_passing(space) && !needed.contains(&space) && !own.contains(&space) {
            let path = path(game, folder, space);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError { path, problem: error.into() });
                }
                _ => {}
            }
        }
    }
    Ok(())
}
