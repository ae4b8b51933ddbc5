//! How the file is doing: the last commit, the room on its disk, and what a look through it has found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use rusqlite::{Connection, OpenFlags};

use crate::error::describe;
use crate::{Health, OpenError, Soundness};

/// Files up to this size are looked through before the server starts.
const AT_ONCE: u64 = 64 << 20;

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
        // Each field is whole at every moment, whoever panicked.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
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

    /// Looks through the file. A small one is looked through at once, so that damage is found
    /// before anybody plays; a large one takes minutes, and the server works meanwhile.
    pub(crate) fn check(&self, file: &Path) -> Result<(), OpenError> {
        if fs::metadata(file).is_ok_and(|found| found.len() > AT_ONCE) {
            self.check_in_background();
            return Ok(());
        }
        let soundness = self.look_through();
        if let Soundness::Damaged(reason) = soundness {
            return Err(OpenError::Damaged { file: file.into(), reason });
        }
        self.state().soundness = soundness;
        Ok(())
    }

    fn check_in_background(&self) {
        let monitor = self.clone();
        let check = move || {
            let soundness = monitor.look_through();
            if let Soundness::Damaged(reason) | Soundness::Unknown(reason) = &soundness {
                tracing::error!(reason, "the database was looked through");
            }
            monitor.state().soundness = soundness;
        };
        if let Err(error) = thread::Builder::new().name("store-check".into()).spawn(check) {
            self.state().soundness = Soundness::Unknown(error.to_string());
        }
    }

    fn look_through(&self) -> Soundness {
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

/// Room on the disk that holds a file, for people without special rights.
pub(crate) fn free_bytes(file: &Path) -> Option<u64> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = rustix::fs::statvfs(folder.unwrap_or(Path::new("."))).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}
