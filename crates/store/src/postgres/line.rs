//! Connections to PostgreSQL. A line is shared: whatever many callers ask at the same time goes out
//! one after the other without waiting for answers between. A line that broke is made anew, at
//! first at once and then after longer and longer pauses.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, Semaphore, SemaphorePermit};
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::failure::Failure;
use crate::counts::Counters;

/// Whoever waits longer for an answer takes the line for broken.
const PATIENCE: Duration = Duration::from_secs(10);
/// A connection that is not made by then is not made.
const CONNECTING: Duration = Duration::from_secs(5);
/// The shortest and the longest pause after an attempt that failed.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// What every connection is told: whatever takes longer is given up by the server, too, and no
/// transaction stays open behind somebody who has gone.
const OPTIONS: &str = "-c statement_timeout=10s -c lock_timeout=8s \
                       -c idle_in_transaction_session_timeout=10s -c jit=off";

pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Makes connections.
pub(crate) struct Dial {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    refused: Mutex<Option<Refused>>,
    counts: Arc<Counters>,
}

/// The last attempts have failed.
struct Refused {
    until: Instant,
    pause: Duration,
    reason: String,
}

impl Dial {
    /// From an address such as `postgres://agon:secret@host/agon?sslmode=require`. Without
    /// `sslmode` other machines are spoken to over TLS alone, and this one without.
    pub(crate) fn new(url: &str, counts: Arc<Counters>) -> Result<Dial, String> {
        let mut config: Config = url.parse().map_err(|error| format!("{error}"))?;
        let is_here = |host: &Host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        if !url.contains("sslmode=") {
            let here = config.get_hosts().iter().all(is_here);
            config.ssl_mode(if here { SslMode::Disable } else { SslMode::Require });
        }
        config.application_name("agon").connect_timeout(CONNECTING);
        config.tcp_user_timeout(PATIENCE).keepalives_idle(PATIENCE);
        let options = match config.get_options() {
            Some(own) => format!("{OPTIONS} {own}"),
            None => OPTIONS.to_owned(),
        };
        config.options(options);
        let tls = if config.get_ssl_mode() == SslMode::Disable {
            None
        } else {
            let trusted = MakeRustlsConnect::with_native_certs();
            let (tls, _) = trusted.map_err(|_| "the system trusts no certificates".to_owned())?;
            Some(tls)
        };
        Ok(Dial { config, tls, refused: Mutex::default(), counts })
    }

    fn refused(&self) -> MutexGuard<'_, Option<Refused>> {
        // It is whole at every moment, whoever panicked.
        self.refused.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A new connection.
    pub(crate) async fn line(&self) -> Result<Line, Failure> {
        if let Some(refused) = self.refused().as_ref().filter(|r| Instant::now() < r.until) {
            return Err(Failure::Away(refused.reason.clone()));
        }
        match timeout(CONNECTING, self.connect()).await {
            Ok(Ok(client)) => {
                *self.refused() = None;
                self.counts.connected();
                Ok(Line { client, statements: Mutex::default() })
            }
            Ok(Err(error)) => Err(self.note(&Failure::from(error))),
            Err(_) => Err(self.note(&Failure::Away("the database does not answer".into()))),
        }
    }

    /// The first connection of all; what goes wrong is told as it is.
    pub(crate) async fn first_line(&self) -> Result<Line, Failure> {
        let client = timeout(CONNECTING, self.connect()).await.map_err(|_| Failure::Silent)??;
        self.counts.connected();
        Ok(Line { client, statements: Mutex::default() })
    }

    /// An attempt has failed: the next one is made later.
    fn note(&self, failure: &Failure) -> Failure {
        let reason = failure.to_string();
        let mut refused = self.refused();
        let pause = refused.as_ref().map_or(PAUSES.0, |last| (last.pause * 2).min(PAUSES.1));
        *refused = Some(Refused { until: Instant::now() + pause, pause, reason: reason.clone() });
        Failure::Away(reason)
    }

    async fn connect(&self) -> Result<Client, tokio_postgres::Error> {
        match &self.tls {
            Some(tls) => {
                let (client, connection) = self.config.connect(tls.clone()).await?;
                tokio::spawn(connection);
                Ok(client)
            }
            None => {
                let (client, connection) = self.config.connect(NoTls).await?;
                tokio::spawn(connection);
                Ok(client)
            }
        }
    }
}

/// A connection, with the statements that are ready on it.
pub(crate) struct Line {
    client: Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Line {
    pub(crate) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn statements(&self) -> MutexGuard<'_, HashMap<String, Statement>> {
        // The map is whole at every moment, whoever panicked.
        self.statements.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    async fn statement(&self, sql: &str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(ready) = self.statements().get(sql) {
            return Ok(ready.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// The rows that a statement finds.
    pub(crate) async fn rows(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let asked = async {
            let statement = self.statement(sql).await?;
            self.client.query(&statement, parameters).await
        };
        Ok(timeout(PATIENCE, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// How many rows a statement changes.
    pub(crate) async fn change(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        let asked = async {
            let statement = self.statement(sql).await?;
            self.client.execute(&statement, parameters).await
        };
        Ok(timeout(PATIENCE, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// Statements without parameters and answers.
    pub(crate) async fn batch(&self, sql: &str) -> Result<(), Failure> {
        let asked = self.client.batch_execute(sql);
        Ok(timeout(PATIENCE, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// The same, for as long as it takes.
    pub(crate) async fn long_batch(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.client.batch_execute(sql).await?)
    }
}

/// A few shared lines for single statements.
pub(crate) struct Lines {
    slots: Vec<AsyncMutex<Option<std::sync::Arc<Line>>>>,
    next: AtomicUsize,
}

impl Lines {
    pub(crate) fn new(count: usize) -> Lines {
        Lines {
            slots: (0..count).map(|_| AsyncMutex::default()).collect(),
            next: AtomicUsize::new(0),
        }
    }

    /// One of them.
    pub(crate) async fn line(&self, dial: &Dial) -> Result<std::sync::Arc<Line>, Failure> {
        let place = self.next.fetch_add(1, Ordering::Relaxed) % self.slots.len();
        let mut slot = self.slots[place].lock().await;
        if let Some(line) = slot.as_ref().filter(|line| !line.is_closed()) {
            return Ok(line.clone());
        }
        let line = std::sync::Arc::new(dial.line().await?);
        *slot = Some(line.clone());
        Ok(line)
    }

    /// A line on which somebody has waited in vain is not used again.
    pub(crate) async fn drop_line(&self, broken: &std::sync::Arc<Line>) {
        for slot in &self.slots {
            let mut slot = slot.lock().await;
            if slot.as_ref().is_some_and(|line| std::sync::Arc::ptr_eq(line, broken)) {
                *slot = None;
            }
        }
    }

    pub(crate) async fn close(&self) {
        for slot in &self.slots {
            *slot.lock().await = None;
        }
    }
}

/// A few lines that belong to one caller at a time, for transactions.
pub(crate) struct Own {
    idle: Mutex<Vec<Line>>,
    places: Semaphore,
}

impl Own {
    pub(crate) fn new(count: usize) -> Own {
        Own { idle: Mutex::default(), places: Semaphore::new(count) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Line>> {
        // The list is whole at every moment, whoever panicked.
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A line for the caller alone, who gives it back unless something failed on it: one that is
    /// dropped takes its transaction with it.
    pub(crate) async fn take(&self, dial: &Dial) -> Result<(Line, SemaphorePermit<'_>), Failure> {
        let place = self.places.acquire().await.map_err(|_| Failure::Closed)?;
        let idle = self.idle().pop().filter(|line| !line.is_closed());
        let line = match idle {
            Some(line) => line,
            None => dial.line().await?,
        };
        Ok((line, place))
    }

    pub(crate) fn give_back(&self, line: Line) {
        self.idle().push(line);
    }

    pub(crate) fn close(&self) {
        self.places.close();
        self.idle().clear();
    }
}
