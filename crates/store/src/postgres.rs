//! PostgreSQL, which any number of servers may share. No server owns a game: the first one to write a version
//! succeeds, by the primary key of the events.
//!
//! Events without a row share statements (`events`); every other change is a transaction of its own.

mod alive;
mod allowances;
mod archive;
mod connection;
mod events;
mod executor;
mod lists;
mod migrate;
mod moving;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::counts::Counters;
use crate::executor::{Executor, Parameter};
use crate::failure::Failure;
use crate::rows::FromRow;
use crate::schema::POSTGRES;
use crate::store::Pool;
use crate::{Counts, Health, OpenError, Soundness, StoreError, Write};
use connection::{Connection, Connector, ExclusivePool, SharedPool};
use events::EventQueue;

/// Numbers of connections for queries by key, for lists and for changes.
const SHORT: usize = 2;
const LISTS: usize = 2;
const CHANGES: usize = 3;
/// Time for which a change with an unknown result is retried after its connection was lost.
const RETRY_TIME: Duration = Duration::from_secs(8);
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// Time for which a starting server retries to connect.
const CONNECT_TIME: Duration = Duration::from_secs(15);
/// Maximum number of retries after a deadlock.
const MAX_DEADLOCKS: u32 = 10;

#[derive(Clone)]
pub(crate) struct Postgres {
    state: Arc<State>,
    events: EventQueue,
}

pub(crate) struct State {
    connector: Connector,
    short: SharedPool,
    lists: SharedPool,
    changes: ExclusivePool,
    failure: Mutex<Option<String>>,
    counts: Arc<Counters>,
}

impl State {
    fn failure(&self) -> MutexGuard<'_, Option<String>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the result of the last commit.
    fn record(&self, result: &Result<(), Failure>) {
        match result {
            Ok(()) | Err(Failure::Taken | Failure::Unmet(_) | Failure::InvalidText) => {
                *self.failure() = None;
            }
            Err(failure) => *self.failure() = Some(failure.to_string()),
        }
    }

    /// Makes a change in a transaction.
    async fn transact(&self, write: &Write) -> Result<(), Failure> {
        let (connection, _permit) = self.changes.take(&self.connector).await?;
        let begin = Instant::now();
        let result = self.change(connection, write).await;
        let conflicts = usize::from(matches!(result, Err(Failure::Taken | Failure::Unmet(_))));
        self.counts.commit(1, conflicts, begin.elapsed());
        result
    }

    async fn change(&self, connection: Connection, write: &Write) -> Result<(), Failure> {
        connection.batch("BEGIN").await?;
        match write.apply(&connection).await {
            Ok(()) => {
                connection.batch("COMMIT").await?;
                self.changes.give_back(connection);
                Ok(())
            }
            Err(failure) => {
                if connection.batch("ROLLBACK").await.is_ok() {
                    self.changes.give_back(connection);
                }
                Err(failure)
            }
        }
    }

    /// Makes a change; retries after deadlocks, and after a lost connection until the result is known.
    async fn make(&self, write: &Write) -> Result<(), Failure> {
        let begin = Instant::now();
        let (mut deadlocks, mut doubtful) = (0, false);
        loop {
            let result = self.transact(write).await;
            match result {
                Err(Failure::Again) if deadlocks < MAX_DEADLOCKS => {
                    deadlocks += 1;
                    // The other transaction needs time to finish.
                    let delay = Duration::from_millis(u64::from(deadlocks * deadlocks));
                    tokio::time::sleep(delay).await;
                    continue;
                }
                Err(Failure::Taken | Failure::Unmet(_))
                    if doubtful && self.is_stored(write).await? =>
                {
                    return Ok(());
                }
                Err(ref failure) if failure.is_doubtful() => doubtful = true,
                Err(Failure::Unavailable(_)) if doubtful => {}
                result => return result,
            }
            if begin.elapsed() > RETRY_TIME || !write.can_be_repeated() {
                return result.map_err(Failure::after_doubt);
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Whether the events of this change are stored, rather than others with their versions.
    async fn is_stored(&self, write: &Write) -> Result<bool, Failure> {
        match write {
            Write::Events { game, events, .. } => {
                let connection = self.short.get(&self.connector).await?;
                events::are_stored(&connection, game, events).await
            }
            Write::Together(writes) => {
                for write in writes.iter().filter(|write| matches!(write, Write::Events { .. })) {
                    if !Box::pin(self.is_stored(write)).await? {
                        return Ok(false);
                    }
                }
                Ok(writes.iter().any(|write| matches!(write, Write::Events { .. })))
            }
            _ => Ok(false),
        }
    }
}

impl Write {
    /// Whether it can be retried when it may have been made. Events are stored once.
    fn can_be_repeated(&self) -> bool {
        match self {
            Write::Events { .. } => true,
            Write::Together(writes) => {
                writes.iter().any(|write| matches!(write, Write::Events { .. }))
            }
            _ => false,
        }
    }
}

/// Opens the first connection and migrates the tables. Returns their version if it is newer than the latest
/// known one.
async fn open(connector: &Connector) -> Result<(Connection, Option<i64>), Failure> {
    let connection = connector.connect_once().await?;
    let newer = migrate::migrate(&connection).await?;
    Ok((connection, newer))
}

impl Postgres {
    /// Connects to the database and migrates its tables.
    pub(crate) async fn connect(url: &str) -> Result<Postgres, OpenError> {
        let unreachable = |reason: String| OpenError::Unreachable { url: public(url), reason };
        let counts = Arc::new(Counters::default());
        let connector = Connector::new(url, Arc::clone(&counts)).map_err(unreachable)?;
        let begin = Instant::now();
        let (connection, newer) = loop {
            match open(&connector).await {
                Ok(opened) => break opened,
                // It may be starting, too.
                Err(failure) if failure.is_doubtful() && begin.elapsed() < CONNECT_TIME => {
                    tracing::warn!(%failure, "cannot connect to the database yet");
                    tokio::time::sleep(RETRY_DELAY * 5).await;
                }
                Err(failure) => return Err(unreachable(failure.to_string())),
            }
        };
        if let Some(found) = newer {
            let (url, known) = (public(url), POSTGRES.len() as i64);
            return Err(OpenError::NewerTables { url, found, known });
        }
        let changes = ExclusivePool::new(CHANGES);
        changes.give_back(connection);
        let state = Arc::new(State {
            connector,
            short: SharedPool::new(SHORT),
            lists: SharedPool::new(LISTS),
            changes,
            failure: Mutex::default(),
            counts,
        });
        let events = EventQueue::start(&state);
        Ok(Postgres { state, events })
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        if let Write::Events { game, row: None, seats: None, mut events } = write {
            return match (events.pop(), events.is_empty()) {
                (Some(event), true) => self.events.write(game, event).await,
                (None, _) => Ok(()),
                (Some(last), false) => {
                    events.push(last);
                    self.make(Write::Events { game, row: None, seats: None, events }).await
                }
            };
        }
        self.make(write).await
    }

    async fn make(&self, write: Write) -> Result<(), StoreError> {
        // A task, so that the change is completed if the caller is cancelled.
        let state = Arc::clone(&self.state);
        let made = tokio::spawn(async move {
            let result = state.make(&write).await;
            state.record(&result);
            result
        });
        Ok(made.await.map_err(|error| StoreError::Failed(error.to_string()))??)
    }

    pub(crate) fn health(&self) -> Health {
        let soundness = Soundness::Unknown("PostgreSQL checks its files itself".into());
        Health { failure: self.state.failure().clone(), free_bytes: None, soundness }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.state.counts.get()
    }

    pub(crate) async fn close(&self) {
        self.events.close().await;
        self.state.changes.close();
        self.state.short.close().await;
        self.state.lists.close().await;
        *self.state.failure() = Some("the store is closed".into());
    }

    /// Runs statements: for tests.
    pub(crate) async fn run_sql(&self, sql: &str) -> Result<(), StoreError> {
        let (connection, _permit) = self.state.changes.take(&self.state.connector).await?;
        connection.batch(sql).await?;
        self.state.changes.give_back(connection);
        Ok(())
    }

    /// Returns the rows that a statement selects; retries once if the connection was lost.
    pub(crate) async fn rows<R: FromRow>(
        &self,
        pool: Pool,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, StoreError> {
        if self.events.is_closed() {
            return Err(StoreError::Closed);
        }
        let pool = match pool {
            Pool::Short => &self.state.short,
            Pool::Lists => &self.state.lists,
        };
        let mut last = Failure::Closed;
        for _ in 0..2 {
            let connection = pool.get(&self.state.connector).await?;
            match connection.rows(sql, parameters).await {
                Ok(rows) => return Ok(rows),
                Err(Failure::InvalidText) => return Ok(Vec::new()),
                Err(failure @ Failure::Lost(_)) => last = failure,
                Err(failure) => {
                    if matches!(failure, Failure::Silent) {
                        pool.remove(&connection).await;
                    }
                    return Err(failure.into());
                }
            }
        }
        Err(last.into())
    }

    async fn short<R: FromRow>(
        &self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>, StoreError> {
        self.rows(Pool::Short, sql, parameters).await
    }
}

/// Returns the URL without the password and options.
fn public(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "of --store".into() };
    // Options may contain a password, too.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((login, server)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{server}")
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn public_urls_contain_no_password() {
        let table = [
            ("postgres://agon:secret@db/agon", "postgres://agon@db/agon"),
            ("postgres://agon@db/agon", "postgres://agon@db/agon"),
            ("postgres://db/agon?password=secret", "postgres://db/agon"),
            ("host=db password=secret", "of --store"),
        ];
        for (url, wanted) in table {
            assert_eq!(super::public(url), wanted);
        }
    }
}
