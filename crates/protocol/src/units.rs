//! Seats, versions and milliseconds: numbers that must not be mixed up. Over the wire they are numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::time::Duration;

use agon_core::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A seat of a game, counted from 0 in the order of play.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// So many seats, in order.
    pub fn all(count: usize) -> impl Iterator<Item = Seat> {
        (0..=u8::MAX).map(Seat).take(count)
    }

    /// The place in lists that have one entry for each seat.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Who plays there; `None` for a seat that no game has.
    #[must_use]
    pub fn player(self) -> Option<Player> {
        Player::new(self.index())
    }
}

impl From<Player> for Seat {
    fn from(player: Player) -> Seat {
        // There are far fewer players than that.
        Seat(player.index() as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many events a game has had.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// That of the first event.
    pub const FIRST: Version = Version(1);

    /// That of the event after this one.
    #[must_use]
    pub fn next(self) -> Version {
        Version(self.0 + 1)
    }
}

/// A time in milliseconds since 1970, or a span of milliseconds.
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
    /// None at all.
    pub const ZERO: Millis = Millis(0);
    /// Later than everything.
    pub const MAX: Millis = Millis(u64::MAX);
    /// A day.
    pub const DAY: Millis = Millis(86_400_000);

    /// The span since another time; nothing if that is later.
    #[must_use]
    pub fn since(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, count: u64) -> Millis {
        Millis(self.0.saturating_mul(count))
    }

    /// The span as the system knows it.
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

/// Nothing is later than [`Millis::MAX`].
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
