//! What all parts of the server share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use agon_protocol::event::Recorded;
use agon_protocol::setup::Setup;
use agon_protocol::state::{Phase, Summary};
use agon_protocol::units::Millis;
use agon_store::{
    EventRow, GameFilter, PersonRow, SeatRow, Store, StoreError, Write, column, millis,
};
use agon_table::{Downtimes, Patience, Table};
use thiserror::Error;
use tokio::sync::watch;

use crate::archiving::{self, Archiving};
use crate::backups::Backups;
use crate::cluster::{self, Cluster, Ending};
use crate::codes::GameCodes;
use crate::computers::Computers;
use crate::config::Config;
use crate::credentials::Admissions;
use crate::host_key::load_host_key;
use crate::hosts::Hosts;
use crate::http::explorer::Openings;
use crate::limits::Limits;
use crate::live::{CommitError, Hub, NewTable, Quota, row_of, sweep};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::names;
use crate::nats::{NatsError, Secret};
use crate::offload::Offload;
use crate::own_games::OwnGames;
use crate::pulse::{Pulse, SILENCE};
use crate::reports::Reports;
use crate::secrets::{self, Signer};
use crate::site::{self, Site};
use crate::socket::analysis::Analyses;
use crate::socket::shutdown;
use crate::tablebases::ServedTablebases;
use crate::time::{follow_system, now};
use crate::workers;

/// How often the server looks whether it stood still.
const BEAT: Duration = Duration::from_millis(250);
/// Milliseconds after which it notes in the store that it is alive.
const NOTE: Millis = Millis(2_000);
/// The rows of all games are written within this time when the server is shut down.
const FILING: Duration = Duration::from_secs(5);
/// The most open and the most running games that are in the lobby after a start.
const LOBBY: i64 = 1_000;
/// Passwords that may be checked at the same time.
const PASSWORDS: usize = 2;

/// The server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The store cannot be read.
    #[error("cannot read the games: {0}")]
    Store(#[from] StoreError),
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] NatsError),
}

/// The application: cheap to copy.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What [`App`] points to.
pub struct Shared {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) cluster: Cluster,
    pub(crate) hub: Hub,
    /// What the host has chosen for the site.
    pub(crate) site: Site,
    pub(crate) backups: Backups,
    pub(crate) lobby: Lobby,
    pub(crate) own_games: OwnGames,
    pub(crate) computers: Computers,
    pub(crate) analyses: Analyses,
    pub(crate) reports: Reports,
    pub(crate) archiving: Archiving,
    pub(crate) openings: Openings,
    pub(crate) tablebases: Arc<ServedTablebases>,
    /// Host names under which the site answers.
    pub(crate) hosts: Hosts,
    pub(crate) worker_key: Secret,
    pub(crate) limits: Limits,
    pub(crate) signer: Signer,
    pub(crate) codes: GameCodes,
    pub(crate) admissions: Admissions,
    pub(crate) metrics: Metrics,
    pub(crate) passwords: Offload,
    pub(crate) offload: Offload,
    pub(crate) connection_numbers: AtomicU64,
    /// Nobody new is to be sent here, as /ready says; whoever comes is taken nevertheless.
    pub(crate) draining: AtomicBool,
    /// From now on nobody new is taken, and clients go to other servers one after the other.
    pub(crate) leaving: watch::Sender<bool>,
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) pulse: Pulse,
    /// When this process began to serve.
    pub(crate) started: Millis,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Starts with a store: unfinished games go on where they were. They stay in the store
    /// until somebody looks at them or something in them is due.
    ///
    /// # Errors
    /// Fails if the store cannot be read, and if NATS refuses the connection.
    pub async fn start(config: Config, store: Store) -> Result<App, StartError> {
        let key = secret(&store, "key").await?;
        load_host_key(&store).await?;
        let tablebases = ServedTablebases::open(&config).await;
        let started = now();
        let (downtimes, doubtful) = note_downtime(&store, started).await?;
        let cluster = match &config.nats {
            Some(nats) => Cluster::connect(nats, &key).await?,
            None => Cluster::default(),
        };
        // The key of the site does not follow from it: workers learn nothing of the site.
        let derived = || secrets::derive_text(&key, "agon workers v1").into();
        let worker_key = config.worker_key.clone().unwrap_or_else(derived);
        let threads = config.engine_threads;
        let computers = Computers::start(threads, cluster.link(), worker_key.expose(), &tablebases);
        let app = App(Arc::new(Shared {
            cluster,
            computers,
            hub: Hub::default(),
            site: Site::load(&store).await?,
            backups: Backups::default(),
            lobby: Lobby::default(),
            own_games: OwnGames::default(),
            analyses: Analyses::default(),
            reports: Reports::default(),
            archiving: Archiving::default(),
            openings: Openings::default(),
            tablebases,
            hosts: Hosts::new(&config),
            worker_key,
            limits: Limits::new(config.rate_limit),
            signer: Signer::new(&key),
            codes: GameCodes::default(),
            admissions: Admissions::default(),
            metrics: Metrics::default(),
            passwords: Offload::new(PASSWORDS),
            offload: Offload::beside_the_runtime(),
            connection_numbers: AtomicU64::new(1),
            draining: AtomicBool::new(false),
            leaving: watch::Sender::new(false),
            closing: watch::Sender::new(false),
            pulse: Pulse::new(store.is_shared(), downtimes, started),
            started,
            store,
            config,
        }));
        key_names(&app.store).await?;
        app.fill_lobby().await?;
        app.resume_tablebases().await?;
        tokio::spawn(cluster::attend(app.clone()));
        tokio::spawn(workers::attend(app.clone()));
        tokio::spawn(archiving::attend(app.clone()));
        tokio::spawn(beat(app.clone()));
        tokio::spawn(note_alive(app.clone()));
        tokio::spawn(sweep(app.clone(), doubtful));
        Ok(app)
    }

    /// Under this key jobs and answers are authenticated; workers need it. Without a setting it follows from the key
    /// of the site and is the same for all of its servers.
    #[must_use]
    pub fn worker_key(&self) -> &Secret {
        &self.worker_key
    }

    async fn fill_lobby(&self) -> Result<(), StoreError> {
        self.lobby.fill(self.listed_games().await?.into_iter());
        Ok(())
    }

    /// Brings lists and defaults up to what the store says, whatever other servers may not have told.
    pub(crate) async fn heal(&self) -> Result<(), StoreError> {
        self.lobby.heal(self.listed_games().await?);
        self.site.set(site::stored(&self.store).await?);
        self.store.forget_full_allowances().await?;
        self.admissions.heal(&self.store).await
    }

    async fn listed_games(&self) -> Result<Vec<Summary>, StoreError> {
        let mut games = Vec::new();
        for phase in [Phase::Open, Phase::Playing] {
            let filter = GameFilter {
                phase: Some(phase),
                listed_only: true,
                limit: LOBBY,
                ..GameFilter::default()
            };
            let rows = self.store.games(&filter).await?;
            games.extend(rows.iter().filter_map(|row| row.summary().ok()));
        }
        Ok(games)
    }

    /// From now on `/ready` says that nobody is to be sent here. All else goes on: before this server is
    /// ended, so that those whom others send away do not come here.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Are new connections to go elsewhere?
    pub(crate) fn is_leaving(&self) -> bool {
        *self.leaving.borrow() || *self.closing.borrow()
    }

    /// Sends clients to other servers of the site, one after the other, while games go on here.
    pub(crate) async fn leave(&self) {
        self.leaving.send_replace(true);
        let end = tokio::time::Instant::now() + self.config.spread;
        while self.metrics.connections.get() > 0 && tokio::time::Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// From now on nothing new is begun, and clients are told.
    pub fn begin_to_close(&self) {
        self.closing.send_replace(true);
        self.computers.close();
        self.tablebases.stop();
    }

    /// Ends everything in order: clients are told, what waits is stored.
    pub async fn close(&self) {
        self.begin_to_close();
        self.pulse.beat(now());
        if let Err(error) = self.save_pulse().await {
            tracing::error!(%error, "cannot note that the server was alive");
        }
        // Connections get a moment to say goodbye.
        for _ in 0..20 {
            if self.metrics.connections.get() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        if tokio::time::timeout(FILING, self.hub.file_all()).await.is_err() {
            tracing::warn!("not all lists are up to date; the games are");
        }
        self.store.close().await;
    }

    /// For how long games are kept for those who do not come.
    pub(crate) fn patience(&self) -> Patience {
        Patience { lobby: Millis(self.config.lobby_grace), idle: self.config.idle.map(Millis) }
    }

    /// After so much absence the others may claim the win.
    pub(crate) fn grace(&self) -> Millis {
        let chosen = self.site.get().grace.map(|seconds| Millis(u64::from(seconds) * 1_000));
        chosen.unwrap_or(Millis(self.config.grace))
    }

    /// Notes that the server is alive, and when it was not.
    async fn save_pulse(&self) -> Result<(), StoreError> {
        if self.store.is_shared() {
            let now = now();
            let times = self.store.note_alive(column(now.0), column(SILENCE.0)).await?;
            let times = times.into_iter().map(|(begin, until)| (millis(begin), millis(until)));
            self.pulse.confirm(Downtimes::new(times.collect::<Vec<_>>(), now), now);
            return Ok(());
        }
        let gaps = self.pulse.unsaved();
        let noted = gaps.iter().map(|&(begin, until)| downtime(begin, until));
        self.store.write(Write::Together(noted.chain([alive(now())]).collect())).await?;
        self.pulse.saved(gaps.len());
        Ok(())
    }

    /// A new game, not yet stored.
    pub(crate) fn begin(&self, setup: Setup) -> Result<NewTable, CommitError> {
        let now = now();
        let quota = Quota { open: self.config.max_open, playing: self.config.max_unfinished };
        NewTable::new(setup, now, self.pulse.beat(now), self.patience(), quota)
    }

    /// A new game was stored: it goes on, and others may see it.
    pub(crate) fn open(&self, game: NewTable) {
        self.metrics.events.add(game.table.version.0);
        self.tell_lists(&game.table);
        self.hub.adopt(self, game.stored(now()));
    }

    /// Connections that were opened with this end, here and on other servers.
    pub(crate) fn end(&self, ending: Ending) {
        self.admissions.end_with(&ending);
        self.cluster.tell_ending(ending);
    }

    /// A game is new or has changed: lists that are followed say so, here and on other servers.
    pub(crate) fn tell_lists(&self, table: &Table) {
        self.cluster.tell_lists(table);
        self.show_in_lists(table);
    }

    /// The same for what has happened on another server.
    pub(crate) fn show_in_lists(&self, table: &Table) {
        if table.setup.listed {
            self.lobby.update(table.summary());
        }
        self.own_games.tell(table);
    }

    /// Stores all events of a game that is over, such as an imported one.
    pub(crate) async fn store_events(
        &self,
        table: &Table,
        recorded: &[Recorded],
    ) -> Result<(), StoreError> {
        let events = recorded
            .iter()
            .map(|event| EventRow::new(event, None))
            .collect::<Result<Vec<_>, StoreError>>()?;
        let seats = Some(SeatRow::all(&table.seat_states()));
        self.metrics.events.add(events.len() as u64);
        let (game, row) = (table.id.clone(), Some(row_of(table, None)?));
        self.store.write(Write::Events { game, row, seats, events }).await?;
        self.archiving.nudge();
        Ok(())
    }
}

/// A secret that is made at the first start and kept from then on. Of servers that start together the
/// first one makes it.
async fn secret(store: &Store, name: &str) -> Result<String, StoreError> {
    if let Some(value) = store.fact(name).await? {
        return Ok(value);
    }
    let value = secrets::random(32);
    match store.write(Write::FirstFact { name: name.into(), value: value.clone() }).await {
        Ok(()) => Ok(value),
        Err(StoreError::Conflict) => store.fact(name).await?.ok_or(StoreError::Conflict),
        Err(error) => Err(error),
    }
}

/// Names of registered people from before there were keys get theirs. Where two look alike, the
/// first who came has the key.
async fn key_names(store: &Store) -> Result<(), StoreError> {
    for PersonRow { id: person, name, .. } in store.people_without_key().await? {
        let name_key = names::key(&name);
        match store.write(Write::Rename { person, name, name_key }).await {
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn alive(now: Millis) -> Write {
    Write::Fact { name: "alive".into(), value: now.to_string() }
}

fn downtime(begin: Millis, until: Millis) -> Write {
    Write::Downtime { begin: column(begin.0), until: column(until.0) }
}

/// Notices when the process was stopped or the machine slept.
async fn beat(app: App) {
    let mut closing = app.closing.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            () = shutdown(&mut closing) => return,
        }
        follow_system();
        app.pulse.beat(now());
    }
}

/// Notes in the store that the server is alive, and at once when it stood still.
async fn note_alive(app: App) {
    let mut closing = app.closing.subscribe();
    let mut noted = now();
    loop {
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            () = shutdown(&mut closing) => return,
        }
        let now = now();
        if now < noted + NOTE && app.pulse.unsaved().is_empty() {
            continue;
        }
        noted = now;
        if let Err(error) = app.save_pulse().await {
            tracing::debug!(%error, "cannot note that the server is alive");
            tokio::time::sleep(NOTE.duration()).await;
        }
    }
}

/// From when the server was last seen alive until now nobody could move: clocks stand still. If
/// that lies in the future the date was wrong then, or is now: nobody knows for how long the
/// server was down, and the times at which games are due cannot be trusted. These games are told,
/// too.
async fn note_downtime(store: &Store, now: Millis) -> Result<(Downtimes, Vec<String>), StoreError> {
    let seen = store.fact("alive").await?.and_then(|value| value.parse().ok().map(Millis));
    let stored = store.downtimes().await?;
    let mut times: Vec<(Millis, Millis)> =
        stored.into_iter().map(|(begin, until)| (millis(begin), millis(until))).collect();
    let mut writes = vec![alive(now)];
    // What a wrong date has made too long ends now.
    let too_long = times.iter().filter(|&&(begin, until)| begin < now && now < until);
    writes.extend(too_long.map(|&(begin, _)| downtime(begin, now)));
    // Where others share the store they were there meanwhile, unless none was seen for long.
    let least = if store.is_shared() { SILENCE } else { Millis::ZERO };
    if let Some(begin) = seen.filter(|&seen| seen + least < now) {
        writes.push(downtime(begin, now));
        times.push((begin, now));
    }
    store.write(Write::Together(writes)).await?;
    let doubtful = if seen.is_some_and(|seen| seen > now) {
        tracing::warn!("the date has gone back since the server last ran");
        store.idle_games(i64::MAX, i64::MAX).await?
    } else {
        Vec::new()
    };
    Ok((Downtimes::new(times, now), doubtful))
}
