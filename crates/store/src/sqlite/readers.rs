//! Connections for questions: each is asked one thing at a time, on threads that may wait.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::connection::open_for_reading;
use crate::StoreError;

/// A few connections. Whoever finds all of them busy waits.
#[derive(Clone)]
pub(crate) struct Readers(Arc<Shared>);

struct Shared {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
    places: Semaphore,
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // The list is whole at every moment, whoever panicked.
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Readers {
    pub(crate) fn new(file: &Path, connections: usize) -> Readers {
        Readers(Arc::new(Shared {
            file: file.into(),
            idle: Mutex::default(),
            places: Semaphore::new(connections),
        }))
    }

    /// Asks something. After an error the connection is not used again.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let place = self.0.places.acquire().await.map_err(|_| StoreError::Closed)?;
        let shared = Arc::clone(&self.0);
        let asked = spawn_blocking(move || {
            let connection = shared.idle().pop();
            let connection = match connection {
                Some(connection) => connection,
                None => open_for_reading(&shared.file)?,
            };
            let answer = question(&connection)?;
            shared.idle().push(connection);
            Ok::<_, rusqlite::Error>(answer)
        });
        let answer = asked.await.map_err(|error| StoreError::Failed(error.to_string()))?;
        drop(place);
        Ok(answer?)
    }

    pub(crate) fn close(&self) {
        self.0.places.close();
        self.0.idle().clear();
    }
}
