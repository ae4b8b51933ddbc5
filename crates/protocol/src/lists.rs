//! Lists of games, and what is asked about one of them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::state::Phase;
use crate::units::Millis;

/// Which games to list, the latest first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Where they are in their life.
    pub phase: Option<Phase>,
    /// Which game, by its id in the catalogue.
    pub game: Option<String>,
    /// The beginning of a word of a player's name; of several words, if several are given.
    pub player: Option<String>,
    /// How they ended.
    pub result: Option<Ended>,
    /// Only games that I made or play in, unlisted ones too.
    pub mine: Option<bool>,
    /// Only games whose last change is older: milliseconds since 1970, from `updated` of the
    /// last game of the page before.
    pub before: Option<Millis>,
    /// How many, 50 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// How a game ended, as lists are asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// Somebody won; with `mine`, I did.
    Won,
    /// With `mine`: somebody else won.
    Lost,
    /// Nobody won.
    Drawn,
    /// Without a result.
    Unfinished,
}

/// The secret part of an invitation.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct KeyQuery {
    /// For unlisted games of others.
    pub key: Option<String>,
}

/// A game that is no longer on my lists.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hidden {
    /// Its id.
    pub id: String,
}
