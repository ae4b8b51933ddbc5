//! How good a position is for the player to move.

use std::ops::{Add, Neg, Sub};

/// Hundredths of a man, or a decided game: one that was searched to its end, with the number of
/// plies until then, or one of which it is known how it ends. Sooner wins are higher, sooner
/// losses lower, and what was searched to its end is above what is only known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i32);

/// A game won at once; each ply of delay costs one.
const WON: i32 = 32_000;
/// Above this the end of the game was seen.
const SEEN: i32 = 31_000;
/// A game known to be won whose next step forward is made at once; each ply of delay costs one.
const KNOWN: i32 = 30_900;
/// Above this a score is a win.
const DECIDED: i32 = 30_000;
/// The largest evaluation, which is not a win.
const LARGEST: i32 = 29_000;

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);
    /// Below every score.
    pub const LOWEST: Score = Score(-WON - 1);
    /// Above every score.
    pub const HIGHEST: Score = Score(WON + 1);

    /// An evaluation in hundredths of a man.
    #[must_use]
    #[inline]
    pub fn from_eval(value: i32) -> Score {
        Score(value.clamp(-LARGEST, LARGEST))
    }

    /// The player to move at the root wins in so many plies.
    #[must_use]
    pub fn win_in(plies: usize) -> Score {
        Score(WON - plies as i32)
    }

    /// The player to move at the root loses in so many plies.
    #[must_use]
    pub fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - WON)
    }

    /// The player to move at the root is known to win, and comes nearer for good in so many
    /// plies.
    #[must_use]
    pub fn known_win(plies: usize) -> Score {
        Score((KNOWN - plies as i32).max(DECIDED + 1))
    }

    /// The player to move at the root is known to lose, and the enemy comes nearer for good in
    /// so many plies.
    #[must_use]
    pub fn known_loss(plies: usize) -> Score {
        -Score::known_win(plies)
    }

    /// Hundredths of a man; wins and losses are far outside of what an evaluation can be.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score that [`Score::value`] tells as this number; `None` when there is none.
    #[must_use]
    pub const fn from_value(value: i32) -> Option<Score> {
        if value.abs() <= WON { Some(Score(value)) } else { None }
    }

    /// Is the game decided?
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > DECIDED
    }

    /// Is the game decided, but how far away is its end?
    #[must_use]
    pub const fn is_known(self) -> bool {
        self.is_decided() && self.0.abs() <= SEEN
    }

    /// Is it a win or a loss whose end was seen, and in how many plies?
    #[must_use]
    pub fn forced(self) -> Option<Forced> {
        let plies = (WON - self.0.abs()).max(0) as usize;
        match self.0 {
            value if value > SEEN => Some(Forced::Win(plies)),
            value if value < -SEEN => Some(Forced::Loss(plies)),
            _ => None,
        }
    }

    /// The same score seen from a position `ply` plies nearer to the end: what is kept in the
    /// transposition table, which serves different roots.
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let value = match self.0 {
            value if value > DECIDED => value + ply,
            value if value < -DECIDED => value - ply,
            value => value,
        };
        value as i16
    }

    /// The opposite of [`Score::to_table`].
    pub(crate) fn from_table(value: i16, ply: usize) -> Score {
        let (value, ply) = (i32::from(value), ply as i32);
        match value {
            value if value > DECIDED => Score(value - ply),
            value if value < -DECIDED => Score(value + ply),
            value => Score(value),
        }
    }
}

/// The end of a game that was searched to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// The player to move wins in so many plies.
    Win(usize),
    /// The player to move loses in so many plies.
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
