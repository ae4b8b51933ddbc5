//! Games that can be solved.

use crate::{Game, Indexed, Position, Space};

/// Rules type of a solvable game.
type RulesOf<S> = <<S as Solvable>::Game as Position>::Rules;

/// Mapping between the positions of a game and the slots of its spaces.
pub trait Solvable: Indexed + Send + Sized + 'static {
    /// The game.
    type Game: Game;

    /// Tablebases that can be solved and stored.
    const TABLEBASES: &'static [TablebaseInfo];
    /// Explains which rules can be solved and which have too many positions.
    const TOO_LARGE: &'static str;

    /// Creates the index for these rules; `None` if there are too many positions.
    fn new(rules: &RulesOf<Self>) -> Option<Self>;

    /// Removes limits that draw the game, because the solver ignores them.
    fn without_limits(rules: &RulesOf<Self>) -> RulesOf<Self>;

    /// Returns the slot of a position. `None` for other rules and for final positions without a
    /// slot.
    fn place(&self, position: &Self::Game) -> Option<(Space, u64)>;

    /// Returns the position in a slot; `None` if the slot is empty.
    fn position(&self, space: Space, slot: u64) -> Option<Self::Game>;

    /// Counts the positions of a space without solving it.
    fn positions(&self, space: Space) -> u64;

    /// Returns whether all pieces of the space are on the board, with at most `stronger` pieces of
    /// the stronger side and `weaker` of the weaker one.
    fn is_within(&self, space: Space, stronger: u32, weaker: u32) -> bool;

    /// Returns the number of reversible plies that the rules still allow; `None` if unlimited.
    fn plies_left(position: &Self::Game) -> Option<u32>;
}

/// Rules that are solved into one tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseInfo {
    /// Identifier in URLs.
    pub id: &'static str,
    /// Rules as text.
    pub rules: &'static str,
    /// Display name.
    pub title: &'static str,
}
