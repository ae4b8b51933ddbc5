//! Backups.

/// A backup of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupFile {
    /// Name of the file.
    pub name: String,
    /// Size of the file.
    pub bytes: u64,
    /// Time of the backup, in milliseconds since 1970.
    pub at: i64,
}
