//! What a server writes is for its user alone, whatever the umask is.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program under test; `AGON_BINARY` names another one.
fn program() -> PathBuf {
    let other = std::env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

/// The program with the umask that most systems give to services and people.
fn agon(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; exec \"$0\" \"$@\""]).arg(program()).args(args);
    for name in ["AGON_BIND", "AGON_CONFIG", "AGON_STORE", "AGON_NATS"] {
        command.env_remove(name);
    }
    command.env("AGON_DATA", data).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Server {
    child: Child,
    address: String,
    /// The lines that it printed.
    printed: Vec<String>,
}

impl Server {
    fn start(data: &Path, more: &[&str]) -> Server {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let args = [&["serve", "--bind", &address], more].concat();
        let mut child = agon(data, &args).spawn().unwrap();
        let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        let printed = lines.take(2).map(Result::unwrap).collect();
        Server { child, address, printed }
    }

    fn request(&self, method: &str, path: &str, key: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nX-Agon-Host: {key}\r\n\
             Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends it in order; its log.
    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let mut log = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// All files and folders below one, and itself, with their modes.
fn modes(path: &Path) -> Vec<(PathBuf, u32)> {
    let mut found = vec![(path.to_path_buf(), mode(path))];
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(modes(&entry.unwrap().path()));
        }
    }
    found.sort();
    found
}

#[test]
fn everything_is_created_for_the_user_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let server = Server::start(&data, &[]);
    let key = server.printed[1].rsplit_once("#key=").unwrap().1;
    let made = server.request("POST", "/api/host/backups", key);
    assert!(made.starts_with("HTTP/1.1 200 "), "{made}");
    let started = server.request("POST", "/api/me", "");
    assert!(started.starts_with("HTTP/1.1 "), "{started}");
    let found = modes(&data);
    let names: Vec<_> = found.iter().map(|(path, _)| path.file_name().unwrap()).collect();
    for name in ["agon.db", "agon.db-wal", "agon.db-shm", "backups"] {
        assert!(names.iter().any(|found| *found == name), "{name}: {names:?}");
    }
    assert!(found.iter().any(|(path, _)| path.starts_with(data.join("backups")) && path.is_file()));
    let export = folder.path().join("site.agon");
    server.stop();
    let exported = agon(&data, &["export", export.to_str().unwrap()]).output().unwrap();
    assert!(exported.status.success(), "{exported:?}");
    let wrong: Vec<_> = [found, modes(&data), modes(&export), modes(&folder.path().join("new"))]
        .concat()
        .into_iter()
        .filter(|(path, mode)| *mode != if path.is_dir() { 0o700 } else { 0o600 })
        .map(|(path, mode)| format!("{} {mode:04o}", path.display()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn wide_permissions_are_named_and_repaired_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let log = Server::start(&data, &[]).stop();
    assert!(!log.contains("repair-permissions"), "{log}");
    let copies = data.join("backups");
    fs::create_dir(&copies).unwrap();
    fs::write(copies.join("agon-2031-05-17-063000.db"), "").unwrap();
    let wide = [
        (data.clone(), 0o755, 0o700),
        (data.join("agon.db"), 0o644, 0o600),
        (copies.clone(), 0o755, 0o700),
        (copies.join("agon-2031-05-17-063000.db"), 0o644, 0o600),
    ];
    for (path, mode, _) in &wide {
        set_mode(path, *mode);
    }
    let log = Server::start(&data, &[]).stop();
    for (path, mode, wanted) in &wide {
        let line = log.lines().find(|line| line.contains(&format!("{} has", path.display())));
        let line = line.unwrap_or_else(|| panic!("{}: {log}", path.display()));
        assert!(line.contains("WARN") && line.contains(&format!("mode {mode:04o}")), "{line}");
        assert!(line.contains(&format!("--repair-permissions` sets {wanted:04o}")), "{line}");
        assert_eq!(self::mode(path), *mode, "nothing is changed without being asked for");
    }
    let log = Server::start(&data, &["--repair-permissions"]).stop();
    for (path, _, wanted) in &wide {
        assert_eq!(self::mode(path), *wanted, "{}: {log}", path.display());
    }
    let log = Server::start(&data, &[]).stop();
    assert!(!log.contains("repair-permissions"), "{log}");
}
