//! Games that can be solved.

use crate::{Game, Indexed, Position, Space};

/// The rules of a game, as those of its positions.
type RulesOf<S> = <<S as Solvable>::Game as Position>::Rules;

/// The spaces of a game that can be solved, and which position is in which slot.
pub trait Solvable: Indexed + Send + Sized + 'static {
    /// The game.
    type Game: Game;

    /// What can be solved and kept in one folder.
    const TABLEBASES: &'static [TablebaseInfo];
    /// What is said where there are too many positions, and where there are not.
    const TOO_LARGE: &'static str;

    /// The spaces of a game by these rules; `None` where there are too many positions.
    fn new(rules: &RulesOf<Self>) -> Option<Self>;

    /// The rules without limits that end a game as a draw: nobody solves with them.
    fn without_limits(rules: &RulesOf<Self>) -> RulesOf<Self>;

    /// Where a position is. `None` by other rules, and for ended positions without a slot.
    fn place(&self, position: &Self::Game) -> Option<(Space, u64)>;

    /// The position in a slot; `None` where it is empty.
    fn position(&self, space: Space, slot: u64) -> Option<Self::Game>;

    /// How many positions a space has; found out without solving it.
    fn positions(&self, space: Space) -> u64;

    /// Are all of a space's pieces on the board, with at most so many of the stronger and of the
    /// weaker side?
    fn is_within(&self, space: Space, stronger: u32, weaker: u32) -> bool;

    /// How many more plies that can be taken back the rules allow; `None` for any number.
    fn plies_left(position: &Self::Game) -> Option<u32>;
}

/// Rules of a game that are solved and kept as one tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseInfo {
    /// A name for addresses.
    pub id: &'static str,
    /// The rules.
    pub rules: &'static str,
    /// What people read.
    pub title: &'static str,
}
