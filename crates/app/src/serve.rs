//! `agon serve`: the game site.

mod announcement;
mod permissions;
pub(crate) mod settings;
mod values;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use agon_server::{App, Config};
use anyhow::{Context, Result, anyhow, bail};
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;
use tracing_subscriber::{Layer, fmt};

use crate::worker_key;
use announcement::{Announcement, HostPage};
pub(crate) use permissions::create_private_files;
use settings::LogFormat;
pub(crate) use settings::Settings;

/// Clients of a server that is shut down go to others of its site within this time.
const SPREAD: Duration = Duration::from_secs(10);
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// Serves until it is told to end.
pub(crate) fn run(settings: &Settings, out: &mut impl Write) -> Result<()> {
    create_private_files();
    let settings = settings.with_file()?;
    start_log(settings.log.unwrap_or_default())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(serve(&settings, out));
    // A computer that thinks is not waited for.
    runtime.shutdown_timeout(Duration::from_millis(200));
    result
}

async fn serve(settings: &Settings, out: &mut impl Write) -> Result<()> {
    let public = settings.public_url.as_deref();
    if let Some(url) = public {
        agon_server::check_public_url(url)
            .map_err(|error| anyhow!("--public-url {}: {error}", without_user(url)))?;
    }
    let nats = settings.nats.config()?;
    if nats.is_some() && settings.store.is_none() {
        bail!("--nats is for several servers, which need a common --store");
    }
    let bind = settings.address();
    // The address first: a second server must not touch the data of the one that is running.
    let listener = TcpListener::bind(bind).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let flag = settings.lan_port().map_or("--bind", |_| "--lan=PORT");
            anyhow!("the address {bind} is in use; choose another one with {flag}")
        }
        _ => anyhow!("cannot listen on {bind}: {error}"),
    })?;
    let address = listener.local_addr()?;
    let data = settings.data()?;
    permissions::check(&data, settings.file().as_deref(), settings.repair_permissions)?;
    let store = settings.open_store().await?;
    let host_key =
        agon_server::load_host_key(&store).await.context("cannot read the key of the host")?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let usual = Config::default();
    let rate_limit = settings.rate_limit.map_or(usual.rate_limit, |limit| limit.0);
    let max_connections = settings.max_connections.unwrap_or(usual.max_connections);
    // Without limits an address may have all the room.
    let usual_per_address = rate_limit.map_or(max_connections, |_| usual.max_per_address);
    let config = Config {
        public_url: settings.public_url.clone(),
        host_names: settings.host_name.iter().map(|name| name.0.clone()).collect(),
        listens: Some(address),
        spread: if nats.is_some() { SPREAD } else { Duration::ZERO },
        worker_key: settings.worker_key.given()?,
        nats,
        engine_threads: settings.engine_threads.map_or(threads, usize::from),
        report_time: settings.report_time.map_or(usual.report_time, Duration::from_millis),
        think_time: settings.think_time.map_or(usual.think_time, Duration::from_millis),
        grace: settings.grace.map_or(usual.grace, |seconds| seconds * 1000),
        idle: settings
            .idle_days
            .map_or(usual.idle, |days| days.0.map(|days| u64::from(days) * DAY)),
        rate_limit,
        trust_proxy: settings.trust_proxy,
        max_connections,
        max_per_address: settings.max_per_address.unwrap_or(usual_per_address),
        tablebases: Some(settings.database.clone().unwrap_or_else(|| data.join("databases"))),
        solve_threads: settings.solve_threads.map_or(threads.div_ceil(2), usize::from),
        solve_memory: settings.solve_memory.map_or(usual.solve_memory, gigabytes),
        ..usual
    };
    let given = config.worker_key.is_some();
    let has_workers = config.nats.is_some();
    let app = App::start(config, store).await?;
    if has_workers
        && !given
        && let Err(error) = worker_key::publish(&data, app.worker_key())
    {
        tracing::warn!(%error, "workers of this machine do not find the worker key");
    }
    drain_on_signal(app.clone());
    let stop = stop_signal();
    let command = host_key_command(settings, &data);
    // Elsewhere than on a terminal, what is printed is kept in logs.
    let host = if host_key.is_new || io::stdout().is_terminal() {
        HostPage::Key(&host_key.text)
    } else {
        HostPage::Command(&command)
    };
    Announcement { address, public, host, lan: settings.lan_port().is_some() }.write(out)?;
    tracing::info!(%address, data = %data.display(), "serving");
    agon_server::serve(app, listener, stop).await.context("the server failed")?;
    tracing::info!("ended in order");
    Ok(())
}

/// The address without user name and password, for error messages.
fn without_user(url: &str) -> String {
    match url.split_once("://").map(|(scheme, rest)| (scheme, rest.rsplit_once('@'))) {
        Some((scheme, Some((_, rest)))) => format!("{scheme}://...@{rest}"),
        _ => url.to_owned(),
    }
}

/// The command that shows the key of the host.
fn host_key_command(settings: &Settings, data: &Path) -> String {
    let place = match (&settings.store, &settings.config) {
        (None, _) => format!("--data {}", quoted(data)),
        (Some(_), Some(file)) => format!("--config {}", quoted(file)),
        // The address may contain a password.
        (Some(_), None) => "--store URL".to_owned(),
    };
    format!("agon host-key {place}")
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

fn gigabytes(count: f64) -> u64 {
    (count * f64::from(1 << 30)) as u64
}

/// SIGUSR1: nobody new is sent here. A second one changes nothing.
#[cfg(unix)]
fn drain_on_signal(app: App) {
    // Registered at once: until then the signal ends the process.
    let drained = received(SignalKind::user_defined1());
    tokio::spawn(async move {
        drained.await;
        tracing::info!("not ready any more, as was asked for");
        app.drain();
    });
}

#[cfg(not(unix))]
fn drain_on_signal(_: App) {}

/// Returns when the process is asked to end. Signals are registered when this is called, and not when the answer
/// is first waited for: until then they end the process.
#[cfg(unix)]
pub(crate) fn stop_signal() -> impl Future<Output = ()> + Send + 'static {
    let (interrupted, terminated) =
        (received(SignalKind::interrupt()), received(SignalKind::terminate()));
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

/// Registers a signal, and returns when it has come.
#[cfg(unix)]
fn received(kind: SignalKind) -> impl Future<Output = ()> + Send + 'static {
    let signal = signal(kind);
    async {
        match signal {
            Ok(mut signal) => {
                signal.recv().await;
            }
            // Without the signal the server can still be killed.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
pub(crate) async fn stop_signal() {
    // Without the signal the server can still be killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

pub(crate) fn start_log(format: LogFormat) -> Result<()> {
    let filter = match std::env::var("AGON_LOG_FILTER") {
        Ok(text) => text.parse().with_context(|| format!("AGON_LOG_FILTER={text}"))?,
        // The NATS library logs each attempt to connect, that of PostgreSQL one line for each connection
        // that ends; `agon_server::nats` and `agon_store::outage` log each change once.
        Err(_) => Targets::new()
            .with_default(Level::INFO)
            .with_target("async_nats", LevelFilter::OFF)
            .with_target("tokio_postgres", LevelFilter::WARN),
    };
    // A log that cannot be written, such as on a full disk, is no reason to complain on stderr:
    // that would fail as well, and whoever wanted to log would panic.
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let log = fmt::layer()
        .with_ansi(io::stderr().is_terminal() && !no_color)
        .log_internal_errors(false)
        .with_writer(io::stderr);
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    // A second start within one process keeps the first log.
    let _ = tracing_subscriber::registry().with(log.with_filter(filter)).try_init();
    Ok(())
}
