//! Positions drawn at random from finished tables, for trials and measurements.

use agon_core::Rng;
use agon_morris::Morris;
use agon_solver::{FileError, Outcome, Space};

use super::Oracle;

/// So many slots of a space are tried before another space is.
const TRIES: usize = 1_000;
/// So many spaces are tried before there seems to be no such position.
const SPACES: usize = 1_000;

impl Oracle {
    /// A position of the finished tables, with this outcome if one is wanted; `None` when none
    /// is found.
    ///
    /// First a space is drawn, each with the same chance, then a position of it. So the small
    /// spaces, which have the longest wins, get their share.
    pub fn draw(
        &self,
        outcome: Option<Outcome>,
        rng: &mut Rng,
    ) -> Result<Option<Morris>, FileError> {
        let spaces = self.spaces_with(outcome);
        for _ in 0..if spaces.is_empty() { 0 } else { SPACES } {
            let (space, slots) = spaces[rng.below(spaces.len())];
            for _ in 0..TRIES {
                let slot = rng.below(slots as usize) as u64;
                let kept = self.database.kept(space, slot)?;
                if kept.is_some_and(|kept| outcome.is_none_or(|o| kept.outcome() == o))
                    && let Some(position) =
                        self.spaces.index().position(self.spaces.census(space), slot)
                {
                    return Ok(Some(position));
                }
            }
        }
        Ok(None)
    }

    /// The finished spaces that have positions with this outcome, and their slots.
    fn spaces_with(&self, outcome: Option<Outcome>) -> Vec<(Space, u64)> {
        use agon_solver::Indexed;
        let has = |space: &Space| {
            self.database.table(*space).is_some_and(|table| {
                let tally = table.tally();
                let count = match outcome {
                    None => tally.positions(),
                    Some(Outcome::Won) => tally.won,
                    Some(Outcome::Drawn) => tally.drawn,
                    Some(Outcome::Lost) => tally.lost,
                };
                count > 0
            })
        };
        let spaces = self.spaces.units().into_iter().flatten().filter(has);
        spaces.map(|space| (space, Indexed::slots(&self.spaces, space))).collect()
    }
}
