//! What the host hears of the tablebases of solved games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tablebase: a solved game on disk.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tablebase {
    /// Its name in addresses.
    pub id: String,
    /// Which game, by its id in the catalogue.
    pub game: String,
    /// By which rules.
    pub rules: String,
    /// What it is called.
    pub title: String,
    /// How far it is.
    pub state: TablebaseState,
    /// Places of positions that are solved.
    pub done: u64,
    /// All places of positions; 0 while nothing was computed.
    pub total: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Places a second since the computing began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u64>,
    /// Seconds that are left at this rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Why the computing ended early, or the files cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How far a tablebase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TablebaseState {
    /// Nothing is there.
    Missing,
    /// A part is there, and nobody works on the rest.
    Partial,
    /// It is being computed.
    Computing,
    /// All of it is there.
    Complete,
}

/// What the host has done with a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TablebaseCommand {
    /// Begin or go on to compute it, or stop.
    #[serde(rename = "do")]
    pub action: TablebaseAction,
}

/// What can be done with a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TablebaseAction {
    /// Begin, or go on.
    Start,
    /// Stop; what is finished stays.
    Pause,
}
