//! Events without a row, such as moves. Those that were queued during the last statement share the next one
//! and its commit. The statement skips a version that is taken, and returns the games of the others.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Deserialize;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use agon_protocol::event::Cause;

use super::connection::Connection;
use super::{MAX_DEADLOCKS, RETRY_DELAY, RETRY_TIME, State};
use crate::executor::{Executor, values};
use crate::failure::Failure;
use crate::{EventRow, StoreError};

/// Maximum number of queued events.
const QUEUE: usize = 4_096;
/// Maximum number of events in one statement.
const BATCH: usize = 256;
/// Number of concurrent statements.
const WRITERS: usize = 3;

struct Request {
    game: String,
    event: EventRow,
    confirm: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Clone)]
pub(crate) struct EventQueue {
    requests: mpsc::Sender<Request>,
    closing: Arc<watch::Sender<bool>>,
    writers: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl EventQueue {
    pub(crate) fn start(state: &Arc<State>) -> EventQueue {
        let (requests, queue) = mpsc::channel(QUEUE);
        let queue = Arc::new(AsyncMutex::new(queue));
        let closing = Arc::new(watch::Sender::new(false));
        let start = |_| {
            let writer = EventWriter {
                state: Arc::clone(state),
                queue: Arc::clone(&queue),
                closing: closing.subscribe(),
                connection: None,
            };
            tokio::spawn(writer.run())
        };
        let writers = (0..WRITERS).map(start).collect();
        EventQueue { requests, closing, writers: Arc::new(Mutex::new(writers)) }
    }

    pub(crate) async fn write(&self, game: String, event: EventRow) -> Result<(), StoreError> {
        let (confirm, confirmed) = oneshot::channel();
        let request = Request { game, event, confirm };
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        confirmed.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.requests.is_closed()
    }

    /// Writes the queued events, and accepts no more.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        // No invariant spans the lock, so poisoning is ignored.
        let writers =
            std::mem::take(&mut *self.writers.lock().unwrap_or_else(PoisonError::into_inner));
        for writer in writers {
            // An error means that the task has ended by a panic.
            let _ = writer.await;
        }
    }
}

struct EventWriter {
    state: Arc<State>,
    queue: Arc<AsyncMutex<mpsc::Receiver<Request>>>,
    closing: watch::Receiver<bool>,
    connection: Option<Connection>,
}

impl EventWriter {
    async fn run(mut self) {
        while let Some(mut requests) = self.take().await {
            // One version of a game at a time, because the statement returns games without versions.
            while !requests.is_empty() {
                let mut games = HashSet::new();
                let (batch, later) =
                    requests.into_iter().partition(|request| games.insert(request.game.clone()));
                self.commit(batch).await;
                requests = later;
            }
        }
    }

    /// Returns the queued requests; `None` after the end.
    async fn take(&mut self) -> Option<Vec<Request>> {
        let mut queue = self.queue.lock().await;
        let mut requests = Vec::new();
        let closing = async { drop(self.closing.wait_for(|closing| *closing).await) };
        let count = tokio::select! {
            count = queue.recv_many(&mut requests, BATCH) => count,
            () = closing => {
                queue.close();
                queue.recv_many(&mut requests, BATCH).await
            }
        };
        (count > 0).then_some(requests)
    }

    async fn commit(&mut self, requests: Vec<Request>) {
        let result = self.insert(&requests).await;
        self.state.record(&result.as_ref().map(|_| ()).map_err(Clone::clone));
        match result {
            Ok(stored) => {
                for Request { game, confirm, .. } in requests {
                    let result =
                        if stored.contains(&game) { Ok(()) } else { Err(StoreError::Conflict) };
                    // The event of a caller that was cancelled is stored nevertheless.
                    let _ = confirm.send(result);
                }
            }
            // Only one of them may be invalid.
            Err(Failure::InvalidText | Failure::Refused(_)) if requests.len() > 1 => {
                for request in requests {
                    Box::pin(self.commit(vec![request])).await;
                }
            }
            Err(failure) => {
                tracing::debug!(%failure, "events were not stored");
                for request in requests {
                    let _ = request.confirm.send(Err(failure.clone().into()));
                }
            }
        }
    }

    /// Inserts events, with retries. Returns the games whose events are stored now.
    async fn insert(&mut self, requests: &[Request]) -> Result<HashSet<String>, Failure> {
        let begin = Instant::now();
        let (mut deadlocks, mut doubtful) = (0, false);
        loop {
            let result = self.try_insert(requests, doubtful).await;
            match result {
                Err(Failure::Again) if deadlocks < MAX_DEADLOCKS => {
                    deadlocks += 1;
                    continue;
                }
                Err(ref failure) if failure.is_doubtful() => doubtful = true,
                Err(Failure::Unavailable(_)) if doubtful => {}
                result => return result,
            }
            if begin.elapsed() > RETRY_TIME {
                return result.map_err(Failure::after_doubt);
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    async fn try_insert(
        &mut self,
        requests: &[Request],
        doubtful: bool,
    ) -> Result<HashSet<String>, Failure> {
        let open = self.connection.take().filter(|connection| !connection.is_closed());
        let connection = match open {
            Some(connection) => connection,
            None => self.state.connector.connect().await?,
        };
        let begin = Instant::now();
        let result = insert(&connection, requests, doubtful).await;
        let conflicts = result.as_ref().map_or(0, |stored| requests.len() - stored.len());
        self.state.counts.commit(requests.len(), conflicts, begin.elapsed());
        if result.is_ok() {
            self.connection = Some(connection);
        }
        result
    }
}

/// Inserts events of different games by one statement. Returns the games whose events are stored now.
async fn insert(
    connection: &Connection,
    requests: &[Request],
    doubtful: bool,
) -> Result<HashSet<String>, Failure> {
    let events: Vec<(&str, &EventRow)> =
        requests.iter().map(|request| (request.game.as_str(), &request.event)).collect();
    let mut stored: HashSet<String> = HashSet::new();
    let columns = Columns::of(&events);
    let rows = connection
            .query(
                "INSERT INTO events (game, version, kind, payload, at, command) \
                 SELECT game, version, kind, payload, at, command FROM \
                 unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[]) \
                 AS new (game, version, kind, payload, at, command) \
                 WHERE version = 1 OR EXISTS (SELECT 1 FROM events AS last \
                 WHERE last.game = new.game AND last.version = new.version - 1) \
                 ORDER BY game ON CONFLICT DO NOTHING RETURNING game",
                &columns.parameters(),
            )
            .await?;
    for row in rows {
        stored.insert(row.try_get(0)?);
    }
    if doubtful {
        for Request { game, event, .. } in requests {
            let events = std::slice::from_ref(event);
            if !stored.contains(game) && are_stored(connection, game, events).await? {
                stored.insert(game.clone());
            }
        }
    }
    Ok(stored)
}

/// Appends events to a game in the open transaction.
pub(super) async fn add(
    connection: &Connection,
    game: &str,
    events: &[EventRow],
) -> Result<(), Failure> {
    let rows: Vec<(&str, &EventRow)> = events.iter().map(|event| (game, event)).collect();
    let columns = Columns::of(&rows);
    let [games, versions, kinds, payloads, times, commands] = columns.parameters();
    let first = events.first().map_or(0, |event| event.version);
    let inserted = connection
        .execute(
            "INSERT INTO events (game, version, kind, payload, at, command) \
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], \
             $5::bigint[], $6::text[]) WHERE $7::bigint = 1 OR EXISTS (SELECT 1 FROM events \
             WHERE game = $8 AND version = $7 - 1) ON CONFLICT DO NOTHING",
            &[games, versions, kinds, payloads, times, commands, &first, &game],
        )
        .await?;
    if inserted == events.len() as u64 { Ok(()) } else { Err(Failure::Taken) }
}

/// Events as columns, for statements with any number of them.
struct Columns<'a> {
    games: Vec<&'a str>,
    versions: Vec<i64>,
    kinds: Vec<&'a str>,
    payloads: Vec<&'a str>,
    times: Vec<i64>,
    commands: Vec<Option<String>>,
}

impl<'a> Columns<'a> {
    fn of(events: &[(&'a str, &'a EventRow)]) -> Columns<'a> {
        Columns {
            games: events.iter().map(|(game, _)| *game).collect(),
            versions: events.iter().map(|(_, event)| event.version).collect(),
            kinds: events.iter().map(|(_, event)| event.kind.as_str()).collect(),
            payloads: events.iter().map(|(_, event)| event.payload.as_str()).collect(),
            times: events.iter().map(|(_, event)| event.at).collect(),
            commands: events.iter().map(|(_, event)| command(&event.payload)).collect(),
        }
    }

    fn parameters(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 6] {
        let Columns { games, versions, kinds, payloads, times, commands } = self;
        [games, versions, kinds, payloads, times, commands]
    }
}

/// Returns the key of the command whose last effect an event is, the same if the command is repeated.
pub(super) fn command(payload: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Commanded {
        command: Option<Cause>,
    }
    if !payload.contains("\"command\"") {
        return None;
    }
    let Cause { person, id } = serde_json::from_str::<Commanded>(payload).ok()?.command?;
    // Ids of people contain no slash. Escapes make ids of commands valid text of PostgreSQL.
    Some(format!("{person}/{}", id.escape_default()))
}

/// Whether these events are stored, rather than others with their versions.
pub(super) async fn are_stored(
    connection: &Connection,
    game: &str,
    events: &[EventRow],
) -> Result<bool, Failure> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(true) };
    let rest = "WHERE game = $1 AND version BETWEEN $2 AND $3";
    let values = values![game, first.version, last.version];
    let found: Vec<EventRow> = connection.find(rest, values).await?;
    let same = |event: &EventRow| {
        found.iter().any(|row| {
            (row.version, &row.payload, row.at) == (event.version, &event.payload, event.at)
        })
    };
    Ok(events.iter().all(same))
}
