//! Games that are over: how they are looked for, and what was played where.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::lists::Ended;
use crate::state::Summary;
use crate::units::Millis;

/// Which games that are over to list, the latest first. What is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// Which game, by its id in the catalogue.
    pub game: Option<String>,
    /// Options that they were played by, or the name of a variant: `layers=5,flying=off`. Wants `game`.
    pub rules: Option<String>,
    /// The beginning of a word of a player's name; of several words, if several are given.
    pub player: Option<String>,
    /// Somebody who plays in them or made them, by id.
    pub person: Option<String>,
    /// Only games that I made or play in, unlisted ones too.
    pub mine: Option<bool>,
    /// How they ended; with `mine`, how they ended for me.
    pub result: Option<Ended>,
    /// Not before, in milliseconds since 1970.
    pub from: Option<Millis>,
    /// Before, in milliseconds since 1970.
    pub until: Option<Millis>,
    /// At least so many steps.
    pub shortest: Option<u32>,
    /// At most so many steps.
    pub longest: Option<u32>,
    /// A position that was on the board among the first steps, however the board is turned. Wants `game`;
    /// `rules` are those of the position then.
    pub position: Option<String>,
    /// Where the page before ended: its `next`.
    pub after: Option<String>,
    /// How many, 24 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// A page of the archive.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArchivePage {
    /// The games. There may be fewer than asked for, or none, and nevertheless more to come: only so
    /// many games are looked at for a page.
    pub games: Vec<Summary>,
    /// Where to go on, if there may be more.
    pub next: Option<String>,
}

/// How games ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// How many games.
    pub games: u32,
    /// How many each seat has won.
    pub won: Vec<u32>,
    /// How many were drawn.
    pub drawn: u32,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move as text.
    pub text: String,
    /// The move as people like to read it.
    pub display: String,
    /// Other moves, as texts, that lead to the same position on a turned or mirrored board: they are
    /// counted together.
    #[serde(default, skip_serializing_if = "is_default")]
    pub same: Vec<String>,
    /// Games of this site.
    pub site: Tally,
    /// Games that strong computers played against each other, which come with the program.
    pub engine: Tally,
}

/// What was played in a position.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// The moves, the most played first. Only the first steps of games are known.
    pub moves: Vec<ExploredMove>,
    /// The latest games of the site in which the position was on the board.
    pub games: Vec<Summary>,
    /// So many steps of a game are known.
    pub plies: u32,
}
