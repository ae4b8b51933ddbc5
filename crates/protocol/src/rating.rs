//! How well people play, in points.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::people::Person;
use crate::setup::Clock;
use crate::units::Millis;

/// How fast a game is played, by how long a player has for it: ratings are told apart by it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// More than that.
    Classical,
    /// Days for each move.
    Correspondence,
    /// As long as the players like.
    Unlimited,
}

/// A player is taken to make so many moves.
const MOVES: u64 = 40;

impl Pace {
    /// All of them, from the fastest on.
    pub const ALL: [Pace; 6] = [
        Pace::Bullet,
        Pace::Blitz,
        Pace::Rapid,
        Pace::Classical,
        Pace::Correspondence,
        Pace::Unlimited,
    ];

    /// The pace of games with this clock: the time at the beginning and what is added with forty moves.
    #[must_use]
    pub fn of(clock: Clock) -> Pace {
        let Millis(time) = match clock {
            Clock::None => return Pace::Unlimited,
            Clock::Days { .. } => return Pace::Correspondence,
            Clock::Increment { main, add: more } | Clock::Delay { main, free: more } => {
                Millis(main.0 + MOVES * more.0)
            }
            Clock::Move { each } => Millis(MOVES * each.0),
        };
        match time / 1_000 {
            0..180 => Pace::Bullet,
            180..480 => Pace::Blitz,
            480..1_500 => Pace::Rapid,
            _ => Pace::Classical,
        }
    }

    /// The pace as in the text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Pace::Bullet => "bullet",
            Pace::Blitz => "blitz",
            Pace::Rapid => "rapid",
            Pace::Classical => "classical",
            Pace::Correspondence => "correspondence",
            Pace::Unlimited => "unlimited",
        }
    }

    /// The pace of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }
}

/// How well somebody plays a game at a pace, as in Glicko-2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rating {
    /// Points: whoever has 200 more gets three of four.
    pub points: u32,
    /// How sure that is: they lie within twice as many points of it, 19 times of 20.
    pub deviation: u32,
    /// Is that not sure enough for the list of the best?
    pub provisional: bool,
    /// Of how many games it is made; none for a computer, whose points are fixed.
    pub games: u32,
}

/// Somebody at a table with their rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatRating {
    /// As it is now, or as it was when the game ended.
    #[serde(flatten)]
    pub rating: Rating,
    /// What the game has changed, if it is over and counted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub change: Option<i32>,
}

/// How well those at a table play.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRatings {
    /// Which ratings these are.
    pub pace: Pace,
    /// Does the game count? It was begun so, and everybody at the table has a rating or may get one.
    pub rated: bool,
    /// By seat; `null` where nobody sits, and for guests.
    pub seats: Vec<Option<SeatRating>>,
}

/// A part of the list of the best.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeadersQuery {
    /// How many to leave out, 5,000 at most.
    #[param(maximum = 5000)]
    pub skip: Option<u32>,
    /// How many, 50 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Somebody in the list of the best.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leader {
    /// Who.
    pub person: Person,
    /// How well they play.
    pub rating: Rating,
}

/// The best at a game and a pace.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leaders {
    /// From the best on; those whose rating is not sure enough are left out.
    pub people: Vec<Leader>,
    /// Are there more?
    pub more: bool,
    /// My own rating there, if I have one.
    pub mine: Option<Rating>,
    /// The points of the computer's levels, from the first on, to compare.
    pub levels: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_how_long_a_player_has() {
        let plus = |main: u64, add: u64| {
            Pace::of(Clock::Increment { main: Millis(main * 1_000), add: Millis(add * 1_000) })
        };
        assert_eq!(plus(60, 1), Pace::Bullet);
        assert_eq!(plus(180, 2), Pace::Blitz);
        assert_eq!(plus(300, 3), Pace::Blitz);
        assert_eq!(plus(600, 5), Pace::Rapid);
        assert_eq!(plus(1_800, 20), Pace::Classical);
        assert_eq!(Pace::of(Clock::Move { each: Millis(30_000) }), Pace::Rapid);
        assert_eq!(Pace::of(Clock::Days { days: 3 }), Pace::Correspondence);
        assert_eq!(Pace::of(Clock::None), Pace::Unlimited);
        assert!(Pace::ALL.into_iter().all(|pace| Pace::named(pace.name()) == Some(pace)));
    }
}
