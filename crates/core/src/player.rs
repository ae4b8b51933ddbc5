//! Who sits at the board.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

/// The most seats any game has.
pub const MAX_PLAYERS: usize = 6;

/// A seat, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The seat that usually moves first.
    pub const FIRST: Player = Player(0);
    /// The other seat of a game for two.
    pub const SECOND: Player = Player(1);

    /// The seat with this index, if a game can have one.
    #[must_use]
    pub const fn new(index: usize) -> Option<Player> {
        if index < MAX_PLAYERS { Some(Player(index as u8)) } else { None }
    }

    /// The seats of a game with `count` players, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..count.min(MAX_PLAYERS) as u8).map(Player)
    }

    /// 0 for the first seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a game for two.
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

/// One value for each seat of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ByPlayer<T>(ArrayVec<T, MAX_PLAYERS>);

impl<T> ByPlayer<T> {
    /// A value for each of `count` seats.
    pub fn new(count: usize, value: impl FnMut(Player) -> T) -> Self {
        ByPlayer(Player::all(count).map(value).collect())
    }

    /// How many seats there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The seats with their values, in order.
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

/// Some of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// No seat.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// Is the seat in the set?
    #[must_use]
    pub const fn has(self, player: Player) -> bool {
        self.0 & (1 << player.0) != 0
    }

    /// The set with the seat added.
    #[must_use]
    pub const fn with(self, player: Player) -> PlayerSet {
        PlayerSet(self.0 | 1 << player.0)
    }

    /// The set with the seat taken out.
    #[must_use]
    pub const fn without(self, player: Player) -> PlayerSet {
        PlayerSet(self.0 & !(1 << player.0))
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No seat at all?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
