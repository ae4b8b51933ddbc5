//! Who somebody is: identity, sessions, tokens.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::is_default;
use crate::units::Millis;

/// A person as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    /// Stays the same for ever.
    pub id: String,
    /// What they are called.
    pub name: String,
    /// The text that their picture is drawn from. (People in games from before there were pictures have
    /// none there.)
    #[serde(default)]
    pub picture: String,
}

/// Who I am.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Stays the same for ever.
    pub id: String,
    /// What I am called.
    pub name: String,
    /// The text that my picture is drawn from.
    pub picture: String,
    /// What I sign in with; `null` for guests.
    pub login: Option<String>,
}

/// What I want to be called.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    /// The name; a guest gets one if it is left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    /// The text that the picture is drawn from: 1 to 24 letters and digits.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(max_length = 24)]
    pub picture: Option<String>,
}

/// A code for another device, which makes it mine as well.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceCode {
    /// What is typed there, or read from a picture: eight letters and digits. It works once.
    pub code: String,
    /// Until when, in milliseconds since 1970.
    pub until: Millis,
}

/// A code that another device has shown.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShownCode {
    /// As it was typed: capital and small letters are the same, blanks and hyphens nothing.
    #[schema(max_length = 40)]
    pub code: String,
}

/// Name and password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name to sign in with.
    pub login: String,
    /// From 8 to 200 characters.
    pub password: String,
}

/// Another password.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password until now.
    pub old: String,
    /// From 8 to 200 characters.
    pub new: String,
    /// Whether tokens stay valid.
    #[serde(default)]
    pub keep_tokens: bool,
}

/// A place where I am signed in.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Session {
    /// To tell sessions apart.
    pub id: String,
    /// The program and system that it was opened with; empty when they are not known.
    pub label: String,
    /// When it was opened, in milliseconds since 1970.
    pub created: Millis,
    /// When it was last used, to the hour.
    pub seen: Millis,
    /// Is it the one that asks?
    pub current: bool,
}

/// A token for a program that plays in my name.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Token {
    /// To tell tokens apart.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created: Millis,
    /// What it permits.
    pub scopes: Vec<Scope>,
    /// The token itself, only when it is made: it is kept nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// What a token permits. Every token may read what its person may see. No token may change the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Reading only.
    Read,
    /// Making games and playing in them.
    Play,
    /// Storing studies and asking for analyses.
    Study,
}

impl Scope {
    /// All of them.
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

/// A new token.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in a word or two.
    #[schema(max_length = 200)]
    pub label: String,
    /// What it permits; everything if left out.
    #[serde(default = "Scope::all")]
    #[schema(min_items = 1, max_items = 3)]
    pub scopes: Vec<Scope>,
}
