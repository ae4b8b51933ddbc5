//! Backups: copies of the whole database in a folder beside it. A copy is one file and a snapshot; it gets its
//! final name when it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags};
use tokio::task::spawn_blocking;

use super::Sqlite;
use super::health::free_bytes;
use crate::{BackupFile, StoreError};

/// Suffix of an incomplete copy.
const PARTIAL: &str = "partial";
/// Suffix of a copy.
const SUFFIX: &str = "db";
/// Time to wait for a lock on the database.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes that must stay free after a copy.
const SPARE: u64 = 64 << 20;

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("cannot back up the database: {error}"))
}

impl Sqlite {
    fn backup_folder(&self) -> PathBuf {
        self.file.parent().unwrap_or(Path::new("")).join("backups")
    }

    pub(crate) fn backup_path(&self, name: &str) -> Option<PathBuf> {
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
        let path = self.backup_folder().join(name);
        let is_copy = path.extension().is_some_and(|suffix| suffix == SUFFIX);
        (plain && is_copy && path.is_file()).then_some(path)
    }

    pub(crate) async fn backups(&self) -> Result<Vec<BackupFile>, StoreError> {
        let folder = self.backup_folder();
        let listing = spawn_blocking(move || list(&folder));
        listing.await.map_err(failed)?.map_err(failed)
    }

    pub(crate) async fn back_up(&self, name: &str) -> Result<String, StoreError> {
        let (file, folder) = (self.file.to_path_buf(), self.backup_folder());
        let name = format!("{name}.{SUFFIX}");
        let target = folder.join(&name);
        spawn_blocking(move || copy(&file, &folder, &target)).await.map_err(failed)??;
        Ok(name)
    }

    pub(crate) async fn drop_backup(&self, name: &str) -> Result<bool, StoreError> {
        let Some(path) = self.backup_path(name) else { return Ok(false) };
        spawn_blocking(move || fs::remove_file(path)).await.map_err(failed)?.map_err(failed)?;
        Ok(true)
    }
}

fn list(folder: &Path) -> io::Result<Vec<BackupFile>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if Path::new(&name).extension().is_none_or(|suffix| suffix != SUFFIX) {
            continue;
        }
        let about = entry.metadata()?;
        let at = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let at = i64::try_from(at.as_millis()).unwrap_or(i64::MAX);
        found.push(BackupFile { name, bytes: about.len(), at });
    }
    found.sort_by(|a, b| b.name.cmp(&a.name));
    Ok(found)
}

fn copy(file: &Path, folder: &Path, target: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(failed)?;
    let size = fs::metadata(file).map_err(failed)?.len();
    if let Some(free) = free_bytes(file).filter(|&free| free < size + SPARE) {
        let (size, free) = (size >> 20, free >> 20);
        return Err(failed(format_args!("the backup needs {size} MB, {free} MB are free")));
    }
    let partial = target.with_extension(PARTIAL);
    if partial.exists() {
        fs::remove_file(&partial).map_err(failed)?;
    }
    let path =
        partial.to_str().ok_or_else(|| failed("the path of the folder is not valid UTF-8"))?;
    // VACUUM INTO fails on a read-only connection.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let made = Connection::open_with_flags(file, flags).and_then(|connection| {
        connection.busy_timeout(LOCK_TIMEOUT)?;
        connection.execute("VACUUM INTO ?1", [path])?;
        check(&partial)
    });
    let kept = made.map_err(StoreError::from).and_then(|()| keep(&partial, target).map_err(failed));
    if kept.is_err() {
        // The next copy has another name.
        let _ = fs::remove_file(&partial);
    }
    kept
}

/// Rejects unreadable backups.
fn check(copy: &Path) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(copy, flags)?;
    connection.query_row("SELECT COUNT(*) FROM facts", [], |row| row.get::<_, i64>(0)).map(drop)
}

/// Syncs a copy, then gives it its name.
fn keep(partial: &Path, target: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, target)
}
