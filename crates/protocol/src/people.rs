//! Identity, sessions and tokens.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Millis;

/// Public data of a person.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    /// Permanent id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Seed of the generated picture; empty in games stored before pictures existed.
    #[serde(default)]
    pub picture: String,
}

/// The caller's identity.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Permanent id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Seed of the generated picture.
    pub picture: String,
    /// Login name; `null` for guests.
    pub login: Option<String>,
}

/// New name and picture of the caller.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    /// Display name; if it is missing, a guest gets a generated one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// Seed of the generated picture: 1 to 24 letters and digits.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 24)]
    pub picture: Option<String>,
}

/// One-time code that signs in another device.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceCode {
    /// Eight letters and digits, typed on the other device or scanned as a QR code. Valid once.
    pub code: String,
    /// Expiry time in milliseconds since 1970.
    pub until: Millis,
}

/// Code entered on another device.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShownCode {
    /// The code; case, spaces and hyphens are ignored.
    #[schema(max_length = 40)]
    pub code: String,
}

/// Login name and password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Login name.
    pub login: String,
    /// Password of 8 to 200 characters.
    pub password: String,
}

/// Password change.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Current password.
    pub old: String,
    /// New password of 8 to 200 characters.
    pub new: String,
    /// Whether tokens stay valid.
    #[serde(default)]
    pub keep_tokens: bool,
}

/// Session of the caller.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Session {
    /// Id of the session.
    pub id: String,
    /// Browser and system that opened the session; empty if unknown.
    pub label: String,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Time of the last use, rounded to the hour, in milliseconds since 1970.
    pub seen: Millis,
    /// Whether the request belongs to this session.
    pub current: bool,
}

/// API token for a program that acts for the caller.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Token {
    /// Id of the token.
    pub id: String,
    /// Description given by the owner.
    pub label: String,
    /// Time of creation, in milliseconds since 1970.
    pub created: Millis,
    /// Permissions of the token.
    pub scopes: Vec<Scope>,
    /// Secret text of the token; only in the answer to its creation, because it is not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Permission of a token. Every token may read what its owner may see; no token may change the
/// account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read only.
    Read,
    /// Create games and play in them.
    Play,
    /// Store studies and request analyses.
    Study,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Study];

    /// Name on the wire and in the store.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Study => "study",
        }
    }

    fn all() -> Vec<Scope> {
        Scope::ALL.to_vec()
    }
}

/// Token to create.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// Short description.
    #[schema(max_length = 200)]
    pub label: String,
    /// Permissions; all if missing.
    #[serde(default = "Scope::all")]
    #[schema(min_items = 1, max_items = 3)]
    pub scopes: Vec<Scope>,
}
