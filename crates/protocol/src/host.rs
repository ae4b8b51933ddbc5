//! What the host of the site sees and does: games, people, defaults, backups.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::units::Millis;

/// Which games the host wants to see, also unlisted ones, the latest first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HostGamesQuery {
    /// Those that this person made or plays in, by id.
    pub person: Option<String>,
    /// The beginnings of words of a player's name, among the latest five thousand games.
    pub player: Option<String>,
    /// Which game, by its id in the catalogue.
    pub game: Option<String>,
    /// Only games whose last change is older, in milliseconds since 1970.
    pub before: Option<Millis>,
    /// How many, 50 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Which people the host wants to see: those who came last first, or by name.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HostPeopleQuery {
    /// The beginning of the name.
    pub name: Option<String>,
    /// Only those who are shut out.
    pub banned: Option<bool>,
    /// Only those who came before, in milliseconds since 1970.
    pub before: Option<Millis>,
    /// How many, 50 if nothing is said, 100 at most.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Somebody as the host sees them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SitePerson {
    /// Stays the same for ever.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// What they sign in with; `null` for guests.
    pub login: Option<String>,
    /// When they first came, in milliseconds since 1970.
    pub created: Millis,
    /// When they were last here, to the hour; `null` where they are signed in nowhere.
    pub seen: Option<Millis>,
    /// How many games they made or play in; 1,000 for more.
    pub games: u32,
    /// Why they are shut out, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<String>,
}

/// What somebody is to be called.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// The name.
    #[schema(max_length = 200)]
    pub name: String,
}

/// Somebody is shut out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Why, in words for them; may be left out.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 1000)]
    pub reason: String,
}

/// What holds on this site until somebody chooses otherwise. What is left out is as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SiteDefaults {
    /// Who may begin games.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: Opening,
    /// What the host says to everybody on the home page.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 1000)]
    pub message: Option<String>,
    /// The level of the computer for those who have not chosen one.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// The colours of the page, by their name there.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 20)]
    pub theme: Option<String>,
    /// What boards are made of, by its name on the pages.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 20)]
    pub boards: Option<String>,
    /// Seconds of absence after which the others may claim the win.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 10, maximum = 86400)]
    pub grace: Option<u32>,
    /// Are there no ratings and no list of the best?
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_ratings: bool,
    /// Is there no list of the best, although people have ratings?
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_leaders: bool,
    /// Does everybody see only their own page, and nobody else's?
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_profiles: bool,
}

/// Who may begin games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Everybody.
    #[default]
    Everybody,
    /// Those who have a password.
    Registered,
    /// Nobody now; what is being played goes on.
    Nobody,
}

/// Copies of the database.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Backups {
    /// Is one being made?
    pub running: bool,
    /// Why the last one could not be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Those that are there, the latest first.
    pub files: Vec<Backup>,
}

/// A copy of the database.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Backup {
    /// The name of the file.
    pub name: String,
    /// How large it is.
    pub bytes: u64,
    /// When it was made, in milliseconds since 1970.
    pub at: Millis,
}

/// A game that cannot be read because what is stored of it is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DamagedGame {
    /// Id of the game.
    pub id: String,
    /// When the damage was found, in milliseconds since 1970.
    pub at: Millis,
    /// What is wrong, in the words of the server.
    pub reason: String,
}

/// Something that the host has done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostDeed {
    /// When, in milliseconds since 1970.
    pub at: Millis,
    /// What: `remove_game`, `rename`, `ban`, `unban`, `remove_person`, `defaults`, `backup`,
    /// `remove_backup` or `retry_game`.
    pub act: String,
    /// Whom or what it concerned.
    pub about: String,
}
