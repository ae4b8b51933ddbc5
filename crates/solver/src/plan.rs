//! Planning: remaining units, obsolete tables, disk usage.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::file::FileError;
use crate::solve::{beyond, finished};
use crate::tablebase::path;
use agon_core::{Indexed, Space};

/// Returns the units of `wanted` to solve, in order: those not finished, except intermediate ones
/// that no remaining unit depends on.
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

/// Returns the total size in bytes of the tables in the folder.
pub fn bytes<G: Indexed>(game: &G, folder: &Path) -> u64 {
    let files = game.units().into_iter().flatten().map(|space| path(game, folder, space));
    files.filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum()
}

/// Deletes intermediate tables that no unit in `left` depends on.
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
