//! Values of positions.

use std::fmt;

/// Game-theoretic result for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wdl {
    /// The player to move wins.
    Won,
    /// Neither player can force a win.
    Drawn,
    /// The player to move loses.
    Lost,
}

/// Result for the player to move, with the distance to conversion: the winner minimises it, the
/// loser maximises it.
///
/// The distance counts plies up to the winner's move that leaves the space, or to a position in
/// which the loser has no quiet move. It is odd for the winner and even for the loser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins.
    Won(u32),
    /// Neither player can force a win.
    Drawn,
    /// The player to move loses.
    Lost(u32),
}

impl Value {
    /// Drops the distance.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Won(_) => Wdl::Won,
            Value::Drawn => Wdl::Drawn,
            Value::Lost(_) => Wdl::Lost,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Won(plies) => write!(f, "won in {plies}"),
            Value::Drawn => f.write_str("drawn"),
            Value::Lost(plies) => write!(f, "lost in {plies}"),
        }
    }
}

/// Stored value of a position. The distance of a win is not stored: it is one more than the
/// shortest distance among the lost positions it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kept {
    /// The player to move wins.
    Won,
    /// Neither player can force a win.
    Drawn,
    /// The player to move loses after this many plies.
    Lost(u32),
}

impl Kept {
    /// Drops the distance.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Kept::Won => Wdl::Won,
            Kept::Drawn => Wdl::Drawn,
            Kept::Lost(_) => Wdl::Lost,
        }
    }
}

/// Result counts of a space.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Positions won for the player to move.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions lost for the player to move.
    pub lost: u64,
    /// Longest distance, in plies.
    pub longest: u32,
}

impl Tally {
    /// Returns the total number of positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
