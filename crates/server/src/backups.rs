//! Copies of the database, made beside everything else, one at a time.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use agon_protocol::host;
use agon_store::{BackupFile, StoreError, millis};

use crate::state::App;
use crate::time::{day, now, of_day};

/// A copy that takes longer goes on while the host looks again.
const AT_ONCE: Duration = Duration::from_secs(10);

/// The one that is being made.
#[derive(Default)]
pub(crate) struct Backups(Mutex<State>);

#[derive(Default)]
struct State {
    running: bool,
    /// Why the last one could not be made.
    error: Option<String>,
}

impl Backups {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// From now on one is being made, if none is.
    fn begin(&self) -> bool {
        let mut state = self.state();
        let begun = !state.running;
        if begun {
            *state = State { running: true, error: None };
        }
        begun
    }

    fn end(&self, error: Option<String>) {
        *self.state() = State { running: false, error };
    }
}

/// `agon-2031-05-17-063000`, in the time of Greenwich.
fn name() -> String {
    let now = now();
    format!("agon-{}-{}", day(now).replace('.', "-"), of_day(now).replace(':', ""))
}

/// A copy is being made already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BackupRunning;

/// Begins a copy; what it will be called. A small one is there when this returns.
pub(crate) async fn make(app: &App) -> Result<String, BackupRunning> {
    if !app.backups.begin() {
        return Err(BackupRunning);
    }
    let name = name();
    let making = tokio::spawn({
        let (app, name) = (app.clone(), name.clone());
        async move {
            let made = app.store.back_up(&name).await;
            if let Err(error) = &made {
                tracing::error!(%error, "no copy of the database could be made");
            }
            app.backups.end(made.err().map(|error| error.to_string()));
        }
    });
    // What takes longer goes on by itself.
    let _ = tokio::time::timeout(AT_ONCE, making).await;
    Ok(name)
}

/// The copies that are there, and whether one is being made.
pub(crate) async fn report(app: &App) -> Result<host::Backups, StoreError> {
    let files = app.store.backups().await?;
    let backup =
        |BackupFile { name, bytes, at }: BackupFile| host::Backup { name, bytes, at: millis(at) };
    let files = files.into_iter().map(backup).collect();
    let State { running, error } = &*app.backups.state();
    Ok(host::Backups { running: *running, error: error.clone(), files })
}
