//! What the host hears of the database of the site.

use agon_store::{Health, Soundness};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How the database of the site is doing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StorageDto {
    /// Why the last commit failed; left out when it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Bytes that are free on its disk, where the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<u64>,
    /// What a look through the whole file has found.
    pub soundness: SoundnessDto,
    /// In which way it is damaged, or why it could not be looked through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a look through the whole file has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SoundnessDto {
    /// It goes on.
    Checking,
    /// All is well.
    Sound,
    /// Something is damaged.
    Damaged,
    /// It could not be made.
    Unknown,
}

impl From<Health> for StorageDto {
    fn from(Health { failure, free_bytes, soundness }: Health) -> StorageDto {
        let (soundness, reason) = match soundness {
            Soundness::Checking => (SoundnessDto::Checking, None),
            Soundness::Sound => (SoundnessDto::Sound, None),
            Soundness::Damaged(reason) => (SoundnessDto::Damaged, Some(reason)),
            Soundness::Unknown(reason) => (SoundnessDto::Unknown, Some(reason)),
        };
        StorageDto { failure, free: free_bytes, soundness, reason }
    }
}
