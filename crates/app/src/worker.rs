//! `agon worker`: thinks for the servers of a site.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use agon_server::worker::{self, WorkerConfig};
use anyhow::{Context, Result, ensure};
use clap::Args;
use tokio::sync::oneshot;

use crate::nats::NatsSettings;
use crate::serve::settings::{LogFormat, WorkerTable};
use crate::serve::{Settings, create_private_files, start_log, stop_signal};
use crate::worker_key::WorkerKey;

/// Computes moves for the servers of a site. Each setting can be given as a flag, as the environment variable in
/// brackets, or in the file of `agon serve`: those of NATS and `log` as there, the others in the table `[worker]`. Flags
/// take precedence over the environment, and that over the file.
#[derive(Args, Debug)]
pub(crate) struct Worker {
    #[command(flatten)]
    nats: NatsSettings,
    #[command(flatten)]
    key: WorkerKey,
    /// How many computers think at the same time [default: as many threads as the machine has]
    #[arg(long, value_name = "N", env = "AGON_WORKER_THREADS",
        value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Folder with the databases of solved games, for computers that look moves up
    #[arg(long, value_name = "DIR", env = "AGON_TABLEBASES")]
    tablebases: Option<PathBuf>,
    /// How the log on stderr is written [default: text]
    #[arg(long, value_name = "FORMAT", env = "AGON_LOG")]
    log: Option<LogFormat>,
    /// File with settings [default: agon.toml in the user's data folder, if there is one]
    #[arg(long, value_name = "FILE", env = "AGON_CONFIG")]
    config: Option<PathBuf>,
}

impl Worker {
    /// Works until it is told to end.
    pub(crate) fn run(self, out: &mut impl Write) -> Result<()> {
        create_private_files();
        let Worker { nats, key, threads, tablebases, log, config } = self;
        let worker = WorkerTable { threads, tablebases, ..WorkerTable::default() };
        let settings =
            Settings { nats, worker_key: key, log, config, worker, ..Settings::default() };
        let settings = settings.with_file()?;
        start_log(settings.log.unwrap_or_default())?;
        let nats = settings.nats.config()?.context("where is NATS? Give --nats nats://HOST")?;
        let key = settings.worker_key.find(settings.data().ok().as_deref())?;
        let WorkerTable { threads, tablebases, .. } = settings.worker;
        if let Some(folder) = &tablebases {
            ensure!(folder.is_dir(), "--tablebases {}: there is no such folder", folder.display());
        }
        let machine = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.map_or(machine, usize::from);
        ensure!(threads > 0, "a worker has at least one thread");
        let tables = match &tablebases {
            Some(folder) => format!("databases in {}", folder.display()),
            None => "no databases of solved games".into(),
        };
        let servers = nats.servers();
        writeln!(out, "Agon worker: {threads} threads, {tables}; connecting to NATS at {servers}")?;
        out.flush()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let config = WorkerConfig { nats, key, threads, tablebases };
        let (ready, is_ready) = oneshot::channel();
        let result = runtime.block_on(async {
            let work = worker::run(config, stop_signal(), || {
                let _ = ready.send(());
            });
            tokio::pin!(work);
            tokio::select! {
                result = &mut work => return result,
                Ok(()) = is_ready => {}
            }
            // The log says the same where nobody reads standard output.
            let _ = writeln!(out, "Working for the sites at {servers}").and_then(|()| out.flush());
            work.await
        });
        // A computer that thinks is not waited for.
        runtime.shutdown_timeout(Duration::from_millis(200));
        Ok(result?)
    }
}
