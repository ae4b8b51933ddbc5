//! Probing a folder of tables.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::file::{Block, FileError, SpaceFile};
use crate::value::{Kept, Value, Wdl};
use agon_core::{Exit, Indexed, Space};

/// Number of cached blocks, about 16 KiB each.
const CACHED_BLOCKS: usize = 4096;

/// Tables of a game.
pub struct Tablebase {
    tables: HashMap<Space, SpaceFile>,
    /// Direct-mapped cache of blocks.
    cache: Vec<Mutex<Option<CachedBlock>>>,
}

/// A cached block.
struct CachedBlock {
    space: Space,
    number: usize,
    block: Block,
}

impl Tablebase {
    /// Opens the tables of a game in a folder. Missing files are ignored; unusable ones are returned
    /// as errors.
    #[must_use]
    pub fn open<G: Indexed>(game: &G, folder: &Path) -> (Tablebase, Vec<FileError>) {
        let mut tables = HashMap::new();
        let mut errors = Vec::new();
        for space in game.units().into_iter().flatten() {
            match open_file(game, folder, space) {
                Ok(Some(table)) => drop(tables.insert(space, table)),
                Ok(None) => {}
                Err(error) => errors.push(error),
            }
        }
        let cache = (0..CACHED_BLOCKS).map(|_| Mutex::new(None)).collect();
        (Tablebase { tables, cache }, errors)
    }

    /// Returns whether there are no tables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the table of a space, if present.
    #[must_use]
    pub fn file(&self, space: Space) -> Option<&SpaceFile> {
        self.tables.get(&space)
    }

    /// Returns the stored value of a slot; `None` if the table is missing.
    pub fn kept(&self, space: Space, slot: u64) -> Result<Option<Kept>, FileError> {
        let Some(table) = self.tables.get(&space) else { return Ok(None) };
        let (number, index) = SpaceFile::locate(slot);
        let entry = (number + 7919 * space.0) % CACHED_BLOCKS;
        let mut entry = self.cache[entry].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*entry
            && (known.space, known.number) == (space, number)
        {
            return Ok(Some(known.block.get(index)));
        }
        let block = table.block(number)?;
        let kept = block.get(index);
        *entry = Some(CachedBlock { space, number, block });
        Ok(Some(kept))
    }

    /// Returns the value of a position with its distance; `None` if a required table is missing.
    pub fn value<G: Indexed>(
        &self,
        game: &G,
        space: Space,
        slot: u64,
    ) -> Result<Option<Value>, FileError> {
        let value = match self.kept(space, slot)? {
            None => return Ok(None),
            Some(Kept::Drawn) => Value::Drawn,
            Some(Kept::Lost(plies)) => Value::Lost(plies),
            Some(Kept::Won) => return self.win(game, space, slot).map(|w| w.map(Value::Won)),
        };
        Ok(Some(value))
    }

    /// Returns the distance of a won position.
    fn win<G: Indexed>(&self, game: &G, space: Space, slot: u64) -> Result<Option<u32>, FileError> {
        let (mut leaves, mut unknown, mut failed) = (false, false, None);
        let quiet = game.leave(space, slot, &mut |exit| {
            match exit {
                Exit::Won => leaves = true,
                Exit::To(space, slot) => match self.kept(space, slot) {
                    Ok(Some(kept)) => leaves = kept.wdl() == Wdl::Lost,
                    Ok(None) => unknown = true,
                    Err(error) => failed = Some(error),
                },
            }
            if leaves { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Without quiet moves, the winning move must leave the space.
        if leaves || quiet == Some(0) {
            return Ok(Some(1));
        }
        let mut shortest: Option<u32> = None;
        game.quiet(space, slot, &mut |slot| match self.kept(game.partner(space), slot) {
            Ok(Some(Kept::Lost(plies))) => {
                shortest = Some(shortest.map_or(plies + 1, |known| known.min(plies + 1)));
            }
            Ok(Some(_)) => {}
            Ok(None) => unknown = true,
            Err(error) => failed = Some(error),
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(shortest.filter(|_| !unknown)),
        }
    }
}

/// Returns the path of the table of a space.
pub(crate) fn path<G: Indexed>(game: &G, folder: &Path, space: Space) -> PathBuf {
    folder.join(format!("{}.agontable", game.name(space)))
}

/// Returns the title in the header of a table.
pub(crate) fn title<G: Indexed>(game: &G, space: Space) -> String {
    format!("{} {}", game.title(), game.name(space))
}

/// Opens the table of a space; `None` if the file does not exist.
pub(crate) fn open_file<G: Indexed>(
    game: &G,
    folder: &Path,
    space: Space,
) -> Result<Option<SpaceFile>, FileError> {
    let path = path(game, folder, space);
    match fs::exists(&path) {
        Ok(false) => Ok(None),
        Ok(true) => SpaceFile::open(&path, &title(game, space), game.slots(space)).map(Some),
        Err(error) => Err(FileError { path, problem: error.into() }),
    }
}
