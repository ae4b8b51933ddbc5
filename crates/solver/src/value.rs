//! What is known of a position.

use std::fmt;

/// How the game ends when both play their best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wdl {
    /// Whoever is to move wins.
    Won,
    /// Nobody can win by force.
    Drawn,
    /// Whoever is to move loses.
    Lost,
}

/// The outcome for whoever is to move, with the distance to the next move that cannot be
/// taken back: the winner heads for it, the loser puts it off.
///
/// The distance is in plies and counts up to the winner's move that leaves the space, or to
/// the position where the loser has no quiet move left. So it is odd for the winner and even
/// for the loser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Whoever is to move wins.
    Won(u32),
    /// Nobody can win by force.
    Drawn,
    /// Whoever is to move loses.
    Lost(u32),
}

impl Value {
    /// The value without the distance.
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

/// What a table keeps of a position. The distance of a won one is not kept: it is one more
/// than that of the quickest lost position that a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kept {
    /// Whoever is to move wins.
    Won,
    /// Nobody can win by force.
    Drawn,
    /// Whoever is to move loses, after so many plies.
    Lost(u32),
}

impl Kept {
    /// The same without the distance.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Kept::Won => Wdl::Won,
            Kept::Drawn => Wdl::Drawn,
            Kept::Lost(_) => Wdl::Lost,
        }
    }
}

/// How many positions of a space are won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Won for whoever is to move.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost for whoever is to move.
    pub lost: u64,
    /// The longest distance, in plies.
    pub longest: u32,
}

impl Tally {
    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}
