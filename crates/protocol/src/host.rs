//! Administration by the host of the site: games, people, defaults, backups.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::is_default;
use crate::units::Millis;

/// Filter for the host's list of games, unlisted ones included, latest first.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HostGamesQuery {
    /// Id of a person who created the game or plays in it.
    pub person: Option<String>,
    /// Prefixes of words of a player's name; searches the latest 5,000 games.
    pub player: Option<String>,
    /// Game id in the catalogue.
    pub game: Option<String>,
    /// Upper bound of the last change, in milliseconds since 1970, exclusive.
    pub before: Option<Millis>,
    /// Maximum number of games, 50 by default, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Filter for the host's list of people, newest first, or by name.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HostPeopleQuery {
    /// Prefix of the name.
    pub name: Option<String>,
    /// Whether to list only banned people.
    pub banned: Option<bool>,
    /// Upper bound of the first visit, in milliseconds since 1970, exclusive.
    pub before: Option<Millis>,
    /// Maximum number of people, 50 by default, at most 100.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u8>,
}

/// Person as shown to the host.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SitePerson {
    /// Permanent id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Login name; `null` for guests.
    pub login: Option<String>,
    /// Time of the first visit, in milliseconds since 1970.
    pub created: Millis,
    /// Time of the last visit, rounded to the hour; `null` without a session.
    pub seen: Option<Millis>,
    /// Number of games created or played, capped at 1,000.
    pub games: u32,
    /// Reason of the ban; missing if not banned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<String>,
}

/// New display name of a person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewName {
    /// Display name.
    #[schema(max_length = 200)]
    pub name: String,
}

/// Ban of a person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Reason shown to the person; optional.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 1000)]
    pub reason: String,
}

/// Site-wide defaults. Missing fields have their built-in values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SiteDefaults {
    /// Group of people who may create games.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: Opening,
    /// Message of the host on the home page.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 1000)]
    pub message: Option<String>,
    /// Default level of the computer.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// Default colour theme of the pages, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 20)]
    pub theme: Option<String>,
    /// Default board material, by its name on the pages.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 20)]
    pub boards: Option<String>,
    /// Seconds of absence after which the others may claim the win.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(minimum = 10, maximum = 86400)]
    pub grace: Option<u32>,
    /// Whether ratings and leaderboards are disabled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_ratings: bool,
    /// Whether leaderboards are disabled although ratings are enabled.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_leaders: bool,
    /// Whether profiles are visible only to their owners.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_profiles: bool,
}

/// Group of people who may create games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Everybody, guests included.
    #[default]
    Everybody,
    /// People with a password.
    Registered,
    /// No one; running games continue.
    Nobody,
}

/// Backups of the database.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Backups {
    /// Whether a backup is in progress.
    pub running: bool,
    /// Error of the last backup; missing if it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Available backups, latest first.
    pub files: Vec<Backup>,
}

/// Backup of the database.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Backup {
    /// Name of the file.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Time of creation, in milliseconds since 1970.
    pub at: Millis,
}

/// Game that cannot be loaded because its stored data is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DamagedGame {
    /// Id of the game.
    pub id: String,
    /// Time when the damage was found, in milliseconds since 1970.
    pub at: Millis,
    /// Error message of the server.
    pub reason: String,
}

/// Entry of the log of the host's actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostDeed {
    /// Time in milliseconds since 1970.
    pub at: Millis,
    /// Action: `remove_game`, `rename`, `ban`, `unban`, `remove_person`, `defaults`, `backup`,
    /// `remove_backup` or `retry_game`.
    pub act: String,
    /// Subject of the action, such as a person or a game.
    pub about: String,
}
