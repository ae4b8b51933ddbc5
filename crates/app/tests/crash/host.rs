//! Whoever runs the server, badly.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_client::{Launch, Server, Site, StartError};
use tokio::task::block_in_place;

use crate::disk::Disk;

/// A server that has been asked to end and has not done so by then hangs.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Host {
    pub(crate) disk: Disk,
    launch: Launch,
    server: Option<Server>,
}

/// The program under test; `AGON_BINARY` names another one.
fn program() -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

impl Host {
    pub(crate) fn new() -> Host {
        let disk = Disk::new();
        let mut launch = Launch::new(&program(), &disk.folder().join("data")).unwrap();
        launch = launch.with(["--rate-limit", "off", "--engine-threads", "1"]);
        // Hosts keep logs beside the data: then a log cannot be written, either.
        launch.log = Some(disk.folder().into());
        launch.survives_file_limits = !disk.stays_full();
        Host { disk, launch, server: None }
    }

    pub(crate) fn site(&self) -> Site {
        self.server.as_ref().expect("a server runs").site().unwrap()
    }

    pub(crate) fn try_start(&mut self) -> Result<(), StartError> {
        self.server = Some(block_in_place(|| self.launch.start())?);
        Ok(())
    }

    pub(crate) fn start(&mut self) {
        self.try_start().unwrap_or_else(|error| panic!("{error}"));
    }

    pub(crate) fn kill(&mut self) {
        let server = self.server.take().expect("a server runs");
        block_in_place(|| server.kill()).unwrap();
    }

    /// Asks the server to end; it must, even when it can store nothing any more.
    pub(crate) fn stop(&mut self) {
        let server = self.server.take().expect("a server runs");
        let status = block_in_place(|| server.stop(PATIENCE)).unwrap();
        assert!(status.success(), "asked to end, the server ended with {status}");
    }

    pub(crate) fn fill_disk(&self) {
        block_in_place(|| self.disk.fill(self.server.as_ref().map(Server::pid)));
    }

    pub(crate) fn empty_disk(&self) {
        block_in_place(|| self.disk.empty(self.server.as_ref().map(Server::pid)));
    }

    /// Starts with a full disk: the server may refuse, and says why.
    pub(crate) fn start_when_full(&mut self) -> bool {
        // Why it refuses can be told only where there is room.
        let log = self.launch.log.take();
        let started = self.try_start();
        self.launch.log = log;
        let Err(error) = started else { return true };
        let text = error.to_string();
        let right = ["full", "space", "room"].iter().any(|word| text.contains(word));
        assert!(right && !text.contains("move it away"), "a full disk was called: {text}");
        false
    }

    /// Starts again after the end of a server.
    pub(crate) fn start_again(&mut self, full: bool) {
        if full && self.disk.stays_full() {
            let started = self.start_when_full();
            self.empty_disk();
            if started {
                return;
            }
        }
        self.start();
    }
}
