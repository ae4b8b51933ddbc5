//! Operation of a site: rolling restarts, upgrades, moving between databases.
//!
//! Tests that need PostgreSQL or NATS run if `AGON_TEST_POSTGRES` and `AGON_TEST_NATS` are set, as
//! by `cargo xtask test`.

#![allow(clippy::print_stdout, reason = "reports skipped tests and times of long runs")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod balancer;
mod copies;
mod moving;
mod nats;
mod player;
mod rolling;
mod table;
mod upgrade;

use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_client::{Launch, Server};

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
/// Shutdown timeout.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server binary; `AGON_BINARY` overrides it.
fn program() -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

/// A server with a data directory or PostgreSQL.
fn launch(folder: &Path, store: Option<&str>) -> Launch {
    let launch = Launch::new(&program(), folder).unwrap();
    let launch = launch.with(["--rate-limit", "off", "--engine-threads", "1"]);
    match store {
        Some(store) => launch.with(["--store", store]),
        None => launch,
    }
}

fn start(launch: &Launch) -> Server {
    let server = tokio::task::block_in_place(|| launch.start());
    server.unwrap_or_else(|error| panic!("{error}"))
}

async fn stop(server: Server) {
    let stopped = tokio::task::spawn_blocking(move || server.stop(PATIENCE)).await.unwrap();
    let status = stopped.unwrap();
    assert!(status.success(), "asked to end, the server ended with {status}");
}
