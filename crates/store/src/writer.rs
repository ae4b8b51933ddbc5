//! One task makes all changes. It takes whatever has gathered while the last commit was being
//! written, commits all of it at once and then tells every caller: so the number of callers
//! can grow a hundredfold while the disk is asked to sync only as often as it can.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use crate::apply::apply_sqlite;
use crate::database::Database;
use crate::{StoreError, Write};

/// Changes that may wait; whoever comes later waits for a place.
const QUEUE: usize = 4_096;
/// Changes in one commit.
const BATCH: usize = 512;

type Answer = oneshot::Sender<Result<(), StoreError>>;

enum Order {
    Write(Box<Write>, Answer),
    Close(oneshot::Sender<()>),
}

#[derive(Clone)]
pub(crate) struct Writer {
    orders: mpsc::Sender<Order>,
    counts: Arc<(AtomicU64, AtomicU64)>,
}

impl Writer {
    pub(crate) fn start(database: Database) -> Writer {
        let (orders, mut waiting) = mpsc::channel(QUEUE);
        let writer = Writer { orders, counts: Arc::default() };
        let counts = Arc::clone(&writer.counts);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while waiting.recv_many(&mut batch, BATCH).await > 0 {
                let mut writes = Vec::with_capacity(batch.len());
                let mut close = None;
                for order in batch.drain(..) {
                    match order {
                        Order::Write(write, answer) => writes.push((*write, answer)),
                        Order::Close(answer) => close = Some(answer),
                    }
                }
                if !writes.is_empty() {
                    counts.0.fetch_add(writes.len() as u64, Ordering::Relaxed);
                    counts.1.fetch_add(1, Ordering::Relaxed);
                    commit(&database, writes).await;
                }
                if let Some(answer) = close {
                    waiting.close();
                    // Whoever asked may have gone; then nobody waits.
                    let _ = answer.send(());
                }
            }
        });
        writer
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, confirmed) = oneshot::channel();
        let order = Order::Write(Box::new(write), answer);
        self.orders.send(order).await.map_err(|_| StoreError::Closed)?;
        confirmed.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) async fn close(&self) {
        let (answer, done) = oneshot::channel();
        if self.orders.send(Order::Close(answer)).await.is_ok() {
            // An error means that the task has ended already.
            let _ = done.await;
        }
    }

    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.counts.0.load(Ordering::Relaxed), self.counts.1.load(Ordering::Relaxed))
    }
}

/// Makes all changes in one transaction and answers after it.
async fn commit(database: &Database, writes: Vec<(Write, Answer)>) {
    let result = match database {
        Database::Sqlite { writer, .. } => {
            async {
                let mut transaction = writer.begin().await?;
                let mut results = Vec::with_capacity(writes.len());
                for (write, _) in &writes {
                    results.push(apply_sqlite(&mut transaction, write).await?);
                }
                transaction.commit().await?;
                Ok::<_, sqlx::Error>(results)
            }
            .await
        }
    };
    match result {
        Ok(results) => {
            for ((_, answer), result) in writes.into_iter().zip(results) {
                // A caller that no longer waits has its change nevertheless.
                let _ = answer.send(result);
            }
        }
        Err(error) => {
            tracing::error!(%error, "a commit failed");
            let failed = StoreError::from(error);
            for (_, answer) in writes {
                let _ = answer.send(Err(failed.clone()));
            }
        }
    }
}
