//! Pools of connections for queries, which run on threads that may block.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::connection::open_for_reading;
use crate::StoreError;

/// A pool of connections; a query waits until one is idle.
#[derive(Clone)]
pub(crate) struct Readers(Arc<State>);

struct State {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Semaphore,
}

impl State {
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readers {
    pub(crate) fn new(file: &Path, connections: usize) -> Readers {
        Readers(Arc::new(State {
            file: file.into(),
            idle: Mutex::default(),
            permits: Semaphore::new(connections),
        }))
    }

    /// Runs a query on a connection, which is closed after an error.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.0.permits.acquire().await.map_err(|_| StoreError::Closed)?;
        let state = Arc::clone(&self.0);
        let asked = spawn_blocking(move || {
            let idle = state.idle().pop();
            let connection = match idle {
                Some(connection) => connection,
                None => open_for_reading(&state.file)?,
            };
            let result = query(&connection)?;
            state.idle().push(connection);
            Ok::<_, rusqlite::Error>(result)
        });
        let result = asked.await.map_err(|error| StoreError::Failed(error.to_string()))?;
        drop(permit);
        Ok(result?)
    }

    pub(crate) fn close(&self) {
        self.0.permits.close();
        self.0.idle().clear();
    }
}
