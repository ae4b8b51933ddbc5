//! Verification of tables: every value must follow from the values of its successors.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use agon_core::Rng;
use thiserror::Error;

use crate::cells::{Cell, Cells};
use crate::solve::{Known, Means, SolveError, existing};
use crate::value::{Kept, Wdl};
use crate::work::{Progress, Stopped, share};
use agon_core::{Exit, Indexed, Space};

/// Reason why verification failed.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The check could not run.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A value contradicts its successors.
    #[error("{space}, slot {slot}: found {found:?}, expected {expected:?} from its moves")]
    Wrong {
        /// Name of the space.
        space: String,
        /// Slot number.
        slot: u64,
        /// Value in the table.
        found: Kept,
        /// Value implied by the successors.
        expected: Kept,
    },
}

impl From<Stopped> for VerifyError {
    fn from(Stopped: Stopped) -> VerifyError {
        SolveError::Stopped.into()
    }
}

/// The tables of a unit in memory, with the results it depends on.
struct Check<'a, G> {
    game: &'a G,
    spaces: Vec<(Space, Cells)>,
    beyond: Known,
}

/// Checks all slots of a finished unit, or `samples` random slots of each space, and returns
/// the number of positions checked.
pub fn verify<G: Indexed>(
    game: &G,
    unit: &[Space],
    means: &Means,
    samples: Option<u64>,
    progress: &Progress,
) -> Result<u64, VerifyError> {
    let mut spaces = Vec::new();
    for &space in unit {
        let cells = load(game, space, means)?;
        spaces.push((space, cells));
    }
    let check = Check { game, spaces, beyond: Known::load(game, unit, means)? };
    let checked = AtomicU64::new(0);
    for (space, cells) in &check.spaces {
        let slots = cells.len();
        let count = samples.map_or(slots, |samples| slots.min(samples as usize));
        share(means.threads, count, 1 << 12, |range| {
            progress.check()?;
            // Fixed seeds make failures reproducible.
            let mut rng = Rng::new(range.start as u64);
            let mut positions = 0;
            for i in range.clone() {
                let slot = if count < slots { rng.below(slots) } else { i };
                if game.leave(*space, slot as u64, &mut |_| ControlFlow::Break(())).is_some() {
                    check.slot(*space, cells, slot as u64)?;
                    positions += 1;
                }
            }
            checked.fetch_add(positions, Relaxed);
            progress.add(range.len());
            Ok::<(), VerifyError>(())
        })?;
    }
    Ok(checked.into_inner())
}

/// Loads a table. All wins are loaded with distance 1.
fn load<G: Indexed>(game: &G, space: Space, means: &Means) -> Result<Cells, VerifyError> {
    let table = existing(game, space, &means.folder)?;
    let cells = Cells::new(game.slots(space));
    let put = |slot: usize, kept: Kept| {
        cells.set(
            slot,
            match kept {
                Kept::Won => Cell::decided(1),
                Kept::Drawn => Cell::open(0),
                Kept::Lost(plies) => Cell::decided(plies),
            },
        );
    };
    let loaded = table.each_slot(means.threads, put);
    loaded.map_err(SolveError::from)?;
    Ok(cells)
}

impl<G: Indexed> Check<'_, G> {
    fn slot(&self, space: Space, cells: &Cells, slot: u64) -> Result<(), VerifyError> {
        let Some(found) = cells.get(slot as usize).kept() else { return Ok(()) };
        let expected = self.expected(space, slot);
        if found == expected {
            return Ok(());
        }
        Err(VerifyError::Wrong { space: self.game.name(space), slot, found, expected })
    }

    fn expected(&self, space: Space, slot: u64) -> Kept {
        let mut drawn = false;
        if self.leaves_to_win(space, slot, &mut drawn) {
            return Kept::Won;
        }
        let partner = self.game.partner(space);
        let (mut won, mut longest) = (false, 0);
        let mut replies = Vec::new();
        self.game.quiet(space, slot, &mut |slot| match self.kept(partner, slot) {
            Kept::Lost(_) => won = true,
            Kept::Drawn => drawn = true,
            Kept::Won => replies.push(slot),
        });
        if won {
            return Kept::Won;
        }
        if drawn {
            return Kept::Drawn;
        }
        for slot in replies {
            longest = longest.max(1 + self.distance(partner, slot));
        }
        Kept::Lost(longest)
    }

    /// Returns the distance of a won position.
    fn distance(&self, space: Space, slot: u64) -> u32 {
        if self.leaves_to_win(space, slot, &mut false) {
            return 1;
        }
        let mut shortest = None;
        self.game.quiet(space, slot, &mut |slot| {
            if let Kept::Lost(plies) = self.kept(self.game.partner(space), slot) {
                shortest = Some(shortest.map_or(plies, |known: u32| known.min(plies)));
            }
        });
        // Without a lost successor this position is itself wrong and is reported separately.
        shortest.map_or(1, |plies| plies + 1)
    }

    /// Returns whether a move to another space wins; sets `drawn` if one draws.
    fn leaves_to_win(&self, space: Space, slot: u64, drawn: &mut bool) -> bool {
        let mut won = false;
        self.game.leave(space, slot, &mut |exit| {
            let enemy = match exit {
                Exit::Won => Wdl::Lost,
                Exit::To(space, slot) => self.beyond.get(space, slot),
            };
            won = enemy == Wdl::Lost;
            *drawn |= enemy == Wdl::Drawn;
            if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        won
    }

    fn kept(&self, space: Space, slot: u64) -> Kept {
        let cells = self.spaces.iter().find(|(own, _)| *own == space).map(|(_, cells)| cells);
        let cells = cells.expect("a unit contains the partners of its spaces");
        cells.get(slot as usize).kept().expect("every slot was loaded")
    }
}
