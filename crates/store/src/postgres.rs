//! PostgreSQL, which any number of servers may share. Who writes a version of a game first has
//! written it: the key decides, and nobody owns a game.
//!
//! - `line`: connections; `failure`: what can go wrong with them;
//! - `events`: moves, of which many share a statement; `apply`: all other changes, each a transaction;
//! - `queries`, `lists`, `archive`: questions; `allowances`: what may be asked for; `moving`: whole tables.

mod allowances;
mod apply;
mod archive;
mod condition;
mod damaged;
mod events;
mod failure;
mod host;
mod line;
mod lists;
mod moving;
mod people;
mod queries;
mod schema;
mod studies;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio_postgres::Row;

use crate::counts::Counters;
use crate::rows::{Column, FromRow};
use crate::{Counts, Health, OpenError, Soundness, StoreError, Write};
use events::Events;
use failure::Failure;
use line::{Dial, Line, Lines, Own, Parameters};

pub(crate) use schema::STEPS;

/// Connections for questions, for lists and for changes.
const QUESTIONS: usize = 2;
const LISTS: usize = 2;
const CHANGES: usize = 3;
/// For so long a change is tried again after its connection was lost: whoever waits for it learns
/// what became of it, if the database comes back by then.
const DOUBT: Duration = Duration::from_secs(8);
const BETWEEN: Duration = Duration::from_millis(100);
/// For so long a server that starts waits for the database.
const OPENING: Duration = Duration::from_secs(15);
/// How often two changes may be in each other's way.
const MOST_AGAIN: u32 = 10;

#[derive(Clone)]
pub(crate) struct Postgres {
    shared: Arc<Shared>,
    events: Events,
}

pub(crate) struct Shared {
    dial: Dial,
    questions: Lines,
    lists: Lines,
    changes: Own,
    failure: Mutex<Option<String>>,
    counts: Arc<Counters>,
}

impl Shared {
    fn failure(&self) -> MutexGuard<'_, Option<String>> {
        // It is whole at every moment, whoever panicked.
        self.failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes how the last commit went.
    fn note(&self, result: &Result<(), Failure>) {
        match result {
            Ok(()) | Err(Failure::Taken | Failure::Unmet(_) | Failure::Odd) => {
                *self.failure() = None;
            }
            Err(failure) => *self.failure() = Some(failure.to_string()),
        }
    }

    /// Makes a change in a transaction of its own.
    async fn transact(&self, write: &Write) -> Result<(), Failure> {
        let (line, _place) = self.changes.take(&self.dial).await?;
        let begin = Instant::now();
        let result = self.change(line, write).await;
        let conflicts = usize::from(matches!(result, Err(Failure::Taken | Failure::Unmet(_))));
        self.counts.commit(1, conflicts, begin.elapsed());
        result
    }

    async fn change(&self, line: Line, write: &Write) -> Result<(), Failure> {
        line.batch("BEGIN").await?;
        match apply::apply(&line, write).await {
            Ok(()) => {
                line.batch("COMMIT").await?;
                self.changes.give_back(line);
                Ok(())
            }
            Err(failure) => {
                if line.batch("ROLLBACK").await.is_ok() {
                    self.changes.give_back(line);
                }
                Err(failure)
            }
        }
    }

    /// Makes a change, again where two were in each other's way; and where the connection was lost,
    /// until it is known what became of it.
    async fn make(&self, write: &Write) -> Result<(), Failure> {
        let begin = Instant::now();
        let (mut again, mut doubtful) = (0, false);
        loop {
            let result = self.transact(write).await;
            match result {
                Err(Failure::Again) if again < MOST_AGAIN => {
                    again += 1;
                    // Whoever was first is through by then; not all come back together.
                    tokio::time::sleep(Duration::from_millis(u64::from(again * again))).await;
                    continue;
                }
                Err(Failure::Taken | Failure::Unmet(_))
                    if doubtful && self.is_stored(write).await? =>
                {
                    return Ok(());
                }
                Err(ref failure) if failure.is_doubtful() => doubtful = true,
                Err(Failure::Away(_)) if doubtful => {}
                result => return result,
            }
            if begin.elapsed() > DOUBT || !write.can_be_repeated() {
                return result.map_err(Failure::in_doubt);
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }

    /// Are the events of this change stored, and no others in their place?
    async fn is_stored(&self, write: &Write) -> Result<bool, Failure> {
        match write {
            Write::Events { game, events, .. } => {
                let line = self.questions.line(&self.dial).await?;
                events::are_stored(&line, game, events).await
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
    /// May it be tried again although it may have been made? Events are made once.
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

/// A first connection, with the tables brought up to date, or their version where it is newer than
/// what is known here.
async fn open(dial: &Dial) -> Result<(Line, Option<i64>), Failure> {
    let line = dial.first_line().await?;
    let newer = schema::migrate(&line).await?;
    Ok((line, newer))
}

/// What a row says is not what was asked for.
#[allow(clippy::needless_pass_by_value, reason = "as errors are handed on")]
fn unreadable(error: tokio_postgres::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

impl Postgres {
    /// Goes to the database and brings its tables up to date.
    pub(crate) async fn connect(url: &str) -> Result<Postgres, OpenError> {
        let unreachable = |reason: String| OpenError::Unreachable { url: public(url), reason };
        let counts = Arc::new(Counters::default());
        let dial = Dial::new(url, Arc::clone(&counts)).map_err(unreachable)?;
        let begin = Instant::now();
        let (line, newer) = loop {
            match open(&dial).await {
                Ok(opened) => break opened,
                // It may be starting, too, or be restarted in this moment.
                Err(failure) if failure.is_doubtful() && begin.elapsed() < OPENING => {
                    tracing::warn!(%failure, "the database is not there yet");
                    tokio::time::sleep(BETWEEN * 5).await;
                }
                Err(failure) => return Err(unreachable(failure.to_string())),
            }
        };
        if let Some(found) = newer {
            let (url, known) = (public(url), STEPS.len() as i64);
            return Err(OpenError::NewerTables { url, found, known });
        }
        let changes = Own::new(CHANGES);
        changes.give_back(line);
        let shared = Arc::new(Shared {
            dial,
            questions: Lines::new(QUESTIONS),
            lists: Lines::new(LISTS),
            changes,
            failure: Mutex::default(),
            counts,
        });
        let events = Events::start(&shared);
        Ok(Postgres { shared, events })
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
        // Goes on when the caller does not: nobody need guess what became of it.
        let shared = Arc::clone(&self.shared);
        let made = tokio::spawn(async move {
            let result = shared.make(&write).await;
            shared.note(&result);
            result
        });
        Ok(made.await.map_err(|error| StoreError::Failed(error.to_string()))??)
    }

    pub(crate) fn health(&self) -> Health {
        let soundness = Soundness::Unknown("PostgreSQL looks after its files itself".into());
        Health { failure: self.shared.failure().clone(), free_bytes: None, soundness }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.shared.counts.get()
    }

    pub(crate) async fn close(&self) {
        self.events.close().await;
        self.shared.changes.close();
        self.shared.questions.close().await;
        self.shared.lists.close().await;
        *self.shared.failure() = Some("the store is closed".into());
    }

    /// Runs statements: for tests.
    pub(crate) async fn run_sql(&self, sql: &str) -> Result<(), StoreError> {
        let (line, _place) = self.shared.changes.take(&self.shared.dial).await?;
        line.batch(sql).await?;
        self.shared.changes.give_back(line);
        Ok(())
    }

    /// Asks something; once more where the connection was lost, because questions change nothing.
    async fn ask_on(
        &self,
        lines: &Lines,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        if self.events.is_closed() {
            return Err(StoreError::Closed);
        }
        let mut last = Failure::Closed;
        for _ in 0..2 {
            let line: Arc<Line> = lines.line(&self.shared.dial).await?;
            match line.rows(sql, parameters).await {
                Ok(rows) => return Ok(rows),
                Err(Failure::Odd) => return Ok(Vec::new()),
                Err(failure @ Failure::Lost(_)) => last = failure,
                Err(failure) => {
                    if matches!(failure, Failure::Silent) {
                        lines.drop_line(&line).await;
                    }
                    return Err(failure.into());
                }
            }
        }
        Err(last.into())
    }

    async fn ask(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        self.ask_on(&self.shared.questions, sql, parameters).await
    }

    async fn read<R: FromRow>(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<R>, StoreError> {
        let rows = self.ask(sql, parameters).await?;
        rows.iter().map(|row| R::read(row).map_err(unreadable)).collect()
    }

    /// The values of a single column.
    async fn values<T: Column>(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.ask(sql, parameters).await?;
        rows.iter().map(|row| row.try_get(0).map_err(unreadable)).collect()
    }
}

/// The address without the password.
fn public(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "of --store".into() };
    // Options may carry a password, too.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((who, place)) => {
            let person = who.split(':').next().unwrap_or_default();
            format!("{scheme}://{person}@{place}")
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_password_is_told_to_nobody() {
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
