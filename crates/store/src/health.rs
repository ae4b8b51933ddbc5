//! Health of the database, for operators and the host of the site.

/// Health of the database.
#[derive(Clone, Debug)]
pub struct Health {
    /// Error of the last commit, if it failed.
    pub failure: Option<String>,
    /// Free bytes on the disk, if known.
    pub free_bytes: Option<u64>,
    /// Result of the integrity check.
    pub soundness: Soundness,
}

/// Result of the integrity check of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// The check is running.
    Checking,
    /// The file is intact.
    Sound,
    /// The file is damaged, as SQLite describes it.
    Damaged(String),
    /// The file could not be checked.
    Unknown(String),
}
