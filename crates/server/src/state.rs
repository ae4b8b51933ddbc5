//! What all parts of the server share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use agon_store::{GameFilter, Store, StoreError, Write};
use tokio::sync::{Semaphore, watch};

use crate::analysis::Analyses;
use crate::config::Config;
use crate::databases::Databases;
use crate::error::Fault;
use crate::limits::Limits;
use crate::live::{Downtimes, Hub, Table, event_row};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::protocol::event::{Event, Recorded};
use crate::protocol::setup::Setup;
use crate::protocol::state::Summary;
use crate::secrets::{self, Signer};
use crate::socket::shutdown;
use crate::time::now;

/// How often the server notes that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Passwords that may be checked at the same time.
const PASSWORDS: usize = 2;

/// The application: cheap to copy.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What [`App`] points to.
pub struct Shared {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) hub: Hub,
    pub(crate) lobby: Lobby,
    pub(crate) pool: Pool,
    pub(crate) analyses: Analyses,
    pub(crate) databases: Arc<Databases>,
    pub(crate) host_key: String,
    pub(crate) limits: Limits,
    pub(crate) signer: Signer,
    pub(crate) metrics: Metrics,
    pub(crate) passwords: Semaphore,
    pub(crate) connection_numbers: AtomicU64,
    pub(crate) closing: watch::Sender<bool>,
    downtimes: Downtimes,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Starts with a store: unfinished games go on where they were.
    pub async fn start(config: Config, store: Store) -> Result<App, StoreError> {
        let key = secret(&store, "key").await?;
        let host_key = secret(&store, "host key").await?;
        let databases = Databases::open(&config).await;
        let downtimes = note_downtime(&store).await?;
        let app = App(Arc::new(Shared {
            hub: Hub::default(),
            lobby: Lobby::default(),
            analyses: Analyses::default(),
            databases,
            host_key,
            pool: Pool::start(config.engine_threads),
            limits: Limits::new(config.rate_limit),
            signer: Signer::new(&key),
            metrics: Metrics::default(),
            passwords: Semaphore::new(PASSWORDS),
            connection_numbers: AtomicU64::new(1),
            closing: watch::Sender::new(false),
            downtimes,
            store,
            config,
        }));
        app.fill_lobby().await?;
        for id in app.store.due_games(i64::MAX, i64::MAX).await? {
            app.hub.wake(&app, &id);
        }
        app.resume_databases().await?;
        let beating = app.clone();
        tokio::spawn(async move { beating.beat().await });
        Ok(app)
    }

    /// Who shows this key is the host.
    #[must_use]
    pub fn host_key(&self) -> &str {
        &self.host_key
    }

    async fn fill_lobby(&self) -> Result<(), StoreError> {
        for phase in ["open", "playing"] {
            let filter = GameFilter {
                phase: Some(phase.into()),
                listed_only: true,
                limit: 10_000,
                ..GameFilter::default()
            };
            let rows = self.store.games(&filter).await?;
            let read =
                |row: &agon_store::GameRow| serde_json::from_str::<Summary>(&row.summary).ok();
            self.lobby.fill(rows.iter().filter_map(read));
        }
        Ok(())
    }

    async fn beat(&self) {
        let mut closing = self.closing.subscribe();
        loop {
            tokio::select! {
                () = tokio::time::sleep(HEARTBEAT) => {}
                () = shutdown(&mut closing) => return,
            }
            if let Err(error) = self.store.write(alive()).await {
                tracing::error!(%error, "cannot note that the server is alive");
            }
        }
    }

    /// From now on nothing new is begun, and clients are told.
    pub fn begin_to_close(&self) {
        self.closing.send_replace(true);
        self.pool.close();
        self.databases.stop();
    }

    /// Ends everything in order: clients are told, what waits is stored.
    pub async fn close(&self) {
        self.begin_to_close();
        if let Err(error) = self.store.write(alive()).await {
            tracing::error!(%error, "cannot note that the server was alive");
        }
        // Connections get a moment to say goodbye.
        for _ in 0..20 {
            if self.metrics.connections.get() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.store.close().await;
    }

    /// Reads a game from the store.
    pub(crate) async fn load(&self, id: &str) -> Result<Table, Fault> {
        let row = self.store.game(id).await?.ok_or_else(Fault::not_found)?;
        let events = self.store.events(id, 0).await?;
        Table::load(&row, &events, self.downtimes.clone())
    }

    /// Stores a new game.
    pub(crate) async fn store_new(&self, setup: Setup) -> Result<Table, Fault> {
        let at = now();
        let event = Event::Created { setup: Box::new(setup.clone()) };
        let table =
            Table::create(secrets::id(), secrets::random(12), setup, at, self.downtimes.clone())?;
        self.store_events(&table, &[Recorded { version: 1, at, event }]).await?;
        self.lobby.update(&table.summary());
        Ok(table)
    }

    /// Stores all events of a new game.
    pub(crate) async fn store_events(
        &self,
        table: &Table,
        recorded: &[Recorded],
    ) -> Result<(), Fault> {
        let events = recorded.iter().map(event_row).collect::<Result<Vec<_>, Fault>>()?;
        let seats = Some(table.seat_rows());
        self.metrics.events.add(events.len() as u64);
        let (game, row) = (table.id.clone(), Some(table.row()?));
        Ok(self.store.write(Write::Events { game, row, seats, events }).await?)
    }
}

/// A secret that is made at the first start and kept from then on.
async fn secret(store: &Store, name: &str) -> Result<String, StoreError> {
    if let Some(value) = store.fact(name).await? {
        return Ok(value);
    }
    let value = secrets::random(32);
    store.write(Write::Fact { name: name.into(), value: value.clone() }).await?;
    Ok(value)
}

fn alive() -> Write {
    Write::Fact { name: "alive".into(), value: now().to_string() }
}

/// From when the server was last seen alive until now nobody could move: clocks stand still.
async fn note_downtime(store: &Store) -> Result<Downtimes, StoreError> {
    let until = now();
    let seen: Option<u64> = store.fact("alive").await?.and_then(|value| value.parse().ok());
    if let Some(begin) = seen.filter(|&seen| seen < until) {
        store.write(Write::Downtime { begin: begin as i64, until: until as i64 }).await?;
    }
    store.write(alive()).await?;
    let all = store.downtimes().await?;
    Ok(Downtimes(all.into_iter().map(|(begin, until)| (begin as u64, until as u64)).collect()))
}
