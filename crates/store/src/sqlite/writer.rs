//! One thread makes all changes, and nobody else has its connection. It takes whatever has
//! gathered while the last commit was being written, makes all of it in one transaction and then
//! tells every caller: so the number of callers can grow a hundredfold while the disk is asked
//! to sync only as often as it can.
//!
//! Nothing is confirmed unless its COMMIT succeeded and left no transaction open. After any
//! error the connection is thrown away: what SQLite has rolled back by itself and what not need
//! not be guessed then, because a new connection begins with nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::apply::apply;
use super::connection::open_for_writing;
use super::health::Monitor;
use crate::counts::Counters;
use crate::error::describe;
use crate::{Counts, StoreError, Write};

/// Changes that may wait; whoever comes later waits for a place.
const QUEUE: usize = 4_096;
/// Changes in one commit.
const BATCH: usize = 512;

type Answer = oneshot::Sender<Result<(), StoreError>>;

enum Order {
    Write(Box<Write>, Answer),
    Run(Box<dyn FnOnce(&mut Connection) + Send>),
    Close(oneshot::Sender<()>),
}

#[derive(Clone)]
pub(crate) struct Writer {
    orders: mpsc::Sender<Order>,
    counts: Arc<Counters>,
}

impl Writer {
    /// Goes on with a connection whose tables are up to date.
    pub(crate) fn start(
        file: PathBuf,
        connection: Connection,
        monitor: Monitor,
    ) -> std::io::Result<Writer> {
        let (orders, waiting) = mpsc::channel(QUEUE);
        let counts: Arc<Counters> = Arc::default();
        counts.connected();
        let writer = Writer { orders, counts: Arc::clone(&counts) };
        let connection = Some(connection);
        let clerk = Clerk { file, connection, monitor, counts };
        thread::Builder::new().name("store-writer".into()).spawn(move || clerk.work(waiting))?;
        Ok(writer)
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, confirmed) = oneshot::channel();
        let order = Order::Write(Box::new(write), answer);
        self.orders.send(order).await.map_err(|_| StoreError::Closed)?;
        confirmed.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) async fn run(&self, code: impl FnOnce(&mut Connection) + Send + 'static) {
        let (done, ran) = oneshot::channel();
        let code = move |connection: &mut Connection| {
            code(connection);
            // Whoever waits is still there: it is the caller below.
            let _ = done.send(());
        };
        if self.orders.send(Order::Run(Box::new(code))).await.is_ok() {
            // An error means that there was no connection to run it on.
            let _ = ran.await;
        }
    }

    pub(crate) async fn close(&self) {
        let (answer, done) = oneshot::channel();
        if self.orders.send(Order::Close(answer)).await.is_ok() {
            // An error means that the thread has ended already.
            let _ = done.await;
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts.get()
    }
}

/// The thread with the only connection that writes.
struct Clerk {
    file: PathBuf,
    /// None after an error, until it is opened again.
    connection: Option<Connection>,
    monitor: Monitor,
    counts: Arc<Counters>,
}

impl Clerk {
    fn work(mut self, mut waiting: mpsc::Receiver<Order>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut closed = Vec::new();
        while waiting.blocking_recv_many(&mut batch, BATCH) > 0 {
            let mut writes = Vec::with_capacity(batch.len());
            for order in batch.drain(..) {
                match order {
                    Order::Write(write, answer) => writes.push((*write, answer)),
                    Order::Run(code) => {
                        if let Ok(connection) = self.connection() {
                            code(connection);
                        }
                    }
                    Order::Close(answer) => {
                        waiting.close();
                        closed.push(answer);
                    }
                }
            }
            if !writes.is_empty() {
                self.commit(writes);
            }
        }
        drop(self.connection);
        for answer in closed {
            // Whoever asked may have gone; then nobody waits.
            let _ = answer.send(());
        }
    }

    fn connection(&mut self) -> rusqlite::Result<&mut Connection> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let connection = open_for_writing(&self.file)?;
                self.counts.connected();
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Makes all changes in one transaction and answers after it.
    fn commit(&mut self, writes: Vec<(Write, Answer)>) {
        let begin = Instant::now();
        let result = self.connection().map_err(StoreError::from).and_then(|c| transact(c, &writes));
        let is_conflict =
            |result: &&Result<(), StoreError>| matches!(result, Err(StoreError::Conflict));
        let conflicts = result.iter().flatten().filter(is_conflict).count();
        self.counts.commit(writes.len(), conflicts, begin.elapsed());
        match result {
            Ok(results) => {
                self.monitor.committed(None);
                for ((_, answer), result) in writes.into_iter().zip(results) {
                    // A caller that no longer waits has its change nevertheless.
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                tracing::debug!(%error, "a commit failed");
                self.connection = None;
                self.overwrite_failed();
                self.monitor.committed(Some(error.to_string()));
                for (_, answer) in writes {
                    let _ = answer.send(Err(error.clone()));
                }
            }
        }
    }
}

impl Clerk {
    /// A commit can fail after its last page was written to the log, such as when the index of the
    /// log cannot grow: a server that is killed now would find it there and take it for made. So
    /// its place in the log is taken by a change that means nothing, before anybody is refused.
    /// That needs no new room, and does its work even if it is called failed, too.
    fn overwrite_failed(&mut self) {
        let nothing = Write::Fact { name: "overwritten".into(), value: String::new() };
        let (answer, _) = oneshot::channel();
        let made = self.connection().map_err(StoreError::from);
        if let Err(error) = made.and_then(|c| transact(c, &[(nothing, answer)])) {
            tracing::error!(%error, "the place of a failed commit could not be taken for sure");
            self.connection = None;
        }
    }
}

fn transact(
    connection: &Connection,
    writes: &[(Write, Answer)],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let statement = |sql| connection.prepare_cached(sql).and_then(|mut s| s.execute([]));
    let make = || {
        statement("BEGIN IMMEDIATE")?;
        let results = writes.iter().map(|(write, _)| apply(connection, write));
        let results = results.collect::<rusqlite::Result<Vec<_>>>()?;
        statement("COMMIT")?;
        Ok(results)
    };
    let results = make().map_err(|error: rusqlite::Error| StoreError::Failed(describe(&error)))?;
    if connection.is_autocommit() {
        Ok(results)
    } else {
        Err(StoreError::Failed("a transaction was left open after COMMIT".into()))
    }
}
