//! Search scores.

use std::ops::{Add, Neg, Sub};

/// A score for the player to move: hundredths of a piece, or a decided game. A decided game is
/// either searched to its end, with the distance in plies, or known from an [`crate::Oracle`].
/// Shorter wins are higher, shorter losses lower; searched wins are above known ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

/// A win at ply 0; each ply of distance subtracts 1.
const WON: i32 = 32_000;
/// Scores above this are wins that were searched to the end.
const SEEN: i32 = 31_000;
/// A known win with progress at ply 0; each ply until progress subtracts 1.
const KNOWN: i32 = 30_900;
/// Scores above this are wins.
const DECIDED: i32 = 30_000;
/// Largest evaluation that is not a win.
const LARGEST: i32 = 29_000;

impl Score {
    /// A draw or an equal position.
    pub const DRAW: Score = Score(0);
    /// Lower than every score.
    pub const LOWEST: Score = Score(-WON - 1);
    /// Higher than every score.
    pub const HIGHEST: Score = Score(WON + 1);

    /// Returns the score of an evaluation in hundredths of a piece, clamped below the wins.
    #[must_use]
    #[inline]
    pub fn from_eval(value: i32) -> Score {
        Score(value.clamp(-LARGEST, LARGEST))
    }

    /// A win of the root player at this ply.
    #[must_use]
    pub fn win_in(plies: usize) -> Score {
        Score(WON - plies as i32)
    }

    /// A loss of the root player at this ply.
    #[must_use]
    pub fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - WON)
    }

    /// A known win of the root player, with the next irreversible move at this ply.
    #[must_use]
    pub fn known_win(plies: usize) -> Score {
        Score((KNOWN - plies as i32).max(DECIDED + 1))
    }

    /// A known loss of the root player, with the winner's next irreversible move at this ply.
    #[must_use]
    pub fn known_loss(plies: usize) -> Score {
        -Score::known_win(plies)
    }

    /// Returns the score in hundredths of a piece; wins and losses are outside the range of
    /// evaluations.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::value`]; `None` if no score has this value.
    #[must_use]
    pub const fn from_value(value: i32) -> Option<Score> {
        if value.abs() <= WON { Some(Score(value)) } else { None }
    }

    /// Whether the score is a win or a loss.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > DECIDED
    }

    /// Whether the score is a win or loss of unknown distance.
    #[must_use]
    pub const fn is_known(self) -> bool {
        self.is_decided() && self.0.abs() <= SEEN
    }

    /// Returns the distance of a win or loss that was searched to the end.
    #[must_use]
    pub fn forced(self) -> Option<Forced> {
        let plies = (WON - self.0.abs()).max(0) as usize;
        match self.0 {
            value if value > SEEN => Some(Forced::Win(plies)),
            value if value < -SEEN => Some(Forced::Loss(plies)),
            _ => None,
        }
    }

    /// Converts the score to be relative to the node at `ply`, as stored in the transposition
    /// table.
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let value = match self.0 {
            value if value > DECIDED => value + ply,
            value if value < -DECIDED => value - ply,
            value => value,
        };
        value as i16
    }

    /// The inverse of [`Score::to_table`].
    pub(crate) fn from_table(value: i16, ply: usize) -> Score {
        let (value, ply) = (i32::from(value), ply as i32);
        match value {
            value if value > DECIDED => Score(value - ply),
            value if value < -DECIDED => Score(value + ply),
            value => Score(value),
        }
    }
}

/// A forced end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// The player to move wins in this number of plies.
    Win(usize),
    /// The player to move loses in this number of plies.
    Loss(usize),
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, value: i32) -> Score {
        Score(self.0 + value)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, value: i32) -> Score {
        Score(self.0 - value)
    }
}
