//! `agon serve`: the game site.

mod announcement;
pub(crate) mod settings;

use std::io::{self, Write};
use std::time::Duration;

use agon_server::{App, Config};
use anyhow::{Context, Result, anyhow, bail};
use tokio::net::TcpListener;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;
use tracing_subscriber::{Layer, fmt};

use announcement::Announcement;
use settings::LogFormat;
pub(crate) use settings::Settings;

/// Clients of a server that is shut down go to others of its site within this time.
const SPREAD: Duration = Duration::from_secs(10);
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// Serves until it is told to end.
pub(crate) fn run(settings: &Settings, out: &mut impl Write) -> Result<()> {
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
    if let Some(url) = public.filter(|url| agon_server::origin_of(url).is_none()) {
        bail!("--public-url {url:?}: expected an address such as https://games.example.org");
    }
    if settings.nats.is_some() && settings.store.is_none() {
        bail!("--nats is for several servers, which need a common --store");
    }
    let bind = settings.address();
    // The address first: a second server must not touch the data of the one that is running.
    let listener = TcpListener::bind(bind).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let flag = settings.lan.map_or("--bind", |_| "--lan=PORT");
            anyhow!("the address {bind} is in use; choose another one with {flag}")
        }
        _ => anyhow!("cannot listen on {bind}: {error}"),
    })?;
    let address = listener.local_addr()?;
    let data = settings.data()?;
    let store = settings.open_store().await?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let usual = Config::default();
    let rate_limit = settings.rate_limit.map_or(usual.rate_limit, |limit| limit.0);
    let max_connections = settings.max_connections.unwrap_or(usual.max_connections);
    // Without limits an address may have all the room.
    let usual_per_address = rate_limit.map_or(max_connections, |_| usual.max_per_address);
    let config = Config {
        public_url: settings.public_url.clone(),
        listens: Some(address),
        nats: settings.nats.clone(),
        spread: if settings.nats.is_some() { SPREAD } else { Duration::ZERO },
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
    let app = App::start(config, store).await.context("cannot read the games")?;
    let lan = settings.lan.is_some();
    Announcement { address, public, host_key: app.host_key(), lan }.write(out)?;
    tracing::info!(%address, data = %data.display(), "serving");
    drain_on_signal(app.clone());
    agon_server::serve(app, listener, stop_signal()).await.context("the server failed")?;
    tracing::info!("ended in order");
    Ok(())
}

fn gigabytes(count: f64) -> u64 {
    (count * f64::from(1 << 30)) as u64
}

/// SIGUSR1: nobody new is sent here. A second one changes nothing.
#[cfg(unix)]
fn drain_on_signal(app: App) {
    use tokio::signal::unix::{SignalKind, signal};
    tokio::spawn(async move {
        // Without the signal the server can still be ended.
        let Ok(mut signal) = signal(SignalKind::user_defined1()) else { return };
        while signal.recv().await.is_some() {
            tracing::info!("not ready any more, as was asked for");
            app.drain();
        }
    });
}

#[cfg(not(unix))]
fn drain_on_signal(_: App) {}

/// Returns when the process is asked to end.
pub(crate) async fn stop_signal() {
    let interrupted = async {
        // Without the signal the server can still be killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

pub(crate) fn start_log(format: LogFormat) -> Result<()> {
    let filter = match std::env::var("AGON_LOG_FILTER") {
        Ok(text) => text.parse().with_context(|| format!("AGON_LOG_FILTER={text}"))?,
        Err(_) => Targets::new().with_default(Level::INFO),
    };
    // A log that cannot be written, such as on a full disk, is no reason to complain on stderr:
    // that would fail as well, and whoever wanted to log would panic.
    let log = fmt::layer().log_internal_errors(false).with_writer(io::stderr);
    let log = match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().boxed(),
    };
    // A second start within one process keeps the first log.
    let _ = tracing_subscriber::registry().with(log.with_filter(filter)).try_init();
    Ok(())
}
