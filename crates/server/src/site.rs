//! What the host has chosen for the site while it runs. It is kept with the data.

use std::sync::{Arc, RwLock};

use agon_protocol::host::SiteDefaults;
use agon_store::{Store, StoreError, Write};
use thiserror::Error;

use crate::names;

/// Under this name it is stored.
const FACT: &str = "site";
/// The most characters of what the host says to everybody.
const LONGEST_MESSAGE: usize = 300;
/// The longest name of a theme.
const LONGEST_WORD: usize = 20;
/// Levels of computers.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;
/// Seconds of absence.
const GRACE: std::ops::RangeInclusive<u32> = 10..=86_400;

/// What holds now.
pub(crate) struct Site(RwLock<Arc<SiteDefaults>>);

impl Site {
    pub(crate) async fn load(store: &Store) -> Result<Site, StoreError> {
        Ok(Site(RwLock::new(Arc::new(stored(store).await?))))
    }

    pub(crate) fn get(&self) -> Arc<SiteDefaults> {
        // The value is whole at every moment, whoever panicked.
        Arc::clone(&self.0.read().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// What is stored holds from now on.
    pub(crate) fn set(&self, chosen: SiteDefaults) {
        *self.0.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = Arc::new(chosen);
    }
}

/// What was chosen last; what cannot be read counts as not chosen.
pub(crate) async fn stored(store: &Store) -> Result<SiteDefaults, StoreError> {
    let stored = store.fact(FACT).await?;
    let chosen = stored.and_then(|text| {
        let read = serde_json::from_str::<SiteDefaults>(&text);
        read.inspect_err(|error| tracing::error!(%error, "the site's defaults")).ok()
    });
    Ok(chosen.unwrap_or_default())
}

/// How it is stored.
pub(crate) fn write(chosen: &SiteDefaults) -> Result<Write, serde_json::Error> {
    Ok(Write::Fact { name: FACT.into(), value: serde_json::to_string(chosen)? })
}

/// A value that the host cannot choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum InvalidDefaults {
    /// Level of computers.
    #[error("a level is 1 to 10")]
    Level,
    /// Seconds of absence.
    #[error("the grace time is 10 to 86400 seconds")]
    Grace,
    /// Name of a theme.
    #[error("a theme has a name of at most 20 small letters")]
    Theme,
}

/// Checks what the host has chosen.
pub(crate) fn checked(wanted: SiteDefaults) -> Result<SiteDefaults, InvalidDefaults> {
    if wanted.level.is_some_and(|level| !LEVELS.contains(&level)) {
        return Err(InvalidDefaults::Level);
    }
    if wanted.grace.is_some_and(|grace| !GRACE.contains(&grace)) {
        return Err(InvalidDefaults::Grace);
    }
    let is_word = |word: &String| {
        (1..=LONGEST_WORD).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase())
    };
    if [&wanted.theme, &wanted.boards].into_iter().flatten().any(|word| !is_word(word)) {
        return Err(InvalidDefaults::Theme);
    }
    let message = wanted.message.as_deref().and_then(|text| names::clean(text, LONGEST_MESSAGE));
    Ok(SiteDefaults { message, ..wanted })
}
