//! A copy of a database that is kept in a file.

/// A copy of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFile {
    /// Its name.
    pub name: String,
    /// How large it is.
    pub bytes: u64,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
}
