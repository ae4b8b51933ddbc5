//! Health of the database, for the host.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Health of the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StorageHealth {
    /// Error of the last commit; missing if it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Free bytes on the disk of the database; missing if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<u64>,
    /// Result of the integrity check.
    pub soundness: Soundness,
    /// Damage found, or the reason why the check failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Result of the integrity check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Soundness {
    /// The check is running.
    Checking,
    /// No damage was found.
    Sound,
    /// The database is damaged.
    Damaged,
    /// The check failed to run.
    Unknown,
}
