//! Armies: marbles that are interchangeable, and the way that they have before them.

use agon_core::{Cell, Player, Position};

use crate::ChineseCheckers;
use crate::board::distance;
use crate::holes::Holes;
use crate::rules::opposite;

/// Marbles of a player that are interchangeable. Three players with two sets each have two armies
/// that swap their points, all others have one.
#[derive(Clone, Copy)]
pub(crate) struct Army {
    /// Where its marbles stand.
    pub(crate) marbles: Holes,
    /// The colour of its marbles, and the point from where it sets out; where it has several, they
    /// lie around that one.
    pub(crate) colour: usize,
    /// Where its marbles stand at the start.
    pub(crate) home: Holes,
    /// Where they have to go.
    pub(crate) target: Holes,
}

impl Army {
    /// Are all its marbles where they have to go?
    #[inline]
    pub(crate) fn is_home(self) -> bool {
        (self.marbles & !self.target).is_empty()
    }

    /// The steps that its marbles still have to their target, each to the nearest hole of it.
    pub(crate) fn distance_left(self) -> u32 {
        let nearest = |marble| self.target.cells().map(move |hole| distance(marble, hole)).min();
        self.marbles.cells().filter_map(nearest).sum()
    }
}

impl ChineseCheckers {
    /// The armies of a player, that of the player's colour first.
    #[inline]
    pub(crate) fn armies(&self, player: Player) -> impl Iterator<Item = Army> + use<> {
        let rules = self.rules();
        let colour = rules.colour(player);
        let (home, target) = (rules.home(player), rules.target(player));
        let all = self.marbles(player);
        if !rules.swaps() {
            return [Some(Army { marbles: all, colour, home, target }), None].into_iter().flatten();
        }
        let others = self.second_set(player);
        let theirs = rules.second_home(player);
        let ours = home & !theirs;
        let first = Army { marbles: all & !others, colour, home: ours, target: theirs };
        let second = Army { marbles: others, colour: opposite(colour), home: theirs, target: ours };
        [Some(first), Some(second)].into_iter().flatten()
    }

    /// The colour of the army to which a marble of the player to move belongs.
    #[inline]
    pub(crate) fn colour_of(&self, marble: Cell) -> usize {
        let colour = self.rules().colour(self.turn());
        if self.second_set(self.turn()).has(marble) { opposite(colour) } else { colour }
    }
}
