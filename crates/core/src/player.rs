//! Players and sets of players.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

/// Maximum number of players.
pub const MAX_PLAYERS: usize = 6;

/// A player, numbered from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// Player 0, who usually moves first.
    pub const FIRST: Player = Player(0);
    /// Player 1.
    pub const SECOND: Player = Player(1);

    /// Returns the player with this index; `None` from [`MAX_PLAYERS`] on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Player> {
        if index < MAX_PLAYERS { Some(Player(index as u8)) } else { None }
    }

    /// Returns all players of a game with `count` players, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..count.min(MAX_PLAYERS) as u8).map(Player)
    }

    /// Returns the index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the opponent in a two-player game.
    #[must_use]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({})", self.0)
    }
}

/// One value per player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ByPlayer<T>(ArrayVec<T, MAX_PLAYERS>);

impl<T> ByPlayer<T> {
    /// Computes a value for each of `count` players.
    pub fn new(count: usize, value: impl FnMut(Player) -> T) -> Self {
        ByPlayer(Player::all(count).map(value).collect())
    }

    /// Returns the number of players.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the players and their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::all(self.0.len()).zip(&self.0)
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Returns whether the set contains the player.
    #[must_use]
    pub const fn has(self, player: Player) -> bool {
        self.0 & (1 << player.0) != 0
    }

    /// Returns the set with the player added.
    #[must_use]
    pub const fn with(self, player: Player) -> PlayerSet {
        PlayerSet(self.0 | 1 << player.0)
    }

    /// Returns the set with the player removed.
    #[must_use]
    pub const fn without(self, player: Player) -> PlayerSet {
        PlayerSet(self.0 & !(1 << player.0))
    }

    /// Returns the number of players in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
