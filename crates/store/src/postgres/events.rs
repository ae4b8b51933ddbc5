//! Moves. A move is one row and one round trip; whatever has gathered while the last statement was
//! under way goes out in the next one, so that many moves share a commit. A version that is taken
//! is left out of what the statement returns: whoever wanted it reads what is there and decides
//! again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde::Deserialize;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use agon_protocol::event::Cause;

use super::failure::Failure;
use super::line::Line;
use super::{BETWEEN, DOUBT, MOST_AGAIN, Shared};
use crate::{EventRow, StoreError};

/// Moves that may wait; whoever comes later waits for a place.
const QUEUE: usize = 4_096;
/// Moves in one statement.
const BATCH: usize = 256;
/// Statements that are under way at the same time.
const WRITERS: usize = 3;

type Answer = oneshot::Sender<Result<(), StoreError>>;

struct Order {
    game: String,
    event: EventRow,
    answer: Answer,
}

/// Where moves are handed in.
#[derive(Clone)]
pub(crate) struct Events {
    orders: mpsc::Sender<Order>,
    closing: Arc<watch::Sender<bool>>,
    writers: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Events {
    pub(crate) fn start(shared: &Arc<Shared>) -> Events {
        let (orders, waiting) = mpsc::channel(QUEUE);
        let waiting = Arc::new(AsyncMutex::new(waiting));
        let closing = Arc::new(watch::Sender::new(false));
        let start = |_| {
            let writer = Writer {
                shared: Arc::clone(shared),
                waiting: Arc::clone(&waiting),
                closing: closing.subscribe(),
                line: None,
            };
            tokio::spawn(writer.work())
        };
        let writers = (0..WRITERS).map(start).collect();
        Events { orders, closing, writers: Arc::new(Mutex::new(writers)) }
    }

    pub(crate) async fn write(&self, game: String, event: EventRow) -> Result<(), StoreError> {
        let (answer, confirmed) = oneshot::channel();
        let order = Order { game, event, answer };
        self.orders.send(order).await.map_err(|_| StoreError::Closed)?;
        confirmed.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.orders.is_closed()
    }

    /// What was handed in before is written, and nothing after.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        // The list is whole at every moment, whoever panicked.
        let writers = std::mem::take(
            &mut *self.writers.lock().unwrap_or_else(|poisoned| poisoned.into_inner()),
        );
        for writer in writers {
            // One that failed has ended, too.
            let _ = writer.await;
        }
    }
}

struct Writer {
    shared: Arc<Shared>,
    waiting: Arc<AsyncMutex<mpsc::Receiver<Order>>>,
    closing: watch::Receiver<bool>,
    line: Option<Line>,
}

impl Writer {
    async fn work(mut self) {
        loop {
            let Some(mut orders) = self.take().await else { return };
            // One version of a game at a time: the statement tells only which ones are new.
            while !orders.is_empty() {
                let mut games = HashSet::new();
                let (batch, later) =
                    orders.into_iter().partition(|order| games.insert(order.game.clone()));
                self.commit(batch).await;
                orders = later;
            }
        }
    }

    /// What has gathered; `None` after the end.
    async fn take(&mut self) -> Option<Vec<Order>> {
        let mut waiting = self.waiting.lock().await;
        let mut orders = Vec::new();
        let closing = async { drop(self.closing.wait_for(|closing| *closing).await) };
        let count = tokio::select! {
            count = waiting.recv_many(&mut orders, BATCH) => count,
            () = closing => {
                waiting.close();
                waiting.recv_many(&mut orders, BATCH).await
            }
        };
        (count > 0).then_some(orders)
    }

    async fn commit(&mut self, orders: Vec<Order>) {
        let result = self.insert(&orders).await;
        self.shared.note(&result.as_ref().map(|_| ()).map_err(Clone::clone));
        match result {
            Ok(stored) => {
                for Order { game, answer, .. } in orders {
                    let result =
                        if stored.contains(&game) { Ok(()) } else { Err(StoreError::Conflict) };
                    // A caller that no longer waits has its change nevertheless.
                    let _ = answer.send(result);
                }
            }
            // One of them may be to blame, and the others not.
            Err(Failure::Odd | Failure::Refused(_)) if orders.len() > 1 => {
                for order in orders {
                    Box::pin(self.commit(vec![order])).await;
                }
            }
            Err(failure) => {
                tracing::debug!(%failure, "moves were not stored");
                for order in orders {
                    let _ = order.answer.send(Err(failure.clone().into()));
                }
            }
        }
    }

    /// The games whose events are stored now.
    async fn insert(&mut self, orders: &[Order]) -> Result<HashSet<String>, Failure> {
        let begin = Instant::now();
        let (mut again, mut doubtful) = (0, false);
        loop {
            let result = self.try_insert(orders, doubtful).await;
            match result {
                Err(Failure::Again) if again < MOST_AGAIN => {
                    again += 1;
                    continue;
                }
                Err(ref failure) if failure.is_doubtful() => doubtful = true,
                Err(Failure::Away(_)) if doubtful => {}
                result => return result,
            }
            if begin.elapsed() > DOUBT {
                return result.map_err(Failure::in_doubt);
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }

    async fn try_insert(
        &mut self,
        orders: &[Order],
        doubtful: bool,
    ) -> Result<HashSet<String>, Failure> {
        let line = match self.line.take().filter(|line| !line.is_closed()) {
            Some(line) => line,
            None => self.shared.dial.line().await?,
        };
        let begin = Instant::now();
        let result = insert(&line, orders, doubtful).await;
        let conflicts = result.as_ref().map_or(0, |stored| orders.len() - stored.len());
        self.shared.counts.commit(orders.len(), conflicts, begin.elapsed());
        if result.is_ok() {
            self.line = Some(line);
        }
        result
    }
}

/// One statement for all of them; the games of those that are stored now.
async fn insert(line: &Line, orders: &[Order], doubtful: bool) -> Result<HashSet<String>, Failure> {
    let events: Vec<(&str, &EventRow)> =
        orders.iter().map(|order| (order.game.as_str(), &order.event)).collect();
    let mut stored: HashSet<String> = HashSet::new();
    let columns = Columns::of(&events);
    let rows = line
            .rows(
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
        for Order { game, event, .. } in orders {
            if !stored.contains(game) && are_stored(line, game, std::slice::from_ref(event)).await?
            {
                stored.insert(game.clone());
            }
        }
    }
    Ok(stored)
}

/// Events as columns, for a statement that takes any number of them.
pub(crate) struct Columns<'a> {
    games: Vec<&'a str>,
    versions: Vec<i64>,
    kinds: Vec<&'a str>,
    payloads: Vec<&'a str>,
    times: Vec<i64>,
    commands: Vec<Option<String>>,
}

impl<'a> Columns<'a> {
    pub(crate) fn of(events: &[(&'a str, &'a EventRow)]) -> Columns<'a> {
        Columns {
            games: events.iter().map(|(game, _)| *game).collect(),
            versions: events.iter().map(|(_, event)| event.version).collect(),
            kinds: events.iter().map(|(_, event)| event.kind.as_str()).collect(),
            payloads: events.iter().map(|(_, event)| event.payload.as_str()).collect(),
            times: events.iter().map(|(_, event)| event.at).collect(),
            commands: events.iter().map(|(_, event)| command(&event.payload)).collect(),
        }
    }

    pub(crate) fn parameters(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 6] {
        let Columns { games, versions, kinds, payloads, times, commands } = self;
        [games, versions, kinds, payloads, times, commands]
    }
}

/// Whose command an event is the last effect of, and its id: the same for each who repeats it.
pub(crate) fn command(payload: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Commanded {
        command: Option<Cause>,
    }
    if !payload.contains("\"command\"") {
        return None;
    }
    let Cause { person, id } = serde_json::from_str::<Commanded>(payload).ok()?.command?;
    // Ids of people have no slash, and those of commands no zero that PostgreSQL could not hold.
    Some(format!("{person}/{}", id.escape_default()))
}

/// Are these very events stored?
pub(crate) async fn are_stored(
    line: &Line,
    game: &str,
    events: &[EventRow],
) -> Result<bool, Failure> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(true) };
    let rows = line
        .rows(
            "SELECT version, payload, at FROM events \
             WHERE game = $1 AND version BETWEEN $2 AND $3",
            &[&game, &first.version, &last.version],
        )
        .await?;
    let mut found: HashMap<i64, (String, i64)> = HashMap::new();
    for row in rows {
        found.insert(row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?));
    }
    let same = |event: &EventRow| {
        found
            .get(&event.version)
            .is_some_and(|(payload, at)| *payload == event.payload && *at == event.at)
    };
    Ok(events.iter().all(same))
}
