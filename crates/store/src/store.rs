//! The store: one interface for both databases.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::executor::Parameter;
use crate::outage::Outages;
use crate::postgres::Postgres;
use crate::rows::{FromRow, Record};
use crate::sqlite::Sqlite;
use crate::{
    BackupFile, Bucket, Counts, GameFilter, GameRow, Health, OpenError, StoreError, Write,
};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A database.
#[derive(Clone)]
pub struct Store {
    pub(crate) database: Database,
    outages: Outages,
    faults: Option<Faults>,
}

/// Decides by the name of an operation whether it fails: for tests.
#[doc(hidden)]
pub type Faults = Arc<dyn Fn(&'static str) -> Option<StoreError> + Send + Sync>;

#[derive(Clone)]
pub(crate) enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// Connections of a database that run a query.
#[derive(Clone, Copy)]
pub(crate) enum Pool {
    /// For queries by key.
    Short,
    /// For lists and searches, so that they delay no short query.
    Lists,
}

/// Runs an operation that each database implements.
macro_rules! dispatch {
    ($store:expr, $method:ident($($argument:expr),*)) => {{
        let operation = async {
            match &$store.database {
                $crate::store::Database::Sqlite(sqlite) => sqlite.$method($($argument),*).await,
                $crate::store::Database::Postgres(postgres) => postgres.$method($($argument),*).await,
            }
        };
        $store.run(stringify!($method), operation).await
    }};
}

impl Store {
    fn new(database: Database) -> Store {
        Store { database, outages: Outages::default(), faults: None }
    }

    /// Returns the same store, in which operations fail as `faults` says: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_faults(self, faults: Faults) -> Store {
        Store { faults: Some(faults), ..self }
    }

    /// Opens the SQLite file, creates it if it does not exist, and migrates its tables.
    /// Only one process at a time can have it open.
    pub async fn open(file: &Path) -> Result<Store, OpenError> {
        Ok(Store::new(Database::Sqlite(Sqlite::open(file).await?)))
    }

    /// Opens an existing SQLite file with current tables, also while a server has it open: for commands
    /// that change single values of a running site.
    pub async fn attach(file: &Path) -> Result<Store, OpenError> {
        Ok(Store::new(Database::Sqlite(Sqlite::attach(file).await?)))
    }

    /// Connects to PostgreSQL by a URL such as `postgres://agon@host/agon`, and migrates its tables.
    /// Any number of processes may use it.
    pub async fn connect(url: &str) -> Result<Store, OpenError> {
        Ok(Store::new(Database::Postgres(Postgres::connect(url).await?)))
    }

    /// Whether other servers may write to it at the same time.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// Makes a change; returns after it is safely stored. Concurrent changes share a commit where possible.
    pub async fn write(&self, write: Write) -> Result<()> {
        dispatch!(self, write(write))
    }

    /// Runs an operation and records whether the database works.
    pub(crate) async fn run<T>(
        &self,
        name: &'static str,
        operation: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let fault = self.faults.as_ref().and_then(|faults| faults(name));
        let result = match fault {
            Some(error) => Err(error),
            None => operation.await,
        };
        self.outages.record(&result);
        result
    }

    /// Returns a query by key, for an operation of this name.
    pub(crate) fn query(&self, operation: &'static str) -> Query<'_> {
        Query { store: self, operation, pool: Pool::Short }
    }

    /// Returns a query of a list, for an operation of this name.
    pub(crate) fn list(&self, operation: &'static str) -> Query<'_> {
        Query { store: self, operation, pool: Pool::Lists }
    }

    /// State of the database.
    #[must_use]
    pub fn health(&self) -> Health {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.health(),
            Database::Postgres(postgres) => postgres.health(),
        }
    }

    /// Waits for pending changes and closes the database.
    pub async fn close(&self) {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.close().await,
            Database::Postgres(postgres) => postgres.close().await,
        }
    }

    /// Counters since the store was opened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.counts(),
            Database::Postgres(postgres) => postgres.counts(),
        }
    }

    /// Runs code on the connection that writes to SQLite, between two commits: for tests of failures.
    #[doc(hidden)]
    pub async fn on_writer(&self, code: impl FnOnce(&mut rusqlite::Connection) + Send + 'static) {
        if let Database::Sqlite(sqlite) = &self.database {
            sqlite.on_writer(code).await;
        }
    }

    /// Runs statements: for tests.
    #[doc(hidden)]
    pub async fn run_sql(&self, sql: &str) -> Result<()> {
        dispatch!(self, run_sql(sql))
    }

    /// Returns the games of a list, the latest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>> {
        dispatch!(self, games(filter))
    }

    /// Returns the path of the backup with this name, if it exists.
    #[must_use]
    pub fn backup_path(&self, name: &str) -> Option<PathBuf> {
        self.file().ok()?.backup_path(name)
    }

    /// Returns the backups, the latest first.
    pub async fn backups(&self) -> Result<Vec<BackupFile>> {
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.backups().await,
            Database::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// Copies the database into a file of this name plus a suffix. Returns the name with the suffix.
    pub async fn back_up(&self, name: &str) -> Result<String> {
        self.file()?.back_up(name).await
    }

    /// Deletes a backup; `false` if there is none of this name.
    pub async fn drop_backup(&self, name: &str) -> Result<bool> {
        self.file()?.drop_backup(name).await
    }

    /// Returns the SQLite file, for operations that PostgreSQL does not have.
    fn file(&self) -> Result<&Sqlite> {
        match &self.database {
            Database::Sqlite(sqlite) => Ok(sqlite),
            Database::Postgres(_) => {
                let reason = "PostgreSQL is copied with its own tools (pg_dump)";
                Err(StoreError::Failed(reason.into()))
            }
        }
    }

    /// Takes `count` tokens out of a bucket that all servers share, or returns how long to wait until it has
    /// `retry` more than that. A count above the size of the bucket requires a full one. Always succeeds
    /// with SQLite, where the single server keeps its buckets in memory.
    pub async fn take_allowance(
        &self,
        name: &str,
        bucket: Bucket,
        count: u32,
        retry: u32,
    ) -> Result<Option<Duration>> {
        match &self.database {
            Database::Sqlite(_) => Ok(None),
            Database::Postgres(postgres) => {
                postgres.take_allowance(name, bucket, count, retry).await
            }
        }
    }

    /// Puts back tokens that were not used.
    pub async fn give_allowance_back(&self, name: &str, bucket: Bucket, count: u32) -> Result<()> {
        match &self.database {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(postgres) => postgres.give_allowance_back(name, bucket, count).await,
        }
    }

    /// Deletes buckets that are full.
    pub async fn forget_full_allowances(&self) -> Result<()> {
        match &self.database {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(postgres) => postgres.forget_full_allowances().await,
        }
    }
}

/// A query for an operation of the store.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    store: &'a Store,
    operation: &'static str,
    pool: Pool,
}

impl Query<'_> {
    /// Returns the rows that a statement selects.
    pub(crate) async fn rows<R: FromRow + Send + 'static>(
        self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>> {
        let operation = async {
            match &self.store.database {
                Database::Sqlite(sqlite) => sqlite.rows(self.pool, sql, parameters).await,
                Database::Postgres(postgres) => postgres.rows(self.pool, sql, parameters).await,
            }
        };
        self.store.run(self.operation, operation).await
    }

    /// Returns the records of a table; `rest` follows the table's name in the statement.
    pub(crate) async fn find<R: Record + Send + 'static>(
        self,
        rest: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<R>> {
        self.rows(&R::select(rest), parameters).await
    }

    /// Returns the first record of a table; `rest` follows the table's name in the statement.
    pub(crate) async fn first<R: Record + Send + 'static>(
        self,
        rest: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Option<R>> {
        Ok(self.find(rest, parameters).await?.into_iter().next())
    }

    /// Returns the values of a single column.
    pub(crate) async fn values<T: Send + 'static>(
        self,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<T>>
    where
        (T,): FromRow,
    {
        let rows: Vec<(T,)> = self.rows(sql, parameters).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    pub(crate) async fn exists(self, sql: &str, parameters: &[Parameter<'_>]) -> Result<bool> {
        Ok(!self.rows::<()>(sql, parameters).await?.is_empty())
    }
}
