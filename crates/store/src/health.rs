//! How the database is doing: told as it is, for operators and for the host of the site.

/// How the database is doing.
#[derive(Clone, Debug)]
pub struct Health {
    /// Why the last commit failed, if it did.
    pub failure: Option<String>,
    /// Room on the disk, where the system tells.
    pub free_bytes: Option<u64>,
    /// What a look through the file has found.
    pub soundness: Soundness,
}

/// What a look through the whole file has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// It is being looked through.
    Checking,
    /// It is whole.
    Sound,
    /// It is damaged, in SQLite's words.
    Damaged(String),
    /// It could not be looked through.
    Unknown(String),
}
