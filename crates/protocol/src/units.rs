//! Seats, versions and milliseconds as distinct types; plain numbers on the wire.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::time::Duration;

use agon_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Seat of a game, counted from 0 in the order of play.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the first `count` seats, in order.
    pub fn all(count: usize) -> impl Iterator<Item = Seat> {
        (0..=u8::MAX).map(Seat).take(count)
    }

    /// Returns the index into lists with one entry per seat.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the player of the seat; `None` if no game has this seat.
    #[must_use]
    pub fn player(self) -> Option<Player> {
        Player::new(self.index())
    }
}

impl From<Player> for Seat {
    fn from(player: Player) -> Seat {
        // The number of players is far below 256.
        Seat(player.index() as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Number of events of a game, and the version of its last event.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// Version of the first event.
    pub const FIRST: Version = Version(1);

    /// Returns the version of the next event.
    #[must_use]
    pub fn next(self) -> Version {
        Version(self.0 + 1)
    }
}

/// Time in milliseconds since 1970, or duration in milliseconds.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Deserialize,
    Serialize,
    ToSchema,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Zero.
    pub const ZERO: Millis = Millis(0);
    /// Largest value, later than any time.
    pub const MAX: Millis = Millis(u64::MAX);
    /// One day.
    pub const DAY: Millis = Millis(86_400_000);

    /// Returns the duration since another time, or zero if that is later.
    #[must_use]
    pub fn since(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// Multiplies a duration, saturating.
    #[must_use]
    pub fn times(self, count: u64) -> Millis {
        Millis(self.0.saturating_mul(count))
    }

    /// Converts to [`Duration`].
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl From<Duration> for Millis {
    fn from(span: Duration) -> Millis {
        Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
    }
}

/// Saturates at [`Millis::MAX`].
impl Add for Millis {
    type Output = Millis;

    fn add(self, span: Millis) -> Millis {
        Millis(self.0.saturating_add(span.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, span: Millis) {
        *self = *self + span;
    }
}

impl Sum for Millis {
    fn sum<I: Iterator<Item = Millis>>(spans: I) -> Millis {
        spans.fold(Millis::ZERO, Add::add)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
