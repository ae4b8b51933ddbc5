//! Health of the file: the last commit, the free space, and the integrity check.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rusqlite::{Connection, OpenFlags};

use crate::error::describe;
use crate::{Health, OpenError, Soundness};

/// Maximum size of files that are checked before the server starts.
const CHECKED_FIRST: u64 = 64 << 20;

struct State {
    failure: Option<String>,
    soundness: Soundness,
}

#[derive(Clone)]
pub(crate) struct Monitor {
    file: PathBuf,
    state: Arc<Mutex<State>>,
}

impl Monitor {
    pub(crate) fn new(file: &Path) -> Monitor {
        let state = State { failure: None, soundness: Soundness::Checking };
        Monitor { file: file.into(), state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No invariant spans the lock, so poisoning is ignored.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn committed(&self, failure: Option<String>) {
        self.state().failure = failure;
    }

    pub(crate) fn health(&self) -> Health {
        let state = self.state();
        Health {
            failure: state.failure.clone(),
            soundness: state.soundness.clone(),
            free_bytes: free_bytes(&self.file),
        }
    }

    /// Checks the file. A small one is checked before the server starts; a large one takes minutes and is
    /// checked in the background.
    pub(crate) fn check(&self, file: &Path) -> Result<(), OpenError> {
        if fs::metadata(file).is_ok_and(|found| found.len() > CHECKED_FIRST) {
            self.check_in_background();
            return Ok(());
        }
        let soundness = self.integrity();
        if let Soundness::Damaged(reason) = soundness {
            return Err(OpenError::Damaged { file: file.into(), reason });
        }
        self.state().soundness = soundness;
        Ok(())
    }

    fn check_in_background(&self) {
        let monitor = self.clone();
        let check = move || {
            let soundness = monitor.integrity();
            if let Soundness::Damaged(reason) | Soundness::Unknown(reason) = &soundness {
                tracing::error!(reason, "the integrity check of the database failed");
            }
            monitor.state().soundness = soundness;
        };
        if let Err(error) = thread::Builder::new().name("store-check".into()).spawn(check) {
            self.state().soundness = Soundness::Unknown(error.to_string());
        }
    }

    fn integrity(&self) -> Soundness {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let verdict = Connection::open_with_flags(&self.file, flags).and_then(|connection| {
            connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        });
        match verdict {
            Ok(verdict) if verdict == "ok" => Soundness::Sound,
            Ok(verdict) => Soundness::Damaged(verdict),
            Err(error) => match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                    Soundness::Damaged(describe(&error))
                }
                _ => Soundness::Unknown(describe(&error)),
            },
        }
    }
}

/// Returns the free bytes on the disk of a file that are available to unprivileged users.
pub(crate) fn free_bytes(file: &Path) -> Option<u64> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = rustix::fs::statvfs(folder.unwrap_or(Path::new("."))).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}
