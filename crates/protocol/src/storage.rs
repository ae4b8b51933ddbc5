//! What the host hears of the database of the site.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the database of the site is doing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StorageHealth {
    /// Why the last commit failed; left out when it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Bytes that are free on its disk, where the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<u64>,
    /// What a look through the whole file has found.
    pub soundness: Soundness,
    /// In which way it is damaged, or why it could not be looked through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a look through the whole file has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Soundness {
    /// It goes on.
    Checking,
    /// All is well.
    Sound,
    /// Something is damaged.
    Damaged,
    /// It could not be made.
    Unknown,
}
