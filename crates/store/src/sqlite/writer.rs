//! The writer thread, which owns the only connection that changes the file. It takes the changes that were
//! queued during the last commit, makes all of them in one transaction, and then answers every caller: the
//! number of syncs does not grow with the number of callers.
//!
//! Nothing is confirmed unless its COMMIT succeeded and left no transaction open. The connection is closed
//! after any error, because SQLite rolls back by itself after some errors and not after others.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::connection::open_for_writing;
use super::executor::{Statements, ready};
use super::health::Monitor;
use crate::counts::Counters;
use crate::failure::Failure;
use crate::{Counts, StoreError, Write};

/// Maximum number of queued changes.
const QUEUE: usize = 4_096;
/// Maximum number of changes in one commit.
const BATCH: usize = 512;

type Confirm = oneshot::Sender<Result<(), StoreError>>;

enum Request {
    Write(Box<Write>, Confirm),
    Run(Box<dyn FnOnce(&mut Connection) + Send>),
    Close(oneshot::Sender<()>),
}

#[derive(Clone)]
pub(crate) struct Writer {
    requests: mpsc::Sender<Request>,
    counts: Arc<Counters>,
}

impl Writer {
    /// Starts the thread with a connection whose tables are current.
    pub(crate) fn start(
        file: PathBuf,
        connection: Connection,
        monitor: Monitor,
    ) -> std::io::Result<Writer> {
        let (requests, queue) = mpsc::channel(QUEUE);
        let counts: Arc<Counters> = Arc::default();
        counts.connected();
        let writer = Writer { requests, counts: Arc::clone(&counts) };
        let connection = Some(connection);
        let state = WriterThread { file, connection, monitor, counts };
        thread::Builder::new().name("store-writer".into()).spawn(move || state.run(queue))?;
        Ok(writer)
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (confirm, confirmed) = oneshot::channel();
        let request = Request::Write(Box::new(write), confirm);
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        confirmed.await.map_err(|_| StoreError::Closed)?
    }

    /// Runs code on the connection, if there is one.
    pub(crate) async fn run(&self, code: impl FnOnce(&mut Connection) + Send + 'static) {
        let (done, ran) = oneshot::channel();
        let code = move |connection: &mut Connection| {
            code(connection);
            // The receiver is dropped if the caller was cancelled.
            let _ = done.send(());
        };
        if self.requests.send(Request::Run(Box::new(code))).await.is_ok() {
            // Fails if there was no connection.
            let _ = ran.await;
        }
    }

    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.requests.send(Request::Close(done)).await.is_ok() {
            // Fails if the thread has ended.
            let _ = closed.await;
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts.get()
    }
}

/// State of the writer thread.
struct WriterThread {
    file: PathBuf,
    /// `None` after an error, until it is opened again.
    connection: Option<Connection>,
    monitor: Monitor,
    counts: Arc<Counters>,
}

impl WriterThread {
    fn run(mut self, mut queue: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut closed = Vec::new();
        while queue.blocking_recv_many(&mut batch, BATCH) > 0 {
            let mut writes = Vec::with_capacity(batch.len());
            for request in batch.drain(..) {
                match request {
                    Request::Write(write, confirm) => writes.push((*write, confirm)),
                    Request::Run(code) => {
                        if let Ok(connection) = self.connection() {
                            code(connection);
                        }
                    }
                    Request::Close(done) => {
                        queue.close();
                        closed.push(done);
                    }
                }
            }
            if !writes.is_empty() {
                self.commit(writes);
            }
        }
        drop(self.connection);
        for done in closed {
            // The receiver is dropped if the caller was cancelled.
            let _ = done.send(());
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

    /// Makes all changes in one transaction, then answers the callers.
    fn commit(&mut self, writes: Vec<(Write, Confirm)>) {
        let begin = Instant::now();
        let result = self.transact(writes.iter().map(|(write, _)| write));
        let is_conflict =
            |result: &&Result<(), StoreError>| matches!(result, Err(StoreError::Conflict));
        let conflicts = result.iter().flatten().filter(is_conflict).count();
        self.counts.commit(writes.len(), conflicts, begin.elapsed());
        match result {
            Ok(results) => {
                self.monitor.committed(None);
                for ((_, confirm), result) in writes.into_iter().zip(results) {
                    // The change of a caller that was cancelled is made nevertheless.
                    let _ = confirm.send(result);
                }
            }
            Err(failure) => {
                tracing::debug!(%failure, "a commit failed");
                let error = StoreError::Failed(failure.to_string());
                self.connection = None;
                self.overwrite_failed();
                self.monitor.committed(Some(error.to_string()));
                for (_, confirm) in writes {
                    let _ = confirm.send(Err(error.clone()));
                }
            }
        }
    }

    /// Overwrites a failed commit in the write-ahead log, before its callers are answered. A commit can fail
    /// after its last page was written, for example if the index of the log cannot grow: a server that is
    /// killed then would find the commit in the log and recover it. The change below takes its place there;
    /// it needs no space, and works even if it is reported as failed.
    fn overwrite_failed(&mut self) {
        let nothing = Write::Fact { name: "overwritten".into(), value: String::new() };
        if let Err(error) = self.transact([&nothing].into_iter()) {
            tracing::error!(%error, "a failed commit may reappear if the server is killed now");
            self.connection = None;
        }
    }

    /// Makes changes in one transaction. The outer error is that of the transaction.
    fn transact<'a>(
        &mut self,
        writes: impl Iterator<Item = &'a Write> + Clone,
    ) -> Result<Vec<Result<(), StoreError>>, Failure> {
        let connection = self.connection()?;
        // Savepoints cost a tenth of the time of a change. Few changes fail, and most of them before they have
        // changed a row.
        let results = match make_all(connection, writes.clone(), false)? {
            Some(results) => results,
            None => {
                execute(connection, "ROLLBACK")?;
                make_all(connection, writes, true)?.unwrap_or_default()
            }
        };
        execute(connection, "COMMIT")?;
        if connection.is_autocommit() {
            Ok(results)
        } else {
            Err(Failure::Unavailable("a transaction was left open after COMMIT".into()))
        }
    }
}

fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute([])
}

/// Begins a transaction and makes changes. Returns `None` if one of them failed after it had changed rows, and
/// there was no savepoint before it.
fn make_all<'a>(
    connection: &Connection,
    writes: impl Iterator<Item = &'a Write>,
    with_savepoints: bool,
) -> Result<Option<Vec<Result<(), StoreError>>>, Failure> {
    execute(connection, "BEGIN IMMEDIATE")?;
    let mut results = Vec::new();
    for write in writes {
        if with_savepoints {
            execute(connection, "SAVEPOINT change")?;
        }
        let changes = connection.total_changes();
        let result = match ready(write.apply(&Statements(connection))) {
            Ok(()) => Ok(()),
            Err(failure) if !failure.is_of_one_change() => return Err(failure),
            Err(failure) => {
                if with_savepoints {
                    execute(connection, "ROLLBACK TO change")?;
                } else if connection.total_changes() != changes {
                    return Ok(None);
                }
                Err(failure.into())
            }
        };
        if with_savepoints {
            execute(connection, "RELEASE change")?;
        }
        results.push(result);
    }
    Ok(Some(results))
}
