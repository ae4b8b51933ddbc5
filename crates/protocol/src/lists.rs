//! Lists of games, and queries about a single game.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::state::Phase;
use crate::units::Millis;

/// Filter for games, latest first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Phase of the game.
    pub phase: Option<Phase>,
    /// Game id in the catalogue.
    pub game: Option<String>,
    /// Prefix of a word of a player's name; several prefixes, separated by spaces, must all match.
    pub player: Option<String>,
    /// Result; with `mine`, from the caller's point of view.
    pub result: Option<Ended>,
    /// Whether to list only games that the caller created or plays in, unlisted ones included.
    pub mine: Option<bool>,
    /// Upper bound of the last change, in milliseconds since 1970, exclusive: `updated` of the last
    /// game of the previous page.
    pub before: Option<Millis>,
    /// Maximum number of games, 50 by default, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Result of a game, as a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// A player won; with `mine`, the caller.
    Won,
    /// With `mine`: another player won.
    Lost,
    /// Draw.
    Drawn,
    /// No result.
    Unfinished,
}

/// Secret key of an invitation.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct KeyQuery {
    /// Key; required for unlisted games of others.
    pub key: Option<String>,
}

/// Game removed from the caller's lists.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hidden {
    /// Id of the game.
    pub id: String,
}
