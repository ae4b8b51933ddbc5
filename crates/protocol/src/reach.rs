//! How others find the site and its lobbies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where others reach this site.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reach {
    /// Is there an address that holds for everybody, because the host has said so?
    pub public: bool,
    /// The addresses, such as `http://192.168.1.20:8080`, the likeliest first; none where the server listens
    /// to its own machine only.
    pub addresses: Vec<String>,
}

/// A few letters that stand for a game, for those who type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCode {
    /// The letters.
    pub code: String,
}

/// The game that a code stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodedGame {
    /// Its id.
    pub id: String,
    /// The secret part of the invitation, for unlisted games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}
