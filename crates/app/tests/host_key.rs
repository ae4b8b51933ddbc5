//! The key of the host: when it is printed, shown and replaced. With SQLite and, where the environment names
//! a server of it (`AGON_TEST_POSTGRES`), with PostgreSQL.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A server that does not answer by then does not start.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program under test; `AGON_BINARY` names another one.
fn program() -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

/// Where a site is kept.
struct Kept {
    folder: tempfile::TempDir,
    store: Option<String>,
}

impl Kept {
    async fn new() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let store = agon_store::trial::url(folder.path()).await;
        Kept { folder, store }
    }

    fn agon(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(args).arg("--data").arg(self.folder.path());
        for name in ["AGON_BIND", "AGON_CONFIG", "AGON_STORE", "AGON_NATS"] {
            command.env_remove(name);
        }
        if let Some(store) = &self.store {
            command.args(["--store", store]);
        }
        command
    }

    /// Starts a server whose output goes to a file, as that of a container does.
    fn start(&self) -> Server {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let printed = self.folder.path().join("printed");
        let mut serve = self.agon(&["serve", "--bind", &address]);
        serve.stdout(File::create(&printed).unwrap()).stderr(Stdio::null());
        let server = Server { child: serve.spawn().unwrap(), address, printed };
        let begin = Instant::now();
        while !server.printed().contains("host page") {
            assert!(begin.elapsed() < PATIENCE, "the server does not start");
            thread::sleep(Duration::from_millis(20));
        }
        server
    }

    fn host_key(&self, more: &[&str]) -> String {
        let output = self.agon(&[&["host-key"], more].concat()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }
}

struct Server {
    child: Child,
    address: String,
    printed: PathBuf,
}

impl Server {
    fn printed(&self) -> String {
        fs::read_to_string(&self.printed).unwrap()
    }

    /// Status of the host page's first request with this key.
    fn status(&self, key: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(
            stream,
            "GET /api/host/acts HTTP/1.1\r\nHost: {host}\r\nX-Agon-Host: {key}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[tokio::test]
async fn only_the_first_start_prints_it_where_output_is_kept() {
    let site = Kept::new().await;
    let first = site.start();
    let printed = first.printed();
    let key = printed.lines().find_map(|line| line.rsplit_once("/host#key=")).unwrap().1.to_owned();
    assert_eq!(first.status(&key), "200");
    drop(first);
    let second = site.start();
    let printed = second.printed();
    assert!(!printed.contains(&key) && !printed.contains("#key="), "{printed}");
    assert!(printed.contains("/host (the key: agon host-key --"), "{printed}");
    assert!(!printed.contains("postgres://"), "{printed}");
    assert_eq!(second.status(&key), "200");
    drop(second);
    assert_eq!(site.host_key(&[]), key);
}

#[tokio::test]
async fn a_replaced_key_is_invalid_at_once() {
    let site = Kept::new().await;
    let server = site.start();
    // Another server of the same site.
    let beside = site.store.is_some().then(|| site.start());
    let old = site.host_key(&[]);
    assert_eq!(server.status(&old), "200");
    let new = site.host_key(&["--rotate"]);
    assert_ne!(old, new);
    for server in [Some(&server), beside.as_ref()].into_iter().flatten() {
        assert_eq!(server.status(&old), "403");
        assert_eq!(server.status(&new), "200");
    }
    drop((server, beside));
    assert_eq!(site.host_key(&[]), new);
    // Also while no server runs.
    let newest = site.host_key(&["--rotate"]);
    let server = site.start();
    assert_eq!(server.status(&new), "403");
    assert_eq!(server.status(&newest), "200");
    assert!(!server.printed().contains("#key="));
}

/// What a server writes on a terminal until it is ended, output and log.
#[cfg(target_os = "linux")]
fn on_terminal(site: &Kept, no_color: &str) -> String {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let serve = site.agon(&["serve", "--bind", &address]);
    let words = std::iter::once(serve.get_program()).chain(serve.get_args());
    let words: Vec<_> = words.map(|word| format!("'{}'", word.to_str().unwrap())).collect();
    let mut script = Command::new("script");
    script.args(["--quiet", "--flush", "--command", &words.join(" "), "/dev/null"]);
    script.env("NO_COLOR", no_color).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = script.spawn().unwrap();
    let begin = Instant::now();
    // Its log is written after the address.
    while TcpStream::connect(&address).is_err() {
        assert!(begin.elapsed() < PATIENCE, "the server does not start");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    let mut text = String::new();
    child.stdout.as_mut().unwrap().read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    text
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_terminal_shows_the_key_at_every_start_and_colours_unless_told_otherwise() {
    let site = Kept::new().await;
    drop(site.start());
    let key = site.host_key(&[]);
    for (no_color, colours) in [("", true), ("1", false)] {
        let text = on_terminal(&site, no_color);
        assert!(text.contains(&format!("/host#key={key}")), "{text:?}");
        assert!(text.contains("serving"), "{text:?}");
        assert_eq!(text.contains("\x1b["), colours, "{text:?}");
    }
}

#[test]
fn a_folder_without_a_site_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(program());
    command.args(["host-key", "--data"]).arg(folder.path()).env_remove("AGON_STORE");
    let output = command.env_remove("AGON_CONFIG").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("agon.db") && text.lines().count() == 1, "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
