//! Archive of finished games, and the opening explorer.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::lists::Ended;
use crate::state::Summary;
use crate::units::Millis;

/// Filter for finished games, latest first. Omitted fields match every game.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// Game id in the catalogue.
    pub game: Option<String>,
    /// Options or name of a preset: `layers=5,flying=off`. Requires `game`.
    pub rules: Option<String>,
    /// Prefix of a word of a player's name; several prefixes, separated by spaces, must all match.
    pub player: Option<String>,
    /// Id of a person who played in the game or created it.
    pub person: Option<String>,
    /// Whether to list only games that the caller created or plays in, unlisted ones included.
    pub mine: Option<bool>,
    /// Result; with `mine`, from the caller's point of view.
    pub result: Option<Ended>,
    /// Lower bound of the last change, in milliseconds since 1970, inclusive.
    pub from: Option<Millis>,
    /// Upper bound of the last change, in milliseconds since 1970, exclusive.
    pub until: Option<Millis>,
    /// Minimum number of plies.
    pub shortest: Option<u32>,
    /// Maximum number of plies.
    pub longest: Option<u32>,
    /// Position that occurred among the first plies, in any symmetry of the board. Requires `game`;
    /// `rules` are then the rules of the position.
    pub position: Option<String>,
    /// Cursor: `next` of the previous page.
    pub after: Option<String>,
    /// Maximum number of games, 24 by default, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Page of the archive.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivePage {
    /// Games of this page. A page may be short or even empty although more follow, because the
    /// number of games examined per page is bounded.
    pub games: Vec<Summary>,
    /// Cursor for the next page; missing after the last page.
    pub next: Option<String>,
}

/// Results of a set of games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// Number of games.
    pub games: u32,
    /// Number of wins by seat.
    pub won: Vec<u32>,
    /// Number of draws.
    pub drawn: u32,
}

/// Move played in a position.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredMove {
    /// Move as text.
    pub text: String,
    /// Move in human notation.
    pub display: String,
    /// Other moves, as text, that lead to the same position by symmetry and are counted with this
    /// one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub same: Vec<String>,
    /// Results of games on this site.
    pub site: Tally,
    /// Results of the bundled games between strong computers.
    pub engine: Tally,
}

/// Moves played in a position.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// Moves, most played first. Only the first `plies` plies of each game are indexed.
    pub moves: Vec<ExploredMove>,
    /// Latest games on this site in which the position occurred.
    pub games: Vec<Summary>,
    /// Number of plies indexed per game.
    pub plies: u32,
}
