//! A folder of finished tables, and questions to them.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::file::{Block, FileError, SpaceFile};
use crate::value::{Kept, Value, Wdl};
use agon_core::{Exit, Indexed, Space};

/// How many unpacked blocks are remembered: about 16 KiB each.
const REMEMBERED: usize = 4096;

/// The tables of a game in a folder.
pub struct Tablebase {
    tables: HashMap<Space, SpaceFile>,
    /// Blocks in memory, each at the one place that its number gives.
    memory: Vec<Mutex<Option<Remembered>>>,
}

/// An unpacked block, and which one it is.
struct Remembered {
    space: Space,
    number: usize,
    block: Block,
}

impl Tablebase {
    /// Opens the tables of the game in the folder. Files that cannot be used are left out and
    /// told; missing ones are no error.
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
        let memory = (0..REMEMBERED).map(|_| Mutex::new(None)).collect();
        (Tablebase { tables, memory }, errors)
    }

    /// Is there no table at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The table of a space, where it is finished.
    #[must_use]
    pub fn file(&self, space: Space) -> Option<&SpaceFile> {
        self.tables.get(&space)
    }

    /// What the table keeps of a slot; `None` when the space is not there.
    pub fn kept(&self, space: Space, slot: u64) -> Result<Option<Kept>, FileError> {
        let Some(table) = self.tables.get(&space) else { return Ok(None) };
        let (number, place) = SpaceFile::locate(slot);
        let home = (number + 7919 * space.0) % REMEMBERED;
        let mut home = self.memory[home].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*home
            && (known.space, known.number) == (space, number)
        {
            return Ok(Some(known.block.get(place)));
        }
        let block = table.block(number)?;
        let kept = block.get(place);
        *home = Some(Remembered { space, number, block });
        Ok(Some(kept))
    }

    /// The value of a position with its distance; `None` when a space is not there.
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

    /// The distance of a won position.
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
        // Without a quiet move the win must be one that leaves, wherever it leads.
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

/// The file of a space.
pub(crate) fn path<G: Indexed>(game: &G, folder: &Path, space: Space) -> PathBuf {
    folder.join(format!("{}.agontable", game.name(space)))
}

/// What a file says it is about.
pub(crate) fn title<G: Indexed>(game: &G, space: Space) -> String {
    format!("{} {}", game.title(), game.name(space))
}

/// The table of a space; `None` when there is no file.
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
