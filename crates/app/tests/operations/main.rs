//! What the operator of a site does: restarts all servers while people play, goes on to a later
//! version, moves the site from one database to the other.
//!
//! Where the environment names no PostgreSQL (`AGON_TEST_POSTGRES`) and no NATS (`AGON_TEST_NATS`),
//! as `cargo xtask test` does, only what needs neither is tried.

#![allow(clippy::print_stdout, reason = "tells what was not tried, and how long a long run takes")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod balancer;
mod copies;
mod moving;
mod player;
mod rolling;
mod table;
mod upgrade;

use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_client::{Launch, Server};

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
/// A server that has been asked to end and has not done so by then hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program under test; `AGON_BINARY` names another one.
fn program() -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

/// A server with its data in a folder, or in PostgreSQL.
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
