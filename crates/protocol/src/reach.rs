//! Addresses of the site and codes of lobbies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Addresses at which others reach this site.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reach {
    /// Whether the host has configured a public address.
    pub public: bool,
    /// Addresses such as `http://192.168.1.20:8080`, most likely first; empty if the server listens
    /// only on the loopback interface.
    pub addresses: Vec<String>,
}

/// Short code of a game, for manual entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCode {
    /// Letters of the code.
    pub code: String,
}

/// Game found by its short code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodedGame {
    /// Id of the game.
    pub id: String,
    /// Secret key of the invitation, for unlisted games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}
