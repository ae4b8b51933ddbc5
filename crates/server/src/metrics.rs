//! Numbers for operators, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::state::App;

/// A number that only grows, or goes up and down.
#[derive(Default, Debug)]
pub(crate) struct Number(AtomicU64);

impl Number {
    pub(crate) fn add(&self, amount: u64) {
        self.0.fetch_add(amount, Ordering::Relaxed);
    }

    pub(crate) fn take(&self, amount: u64) {
        self.0.fetch_sub(amount, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is counted.
#[derive(Default, Debug)]
pub(crate) struct Metrics {
    pub(crate) connections: Number,
    pub(crate) requests: Number,
    pub(crate) messages: Number,
    pub(crate) refusals: Number,
    pub(crate) evictions: Number,
    pub(crate) events: Number,
    pub(crate) gave_way: Number,
    pub(crate) turned_away: Number,
}

/// All numbers as text.
pub(crate) fn text(app: &App) -> String {
    let metrics = &app.metrics;
    let pool = app.computers.pool.state();
    let (writes, commits) = app.store.counts();
    let workers = app.computers.workers().map(|workers| workers.state()).unwrap_or_default();
    let table: [(&str, &str, &str, u64); 18] = [
        ("agon_connections", "gauge", "WebSockets that are open", metrics.connections.get()),
        ("agon_games_in_memory", "gauge", "Games with a task", app.hub.count() as u64),
        ("agon_lobby_games", "gauge", "Open and running listed games", app.lobby.count() as u64),
        ("agon_requests_total", "counter", "HTTP requests", metrics.requests.get()),
        ("agon_messages_total", "counter", "Messages from clients", metrics.messages.get()),
        ("agon_refusals_total", "counter", "Messages that were refused", metrics.refusals.get()),
        ("agon_evictions_total", "counter", "Clients that were too slow", metrics.evictions.get()),
        (
            "agon_gave_way_total",
            "counter",
            "Idle connections that gave way",
            metrics.gave_way.get(),
        ),
        (
            "agon_turned_away_total",
            "counter",
            "Connections without room",
            metrics.turned_away.get(),
        ),
        ("agon_events_total", "counter", "Events of games", metrics.events.get()),
        ("agon_store_writes_total", "counter", "Changes of the store", writes),
        ("agon_store_commits_total", "counter", "Commits of the store", commits),
        ("agon_computers_busy", "gauge", "Computers that think", pool.busy as u64),
        ("agon_computers_waiting", "gauge", "Jobs that wait for a computer", pool.waiting as u64),
        ("agon_workers", "gauge", "Workers that were heard", workers.present as u64),
        ("agon_jobs_away", "gauge", "Jobs that workers may have", workers.away as u64),
        ("agon_jobs_by_workers_total", "counter", "Jobs that workers did", workers.done),
        (
            "agon_jobs_taken_back_total",
            "counter",
            "Jobs for workers that were done here after all",
            workers.taken_back,
        ),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in table {
        let _ = writeln!(text, "# HELP {name} {help}.\n# TYPE {name} {kind}\n{name} {value}");
    }
    let done = pool.done;
    let name = "agon_thoughts_total";
    let _ = writeln!(
        text,
        "# HELP {name} Jobs that computers did.\n# TYPE {name} counter\n{name} {done}"
    );
    text
}
