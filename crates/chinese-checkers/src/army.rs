//! Armies: interchangeable marbles with a common home and target.

use agon_core::{Cell, Player, Position};

use crate::ChineseCheckers;
use crate::board::distance;
use crate::holes::Holes;
use crate::rules::opposite;

/// Interchangeable marbles of a player. Three players with two sets have two armies each, which
/// swap points; all others have one.
#[derive(Clone, Copy)]
pub(crate) struct Army {
    pub(crate) marbles: Holes,
    /// Index of the army's colour and of its point; an army with several points has the colour of
    /// the central one.
    pub(crate) colour: usize,
    pub(crate) home: Holes,
    pub(crate) target: Holes,
}

impl Army {
    /// Returns whether all marbles are in the target.
    #[inline]
    pub(crate) fn is_home(self) -> bool {
        (self.marbles & !self.target).is_empty()
    }

    /// Returns the sum of the distances of the marbles to the nearest target hole, on an empty
    /// board.
    pub(crate) fn distance_left(self) -> u32 {
        let nearest = |marble| self.target.cells().map(move |hole| distance(marble, hole)).min();
        self.marbles.cells().filter_map(nearest).sum()
    }
}

impl ChineseCheckers {
    /// Returns the armies of a player, that of the player's own colour first.
    #[inline]
    pub(crate) fn armies(&self, player: Player) -> impl Iterator<Item = Army> + use<> {
        let rules = self.rules();
        let colour = rules.colour(player);
        let (home, target) = (rules.home(player), rules.target(player));
        let all = self.marbles(player);
        if !rules.has_two_opposite_points() {
            return [Some(Army { marbles: all, colour, home, target }), None].into_iter().flatten();
        }
        let others = self.second_set(player);
        let theirs = rules.second_home(player);
        let ours = home & !theirs;
        let first = Army { marbles: all & !others, colour, home: ours, target: theirs };
        let second = Army { marbles: others, colour: opposite(colour), home: theirs, target: ours };
        [Some(first), Some(second)].into_iter().flatten()
    }

    /// Returns the colour of the army of a marble of the player to move.
    #[inline]
    pub(crate) fn colour_of(&self, marble: Cell) -> usize {
        let colour = self.rules().colour(self.turn());
        if self.second_set(self.turn()).has(marble) { opposite(colour) } else { colour }
    }
}
