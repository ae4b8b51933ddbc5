//! `agon worker` as people start it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nobody is there.
const NOWHERE: &str = "nats://user:secret@127.0.0.1:9";

fn agon(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.arg("worker").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("AGON_WORKER_KEY", "shared with the servers");
    for name in ["AGON_NATS", "AGON_WORKER_THREADS", "AGON_TABLEBASES", "AGON_CONFIG"] {
        command.env_remove(name);
    }
    command.env("XDG_DATA_HOME", data).env("HOME", data);
    command
}

/// Starts one, and what it says first.
fn start(mut command: Command) -> (Child, String) {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line)
}

fn failure(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn it_says_what_it_does_and_ends_in_order_although_nats_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, line) = start(agon(folder.path(), &["--nats", NOWHERE, "--threads", "3"]));
    assert_eq!(
        line,
        "Agon worker: 3 threads, no databases of solved games; connecting to NATS at nats://127.0.0.1:9\n"
    );
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn settings_come_from_flags_the_environment_and_the_file_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).unwrap();
    let file = folder.path().join("agon.toml");
    let text = format!(
        "bind = \"0.0.0.0:8080\"\nnats = \"{NOWHERE}\"\n\n[worker]\nthreads = 5\ntablebases = {:?}\n",
        tables.to_str().unwrap()
    );
    fs::write(&file, text).unwrap();
    let config = ["--config", file.to_str().unwrap()];
    let mut by_environment = agon(folder.path(), &config);
    by_environment.env("AGON_WORKER_THREADS", "6");
    let mut by_flag = agon(folder.path(), &[&config[..], &["--threads", "7"]].concat());
    by_flag.env("AGON_WORKER_THREADS", "6");
    for (command, threads) in [(agon(folder.path(), &config), 5), (by_environment, 6), (by_flag, 7)]
    {
        let (mut child, line) = start(command);
        child.kill().unwrap();
        child.wait().unwrap();
        let wanted = format!("{threads} threads, databases in {};", tables.display());
        assert!(line.contains(&wanted) && !line.contains("secret"), "{line}");
    }
}

#[test]
fn what_it_cannot_do_is_said() {
    let folder = tempfile::tempdir().unwrap();
    assert!(failure(agon(folder.path(), &[])).contains("--nats"));
    let mut without_key = agon(folder.path(), &["--nats", NOWHERE]);
    without_key.env_remove("AGON_WORKER_KEY");
    assert!(failure(without_key).contains("--worker-key-file"));
    let args = ["--nats", NOWHERE, "--tablebases", "/no/such/folder"];
    assert!(failure(agon(folder.path(), &args)).contains("/no/such/folder"));
    failure(agon(folder.path(), &["--nats", NOWHERE, "--threads", "0"]));
    let file = folder.path().join("agon.toml");
    fs::write(&file, "[worker]\ncolour = 1\n").unwrap();
    let config = ["--nats", NOWHERE, "--config", file.to_str().unwrap()];
    assert!(failure(agon(folder.path(), &config)).contains("colour"));
}
