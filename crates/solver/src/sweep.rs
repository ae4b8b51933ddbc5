//! Retrograde analysis, by increasing distance.
//!
//! Initially, a position with a move to another space that is lost for the opponent is won, and
//! one without moves is lost. Then each decided position is propagated to its predecessors: those
//! of a lost position are won; those of a won position have one move less to avoid the loss and
//! are lost when idle remain. Positions that are never decided are draws.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::cells::{Cell, Cells, LONGEST};
use crate::value::Wdl;
use crate::work::{Progress, Stopped, share};
use agon_core::{Exit, Indexed, Space};

/// Slots per block; blocks without pending positions are skipped.
const BLOCK: usize = 4096;
/// Batch size of predecessor lookups. Batching overlaps the cache misses.
const BATCH: usize = 512;

/// A space being solved.
pub(crate) struct Open {
    pub(crate) space: Space,
    pub(crate) cells: Cells,
    /// Blocks with unprocessed positions of even and of odd distance.
    pending: [Vec<AtomicBool>; 2],
}

/// Reason why a unit could not be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Stopped,
    /// A distance exceeds [`LONGEST`].
    TooLong,
}

impl From<Stopped> for Failure {
    fn from(Stopped: Stopped) -> Failure {
        Failure::Stopped
    }
}

/// Solves a unit. `beyond` returns results of spaces solved earlier.
pub(crate) fn sweep<G: Indexed>(
    game: &G,
    unit: &[Space],
    beyond: &(impl Fn(Space, u64) -> Wdl + Sync),
    threads: usize,
    progress: &Progress,
) -> Result<Vec<Open>, Failure> {
    let spaces: Vec<Open> = unit.iter().map(|&space| Open::new(game, space)).collect();
    for open in &spaces {
        share(threads, open.blocks(), 16, |blocks| {
            progress.check()?;
            for block in blocks {
                begin(game, open, block, beyond);
                progress.add(open.slots(block).len());
            }
            Ok::<(), Stopped>(())
        })?;
    }
    for distance in 0.. {
        let mut found = false;
        for open in &spaces {
            let partner = game.partner(open.space);
            let partner = spaces.iter().find(|open| open.space == partner);
            let partner = partner.expect("a unit contains the partners of its spaces");
            let blocks = open.take_pending(distance);
            found |= !blocks.is_empty();
            if distance >= LONGEST && found {
                return Err(Failure::TooLong);
            }
            share(threads, blocks.len(), 4, |range| {
                progress.check()?;
                for &block in &blocks[range] {
                    progress.add(step_back(game, open, partner, block, distance));
                }
                Ok::<(), Stopped>(())
            })?;
        }
        // Wins by moves to other spaces have distance 1 even if no position has distance 0.
        if !found && distance > 0 {
            return Ok(spaces);
        }
    }
    Ok(spaces)
}

impl Open {
    fn new<G: Indexed>(game: &G, space: Space) -> Open {
        let cells = Cells::new(game.slots(space));
        let blocks = cells.len().div_ceil(BLOCK);
        let idle = || (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Open { space, cells, pending: [idle(), idle()] }
    }

    fn blocks(&self) -> usize {
        self.pending[0].len()
    }

    fn slots(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..self.cells.len().min((block + 1) * BLOCK)
    }

    /// Marks a position as decided.
    #[inline]
    fn decide(&self, slot: usize, distance: u32) {
        self.cells.set(slot, Cell::decided(distance));
        self.pending[distance as usize % 2][slot / BLOCK].store(true, Relaxed);
    }

    fn take_pending(&self, distance: u32) -> Vec<usize> {
        let pending = &self.pending[distance as usize % 2];
        (0..pending.len()).filter(|&block| pending[block].swap(false, Relaxed)).collect()
    }
}

/// Initialises a block from the moves that leave the space and from positions without moves.
fn begin<G: Indexed>(game: &G, open: &Open, block: usize, beyond: &impl Fn(Space, u64) -> Wdl) {
    for slot in open.slots(block) {
        let (mut won, mut drawn) = (false, false);
        let quiet = game.leave(open.space, slot as u64, &mut |exit| {
            let enemy = match exit {
                Exit::Won => Wdl::Lost,
                Exit::To(space, slot) => beyond(space, slot),
            };
            won = enemy == Wdl::Lost;
            drawn |= enemy == Wdl::Drawn;
            if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match quiet {
            None => {}
            Some(_) if won => open.decide(slot, 1),
            Some(_) if drawn => open.cells.set(slot, Cell::NEVER_LOST),
            Some(0) => open.decide(slot, 0),
            Some(moves) => open.cells.set(slot, Cell::open(moves)),
        }
    }
}

/// Propagates the positions at this distance in a block and returns their number.
fn step_back<G: Indexed>(
    game: &G,
    open: &Open,
    partner: &Open,
    block: usize,
    distance: u32,
) -> usize {
    let decided = Cell::decided(distance);
    let mut before: Vec<(usize, u32)> = Vec::with_capacity(2 * BATCH);
    let mut count = 0;
    for slot in open.slots(block) {
        if open.cells.get(slot) == decided {
            count += 1;
            game.before(open.space, slot as u64, &mut |slot, times| {
                before.push((slot as usize, times));
            });
            if before.len() >= BATCH {
                settle(partner, &mut before, distance);
            }
        }
    }
    settle(partner, &mut before, distance);
    count
}

/// Updates a batch of predecessors of positions at this distance.
#[inline]
fn settle(partner: &Open, before: &mut Vec<(usize, u32)>, distance: u32) {
    if distance.is_multiple_of(2) {
        before.retain(|&(slot, _)| partner.cells.get(slot).is_open());
        for (slot, _) in before.drain(..) {
            partner.decide(slot, distance + 1);
        }
    } else {
        before.retain(|&(slot, _)| partner.cells.get(slot).may_be_lost());
        for (slot, times) in before.drain(..) {
            if partner.cells.use_up(slot, times) {
                partner.decide(slot, distance + 1);
            }
        }
    }
}
