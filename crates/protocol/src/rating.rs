//! Ratings and leaderboards.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::people::Person;
use crate::setup::Clock;
use crate::units::Millis;

/// Speed of a game by the expected time per player; every pace has its own ratings.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, ToSchema,
)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Less than 3 minutes.
    Bullet,
    /// From 3 to less than 8 minutes.
    Blitz,
    /// From 8 to less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// Days per move.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// Assumed number of moves per player.
const MOVES: u64 = 40;

impl Pace {
    /// All paces, fastest first.
    pub const ALL: [Pace; 6] = [
        Pace::Bullet,
        Pace::Blitz,
        Pace::Rapid,
        Pace::Classical,
        Pace::Correspondence,
        Pace::Unlimited,
    ];

    /// Returns the pace for a clock, from the initial time plus the increments of forty moves.
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

    /// Returns the wire name.
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

    /// Parses a wire name.
    #[must_use]
    pub fn named(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }
}

/// Glicko-2 rating of a person in one game at one pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rating {
    /// Points; a player with 200 points more is expected to score 3/4.
    pub points: u32,
    /// Rating deviation: the 95% confidence interval is ± 2 deviations.
    pub deviation: u32,
    /// Whether the deviation is too large for the leaderboard.
    pub provisional: bool,
    /// Number of rated games; 0 for a computer, whose rating is fixed.
    pub games: u32,
}

/// Rating of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatRating {
    /// Current rating, or the rating at the end of the game.
    #[serde(flatten)]
    pub rating: Rating,
    /// Rating change by the game, if it was rated and is over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub change: Option<i32>,
}

/// Ratings of the players of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRatings {
    /// Pace of the ratings.
    pub pace: Pace,
    /// Whether the game is rated: created as rated, and every player has a rating or can get one.
    pub rated: bool,
    /// Ratings by seat; `null` for a free seat and for guests.
    pub seats: Vec<Option<SeatRating>>,
}

/// Page of a leaderboard.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LeadersQuery {
    /// Number of entries to skip, at most 5,000.
    #[param(maximum = 5000)]
    pub skip: Option<u32>,
    /// Maximum number of entries, 50 by default, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Entry of a leaderboard.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leader {
    /// The person.
    pub person: Person,
    /// Rating of the person.
    pub rating: Rating,
}

/// Leaderboard of a game and pace.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leaders {
    /// Entries, best first, without provisional ratings.
    pub people: Vec<Leader>,
    /// Whether more entries follow.
    pub more: bool,
    /// Rating of the caller; `null` for an unrated caller.
    pub mine: Option<Rating>,
    /// Points of the computer's levels, from level 1, for comparison.
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
