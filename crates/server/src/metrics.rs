//! Numbers for operators, in the text format of Prometheus.

use std::fmt::{Display, Write};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_store::{COMMIT_BOUNDS, Counts};

use crate::cluster::Traffic;
use crate::cluster::refusals::Refusal;
use crate::http::operations::trouble;
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
    pub(crate) opened: Number,
    pub(crate) resumed: Number,
    pub(crate) goodbyes: Number,
    pub(crate) requests: Number,
    pub(crate) messages: Number,
    pub(crate) refusals: Number,
    pub(crate) evictions: Number,
    pub(crate) events: Number,
    pub(crate) followed: Number,
    pub(crate) gave_way: Number,
    pub(crate) turned_away: Number,
}

/// A text that grows.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}.\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        self.line(name, value);
    }

    fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "counter", help);
        self.line(name, value);
    }
}

/// All numbers as text.
pub(crate) fn text(app: &App) -> String {
    let mut page = Page::default();
    page.head("agon_info", "gauge", "The version that runs");
    page.line(&format!("agon_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION")), 1);
    let ready = u8::from(trouble(app).is_none());
    page.gauge("agon_ready", "1 while it can take people, as /ready says", ready);
    people(&mut page, app);
    store(&mut page, &app.store.counts());
    nats(&mut page, app);
    computers(&mut page, app);
    process(&mut page);
    page.0
}

fn people(page: &mut Page, app: &App) {
    let Metrics {
        connections,
        opened,
        resumed,
        goodbyes,
        requests,
        messages,
        refusals,
        evictions,
        events,
        followed,
        gave_way,
        turned_away,
    } = &app.metrics;
    page.gauge("agon_connections", "WebSockets that are open", connections.get());
    page.gauge("agon_games_in_memory", "Games with a task", app.hub.count());
    page.gauge("agon_lobby_games", "Open and running listed games", app.lobby.count());
    for (name, help, number) in [
        ("agon_connections_opened_total", "WebSockets that were opened", opened),
        ("agon_resumed_total", "Games that clients came back to, by version", resumed),
        ("agon_goodbyes_total", "Clients that were sent to other servers", goodbyes),
        ("agon_requests_total", "HTTP requests", requests),
        ("agon_messages_total", "Messages from clients", messages),
        ("agon_refusals_total", "Messages that were refused", refusals),
        ("agon_evictions_total", "Clients that were too slow", evictions),
        ("agon_gave_way_total", "Idle connections that gave way", gave_way),
        ("agon_turned_away_total", "Connections without room", turned_away),
        ("agon_events_total", "Events of games that this server tried to store", events),
        ("agon_followed_total", "Events of games that other servers stored", followed),
    ] {
        page.counter(name, help, number.get());
    }
}

fn store(page: &mut Page, counts: &Counts) {
    let Counts { writes, commits, conflicts, times, time, connections } = counts;
    page.counter("agon_store_writes_total", "Changes of the store", writes);
    page.counter("agon_store_commits_total", "Commits of the store", commits);
    let help = "Changes that came second, after those of another server";
    page.counter("agon_store_conflicts_total", help, conflicts);
    let help = "Connections that were made to the database";
    page.counter("agon_store_connections_total", help, connections);
    let name = "agon_store_commit_seconds";
    page.head(name, "histogram", "How long commits took");
    let mut below = 0;
    for (bound, count) in COMMIT_BOUNDS.iter().zip(times) {
        below += count;
        page.line(&format!("{name}_bucket{{le=\"{}\"}}", *bound as f64 / 1_000.0), below);
    }
    let all: u64 = times.iter().sum();
    page.line(&format!("{name}_bucket{{le=\"+Inf\"}}"), all);
    page.line(&format!("{name}_sum"), time.as_secs_f64());
    page.line(&format!("{name}_count"), all);
}

fn nats(page: &mut Page, app: &App) {
    let connected = u8::from(!app.cluster.is_alone() && app.cluster.trouble().is_none());
    page.gauge("agon_nats_connected", "1 while other servers are heard over NATS", connected);
    let Traffic { told, told_bytes, heard, heard_bytes, dropped, connects } = app.cluster.traffic();
    page.counter("agon_nats_connects_total", "Connections that were made to NATS", connects);
    page.counter("agon_nats_told_total", "Messages to NATS", told);
    page.counter("agon_nats_told_bytes_total", "Bytes of messages to NATS", told_bytes);
    page.counter("agon_nats_heard_total", "Messages from NATS", heard);
    page.counter("agon_nats_heard_bytes_total", "Bytes of messages from NATS", heard_bytes);
    let help = "Messages that were not told because NATS was away";
    page.counter("agon_nats_dropped_total", help, dropped);
    let name = "agon_nats_refused_total";
    page.head(name, "counter", "Messages from NATS that were dropped, by reason");
    let workers = app.computers.workers();
    for reason in Refusal::ALL {
        let of_workers = workers.as_ref().map_or(0, |workers| workers.refused(reason));
        let count = app.cluster.refused(reason) + of_workers;
        page.line(&format!("{name}{{reason=\"{}\"}}", reason.name()), count);
    }
}

fn computers(page: &mut Page, app: &App) {
    let pool = app.computers.pool.state();
    page.gauge("agon_computers_busy", "Computers that think", pool.busy);
    page.gauge("agon_computers_waiting", "Jobs that wait for a computer", pool.waiting);
    page.counter("agon_thoughts_total", "Jobs that computers did", pool.done);
    let workers = app.computers.workers().map(|workers| workers.state()).unwrap_or_default();
    page.gauge("agon_workers", "Workers that were heard", workers.present);
    page.gauge("agon_jobs_away", "Jobs that workers may have", workers.away);
    page.counter("agon_jobs_by_workers_total", "Jobs that workers did", workers.done);
    let help = "Jobs for workers that were done here after all";
    page.counter("agon_jobs_taken_back_total", help, workers.taken_back);
}

/// What the process takes, under the names that all programs use; nothing where the system does not
/// tell.
fn process(page: &mut Page) {
    /// Ticks of the processor's clock in a second, as Linux counts them for programs.
    const TICKS: f64 = 100.0;
    let of_self = |file: &str| fs::read_to_string(format!("/proc/self/{file}")).ok();
    if let Some(status) = of_self("status") {
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let size = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        if let Some(kilobytes) = size {
            page.gauge("process_resident_memory_bytes", "Memory", kilobytes << 10);
        }
    }
    // The name of the program stands in brackets and may contain anything.
    let stat = of_self("stat");
    let fields = stat.as_ref().and_then(|stat| Some(stat.rsplit_once(')')?.1.split_whitespace()));
    if let Some(mut fields) = fields.map(|fields| fields.skip(11)) {
        let mut tick = || fields.next().and_then(|field| field.parse::<f64>().ok());
        if let (Some(user), Some(system)) = (tick(), tick()) {
            let seconds = (user + system) / TICKS;
            page.counter("process_cpu_seconds_total", "Processor time", seconds);
        }
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        page.gauge("process_open_fds", "Files and connections that are open", files.count());
    }
}
