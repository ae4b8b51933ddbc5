//! Tablebases of solved games, for the host.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Tablebase: a solved game on disk.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tablebase {
    /// Id in URLs.
    pub id: String,
    /// Game id in the catalogue.
    pub game: String,
    /// Rules of the game.
    pub rules: String,
    /// Display name.
    pub title: String,
    /// State of the computation.
    pub state: TablebaseState,
    /// Number of position indexes solved.
    pub done: u64,
    /// Total number of position indexes; 0 before the computation starts.
    pub total: u64,
    /// Size on disk in bytes.
    pub bytes: u64,
    /// Position indexes per second since the computation started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u64>,
    /// Estimated seconds left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Error that ended the computation, or that makes the files unusable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// State of a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TablebaseState {
    /// There are no files.
    Missing,
    /// The tablebase is incomplete, and no computation is running.
    Partial,
    /// The computation is running.
    Computing,
    /// The tablebase is complete.
    Complete,
}

/// Command of the host to a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TablebaseCommand {
    /// Whether to start or pause the computation.
    #[serde(rename = "do")]
    pub action: TablebaseAction,
}

/// Action on a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TablebaseAction {
    /// Starts or resumes the computation.
    Start,
    /// Pauses the computation; finished parts are kept.
    Pause,
}
