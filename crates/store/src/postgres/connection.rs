//! Connections to PostgreSQL. A shared connection is pipelined: queries of concurrent callers are sent without
//! waiting for the responses in between. A broken connection is replaced, at once at first and then after
//! growing delays.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, Semaphore, SemaphorePermit};
use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::counts::Counters;
use crate::failure::Failure;

/// Timeout of a statement, after which the connection is not used again.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Shortest and longest delay after a failed attempt to connect.
const DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));
/// Settings of every connection: the database gives up slow statements, too, and closes transactions of
/// clients that are gone.
const OPTIONS: &str = "-c statement_timeout=10s -c lock_timeout=8s \
                       -c idle_in_transaction_session_timeout=10s -c jit=off";

/// Parameters in the types of PostgreSQL.
pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Opens connections.
pub(crate) struct Connector {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    failed: Mutex<Option<FailedAttempts>>,
    counts: Arc<Counters>,
}

/// The last attempts failed.
struct FailedAttempts {
    /// Time of the next attempt.
    until: Instant,
    delay: Duration,
    reason: String,
}

impl Connector {
    /// Parses a URL such as `postgres://agon:secret@host/agon?sslmode=require`. Without `sslmode`, TLS is
    /// required except for this machine.
    pub(crate) fn new(url: &str, counts: Arc<Counters>) -> Result<Connector, String> {
        let mut config: Config = url.parse().map_err(|error| format!("{error}"))?;
        let is_local = |host: &Host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        if !url.contains("sslmode=") {
            let local = config.get_hosts().iter().all(is_local);
            config.ssl_mode(if local { SslMode::Disable } else { SslMode::Require });
        }
        config.application_name("agon").connect_timeout(CONNECT_TIMEOUT);
        config.tcp_user_timeout(RESPONSE_TIMEOUT).keepalives_idle(RESPONSE_TIMEOUT);
        let options = match config.get_options() {
            Some(own) => format!("{OPTIONS} {own}"),
            None => OPTIONS.to_owned(),
        };
        config.options(options);
        let tls = if config.get_ssl_mode() == SslMode::Disable {
            None
        } else {
            let trusted = MakeRustlsConnect::with_native_certs();
            let (tls, _) =
                trusted.map_err(|_| "the system has no trusted certificates".to_owned())?;
            Some(tls)
        };
        Ok(Connector { config, tls, failed: Mutex::default(), counts })
    }

    fn failed(&self) -> MutexGuard<'_, Option<FailedAttempts>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a connection; fails at once during the delay after a failed attempt.
    pub(crate) async fn connect(&self) -> Result<Connection, Failure> {
        if let Some(failed) = self.failed().as_ref().filter(|f| Instant::now() < f.until) {
            return Err(Failure::Unavailable(failed.reason.clone()));
        }
        match self.connect_once().await {
            Ok(connection) => {
                *self.failed() = None;
                Ok(connection)
            }
            Err(failure) => Err(self.delay(&failure)),
        }
    }

    /// Opens a connection, without delays.
    pub(crate) async fn connect_once(&self) -> Result<Connection, Failure> {
        let client =
            timeout(CONNECT_TIMEOUT, self.client()).await.map_err(|_| Failure::Silent)??;
        self.counts.connected();
        Ok(Connection { client, statements: Mutex::default() })
    }

    /// Delays the next attempt.
    fn delay(&self, failure: &Failure) -> Failure {
        let reason = failure.to_string();
        let mut failed = self.failed();
        let delay = failed.as_ref().map_or(DELAYS.0, |last| (last.delay * 2).min(DELAYS.1));
        let until = Instant::now() + delay;
        *failed = Some(FailedAttempts { until, delay, reason: reason.clone() });
        Failure::Unavailable(reason)
    }

    async fn client(&self) -> Result<Client, tokio_postgres::Error> {
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

/// A connection, with its prepared statements.
pub(crate) struct Connection {
    client: Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Connection {
    pub(crate) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn statements(&self) -> MutexGuard<'_, HashMap<String, Statement>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn statement(&self, sql: &str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(prepared) = self.statements().get(sql) {
            return Ok(prepared.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Returns the rows that a statement selects.
    pub(crate) async fn query(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let asked = async {
            let statement = self.statement(sql).await?;
            self.client.query(&statement, parameters).await
        };
        Ok(timeout(RESPONSE_TIMEOUT, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// Returns the number of rows that a statement changes.
    pub(crate) async fn execute(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        let asked = async {
            let statement = self.statement(sql).await?;
            self.client.execute(&statement, parameters).await
        };
        Ok(timeout(RESPONSE_TIMEOUT, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// Runs statements without parameters and results.
    pub(crate) async fn batch(&self, sql: &str) -> Result<(), Failure> {
        let asked = self.client.batch_execute(sql);
        Ok(timeout(RESPONSE_TIMEOUT, asked).await.map_err(|_| Failure::Silent)??)
    }

    /// Runs statements without a timeout on this side.
    pub(crate) async fn batch_without_timeout(&self, sql: &str) -> Result<(), Failure> {
        Ok(self.client.batch_execute(sql).await?)
    }
}

/// A pool of shared connections for single statements.
pub(crate) struct SharedPool {
    slots: Vec<AsyncMutex<Option<Arc<Connection>>>>,
    next: AtomicUsize,
}

impl SharedPool {
    pub(crate) fn new(count: usize) -> SharedPool {
        SharedPool {
            slots: (0..count).map(|_| AsyncMutex::default()).collect(),
            next: AtomicUsize::new(0),
        }
    }

    pub(crate) async fn get(&self, connector: &Connector) -> Result<Arc<Connection>, Failure> {
        let index = self.next.fetch_add(1, Ordering::Relaxed) % self.slots.len();
        let mut slot = self.slots[index].lock().await;
        if let Some(open) = slot.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(Arc::clone(open));
        }
        let connection = Arc::new(connector.connect().await?);
        *slot = Some(Arc::clone(&connection));
        Ok(connection)
    }

    /// Removes a connection on which a statement timed out.
    pub(crate) async fn remove(&self, broken: &Arc<Connection>) {
        for slot in &self.slots {
            let mut slot = slot.lock().await;
            if slot.as_ref().is_some_and(|connection| Arc::ptr_eq(connection, broken)) {
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

/// A pool of connections that one caller has at a time, for transactions.
pub(crate) struct ExclusivePool {
    idle: Mutex<Vec<Connection>>,
    permits: Semaphore,
}

impl ExclusivePool {
    pub(crate) fn new(count: usize) -> ExclusivePool {
        ExclusivePool { idle: Mutex::default(), permits: Semaphore::new(count) }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a connection, which the caller gives back unless it failed: dropping it rolls back its
    /// transaction.
    pub(crate) async fn take(
        &self,
        connector: &Connector,
    ) -> Result<(Connection, SemaphorePermit<'_>), Failure> {
        let permit = self.permits.acquire().await.map_err(|_| Failure::Closed)?;
        let idle = self.idle().pop().filter(|connection| !connection.is_closed());
        let connection = match idle {
            Some(connection) => connection,
            None => connector.connect().await?,
        };
        Ok((connection, permit))
    }

    pub(crate) fn give_back(&self, connection: Connection) {
        self.idle().push(connection);
    }

    pub(crate) fn close(&self) {
        self.permits.close();
        self.idle().clear();
    }
}
