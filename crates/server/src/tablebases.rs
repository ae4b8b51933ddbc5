//! ServedTablebases of solved games: which are there, and computing them beside the games.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use agon_core::TablebaseInfo;
use agon_games::solved::{Oracle, Run, Standing, TablebaseEntry, Tablebases, tablebases};
use agon_protocol::tablebase::{Tablebase, TablebaseState};
use agon_store::{StoreError, Write};
use thiserror::Error;

use crate::config::Config;
use crate::state::App;

/// What the host asks for cannot be done with a database.
#[derive(Clone, Debug, Error)]
pub(crate) enum TablebaseError {
    /// No database has this id.
    #[error("there is no such database")]
    Unknown,
    /// The server was started without a folder for databases.
    #[error("this server has no folder for databases")]
    NoFolder,
    /// Nothing is left to compute.
    #[error("this database is complete")]
    Complete,
    /// One is computed at a time.
    #[error("another database is being computed; pause it first")]
    Busy,
    /// The files or the threads cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// Looking at the files panicked.
    #[error("the database could not be looked at")]
    Panicked,
    /// The choice was not stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// All tablebases of the server.
pub(crate) struct ServedTablebases {
    /// Those that are open; `None` where there is no folder for any.
    opened: Option<Arc<Tablebases>>,
    threads: usize,
    memory: u64,
    entries: Vec<Entry>,
}

struct Entry {
    tablebase: TablebaseEntry,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How far it was when last looked at.
    standing: Standing,
    /// The work, while it goes on.
    work: Option<Work>,
    /// Why the work ended before its end, or the tables cannot be used.
    error: Option<String>,
}

struct Work {
    run: Arc<Run>,
    begin: Instant,
    /// How much was done before.
    before: u64,
}

impl Entry {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole at every moment, whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServedTablebases {
    /// Looks at what there is.
    pub(crate) async fn open(config: &Config) -> Arc<ServedTablebases> {
        let entry = |tablebase| Entry { tablebase, state: Mutex::default() };
        let tablebases = Arc::new(ServedTablebases {
            opened: config.tablebases.clone().map(Tablebases::new).map(Arc::new),
            threads: config.solve_threads,
            memory: config.solve_memory,
            entries: tablebases().map(entry).collect(),
        });
        let looking = Arc::clone(&tablebases);
        // Files are read: not on the runtime's threads.
        if tokio::task::spawn_blocking(move || looking.look()).await.is_err() {
            tracing::error!("cannot look at the databases");
        }
        tablebases
    }

    fn look(&self) {
        let folder = self.opened.as_ref().map(|opened| opened.folder());
        let Some(folder) = folder.filter(|folder| folder.is_dir()) else { return };
        for entry in &self.entries {
            let found = Run::new(&entry.tablebase, folder, self.threads, self.memory)
                .map_err(|error| error.to_string())
                .and_then(|run| run.look().map_err(|error| error.to_string()));
            let mut state = entry.lock();
            match found {
                Ok(standing) => state.standing = standing,
                Err(error) => {
                    tracing::error!(error, "a database cannot be used");
                    state.error = Some(error);
                }
            }
        }
    }

    /// Who thinks with them.
    pub(crate) fn oracle(&self) -> Option<Arc<dyn Oracle>> {
        Some(Arc::clone(self.opened.as_ref()?) as _)
    }

    /// Is there a complete one for some rules of the game?
    pub(crate) fn has_game(&self, game: &str) -> bool {
        let of_game = |entry: &&Entry| entry.tablebase.game == game;
        self.entries.iter().filter(of_game).any(|entry| entry.lock().standing.is_complete())
    }

    /// Is there a complete one for these rules?
    pub(crate) fn has(&self, game: &str, rules: &str) -> bool {
        self.complete_for(game, rules).is_some()
    }

    /// The id of the complete one for these rules.
    pub(crate) fn complete_for(&self, game: &str, rules: &str) -> Option<&'static str> {
        let covers = |entry: &&Entry| entry.tablebase.covers(game, rules);
        let mut complete = self.entries.iter().filter(covers);
        let found = complete.find(|entry| entry.lock().standing.is_complete());
        found.map(|entry| entry.tablebase.info.id)
    }

    /// The ids of all that are complete.
    pub(crate) fn complete(&self) -> Vec<String> {
        let complete = self.entries.iter().filter(|entry| entry.lock().standing.is_complete());
        complete.map(|entry| entry.tablebase.info.id.to_owned()).collect()
    }

    /// All of them, for the host.
    pub(crate) fn report(&self) -> Vec<Tablebase> {
        self.entries.iter().map(report).collect()
    }

    /// Begins or goes on to compute one, in a thread that gives way to all others.
    pub(crate) fn start(self: &Arc<Self>, id: &str) -> Result<(), TablebaseError> {
        let nth = self.find(id)?;
        let Some(opened) = &self.opened else { return Err(TablebaseError::NoFolder) };
        // This takes a while; others may look meanwhile.
        let tablebase = &self.entries[nth].tablebase;
        let run = Run::new(tablebase, opened.folder(), self.threads, self.memory);
        let run = Arc::new(run.map_err(|error| TablebaseError::Unusable(error.to_string()))?);
        let before = run.look().map_or(0, |standing| standing.done);
        // One at a time: what may be used of the memory is for one.
        let mut states: Vec<_> = self.entries.iter().map(Entry::lock).collect();
        if states[nth].work.is_some() {
            return Ok(());
        }
        if states[nth].standing.is_complete() {
            return Err(TablebaseError::Complete);
        }
        if states.iter().any(|state| state.work.is_some()) {
            return Err(TablebaseError::Busy);
        }
        let (tablebases, own, opened) = (Arc::clone(self), Arc::clone(&run), Arc::clone(opened));
        let spawned = thread::Builder::new().name("solver".into()).spawn(move || {
            tablebases.work(nth, &own, &opened);
        });
        if let Err(error) = spawned {
            return Err(TablebaseError::Unusable(format!("cannot start a thread: {error}")));
        }
        states[nth].error = None;
        states[nth].work = Some(Work { run, begin: Instant::now(), before });
        Ok(())
    }

    /// Stops computing one; what is finished stays.
    pub(crate) fn pause(&self, id: &str) -> Result<(), TablebaseError> {
        let nth = self.find(id)?;
        if let Some(work) = &self.entries[nth].lock().work {
            work.run.stop();
        }
        Ok(())
    }

    /// The server ends.
    pub(crate) fn stop(&self) {
        for entry in &self.entries {
            if let Some(work) = &entry.lock().work {
                work.run.stop();
            }
        }
    }

    fn find(&self, id: &str) -> Result<usize, TablebaseError> {
        let found = self.entries.iter().position(|entry| entry.tablebase.info.id == id);
        found.ok_or(TablebaseError::Unknown)
    }

    fn work(&self, nth: usize, run: &Run, opened: &Tablebases) {
        give_way();
        let id = self.entries[nth].tablebase.info.id;
        tracing::info!(id, "computing a database");
        let result = catch_unwind(AssertUnwindSafe(|| run.work(&|| opened.forget())));
        let error = match result {
            Ok(Ok(())) => None,
            Ok(Err(_)) if run.is_stopped() => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("computing it failed".into()),
        };
        let found = run.look();
        let mut state = self.entries[nth].lock();
        state.work = None;
        state.standing = *found.as_ref().unwrap_or(&state.standing);
        state.error = error.or_else(|| found.err().map(|error| error.to_string()));
        match &state.error {
            Some(error) => tracing::error!(id, error, "computing a database ended"),
            None => {
                let complete = state.standing.is_complete();
                tracing::info!(id, complete, "computing a database ended");
            }
        }
    }
}

fn report(entry: &Entry) -> Tablebase {
    let TablebaseInfo { id, rules, title } = *entry.tablebase.info;
    let state = entry.lock();
    let standing = state.work.as_ref().map_or(state.standing, |work| work.run.standing());
    let rate = state.work.as_ref().map(|work| {
        let seconds = work.begin.elapsed().as_secs_f64().max(0.001);
        standing.done.saturating_sub(work.before) as f64 / seconds
    });
    let left = rate.filter(|&rate| rate >= 1.0);
    let left = left.map(|rate| ((standing.total - standing.done) as f64 / rate).ceil() as u64);
    Tablebase {
        id: id.into(),
        game: entry.tablebase.game.into(),
        rules: rules.into(),
        title: title.into(),
        state: match &state.work {
            Some(_) => TablebaseState::Computing,
            None if standing.is_complete() => TablebaseState::Complete,
            None if standing.done > 0 => TablebaseState::Partial,
            None => TablebaseState::Missing,
        },
        done: standing.done,
        total: standing.total,
        bytes: standing.bytes,
        rate: rate.map(|rate| rate as u64),
        left,
        error: state.error.clone(),
    }
}

/// The thread, and those that it starts, work only when nobody else wants to.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        const LEAST: libc::c_int = 19;
        // SAFETY: the call takes three numbers and concerns this thread alone.
        #[allow(unsafe_code, reason = "no safe way to lower the priority of a thread")]
        let result = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, LEAST) };
        if result != 0 {
            tracing::warn!("cannot lower the priority of a thread");
        }
    }
}

/// The name of the fact that a database is wanted.
fn wanted(id: &str) -> String {
    format!("database {id}")
}

impl App {
    /// Does what the host wants with a database, and remembers it for the next start.
    pub(crate) async fn direct_tablebase(
        &self,
        id: &str,
        start: bool,
    ) -> Result<(), TablebaseError> {
        let (tablebases, name) = (Arc::clone(&self.tablebases), id.to_owned());
        let work = move || if start { tablebases.start(&name) } else { tablebases.pause(&name) };
        tokio::task::spawn_blocking(work).await.map_err(|_| TablebaseError::Panicked)??;
        let value = if start { "start" } else { "pause" };
        Ok(self.store.write(Write::Fact { name: wanted(id), value: value.into() }).await?)
    }

    /// Goes on with what was being computed when the server ended.
    pub(crate) async fn resume_tablebases(&self) -> Result<(), StoreError> {
        for tablebase in tablebases() {
            let id = tablebase.info.id;
            if self.store.fact(&wanted(id)).await?.as_deref() == Some("start") {
                let tablebases = Arc::clone(&self.tablebases);
                tokio::task::spawn_blocking(move || {
                    // A complete one is refused, and so is one without a folder.
                    let _ = tablebases.start(id);
                });
            }
        }
        Ok(())
    }
}
