//! `agon serve` as people start it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn agon(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(args).env("AGON_DATA", data).env_remove("AGON_BIND");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// Starts a server and waits for its first line.
fn start(data: &Path, address: &str) -> (Child, String) {
    let mut child = agon(data, &["serve", "--bind", address]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    text
}

#[test]
fn it_answers_at_once_ends_in_order_and_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    for _ in 0..2 {
        let address = free_address();
        let begin = Instant::now();
        let (mut child, line) = start(&data, &address);
        assert_eq!(line, format!("Agon is at http://{address}\n"));
        assert!(get(&address, "/").contains("<title>Agon</title>"));
        assert!(get(&address, "/api/games").ends_with("[]"));
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let status = child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
    assert!(data.join("agon.db").is_file());
}

#[test]
fn a_new_site_prints_the_address_of_its_host_page() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut child = agon(folder.path(), &["serve", "--bind", &address]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let line = lines.nth(1).unwrap().unwrap();
    let key = line.strip_prefix(&format!("host page: http://{address}/host#key="));
    assert!(key.is_some_and(|key| key.len() >= 40), "{line}");
    assert!(get(&address, "/host").contains("200 OK"));
    assert!(get(&address, "/api/host/databases").contains("403 Forbidden"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_log_that_is_no_terminal_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("log");
    for log in ["text", "json"] {
        let address = free_address();
        let mut command = agon(&data, &["serve", "--bind", &address, "--log", log]);
        command.env_remove("NO_COLOR").env("AGON_LOG_FILTER", "debug");
        let mut child = command.stderr(fs::File::create(&file).unwrap()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(get(&address, "/health").contains("200 OK"));
        child.kill().unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("serving") && !text.contains('\x1b'), "{text:?}");
    }
}

#[test]
fn a_public_address_is_only_scheme_host_and_port() {
    let folder = tempfile::tempdir().unwrap();
    for (url, wanted) in [
        ("https://games.example.org/games", "cannot be served below a path; remove \"/games\""),
        ("https://games.example.org/?a=b", "remove \"?a=b\""),
        ("https://games.example.org#x", "remove \"#x\""),
        ("https://me:secret@games.example.org", "contains a user name or password"),
        ("games.example.org", "such as https://games.example.org"),
    ] {
        let address = free_address();
        let args = ["serve", "--bind", &address, "--public-url", url];
        let text = failure(&agon(folder.path(), &args).output().unwrap());
        assert!(text.contains("--public-url") && text.contains(wanted), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}

#[test]
fn a_port_in_use_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let text = failure(&agon(folder.path(), &["serve", "--bind", &address]).output().unwrap());
    assert!(text.contains("is in use"), "{text}");
    // By the environment, too, and without a command.
    let output = agon(folder.path(), &[]).env("AGON_BIND", &address).output().unwrap();
    assert!(failure(&output).contains("is in use"));
}

#[test]
fn with_a_public_address_the_host_page_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let args = ["serve", "--bind", &address, "--public-url", "https://games.example.org/"];
    let mut child = agon(folder.path(), &args).spawn().unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let lines: Vec<String> = lines.take(2).map(Result::unwrap).collect();
    assert_eq!(lines[0], format!("Agon is at https://games.example.org and listens on {address}"));
    assert!(lines[1].starts_with("host page: https://games.example.org/host#key="), "{lines:?}");
    assert!(get(&address, "/").to_lowercase().contains("strict-transport-security"));
    child.kill().unwrap();
    child.wait().unwrap();
    let args = ["serve", "--bind", &address, "--public-url", "games.example.org"];
    let text = failure(&agon(folder.path(), &args).output().unwrap());
    assert!(text.contains("such as https://games.example.org"), "{text}");
}

#[test]
fn data_that_cannot_be_used_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let below = file.join("data");
    let address = free_address();
    let text = failure(&agon(&below, &["serve", "--bind", &address]).output().unwrap());
    assert!(text.contains("cannot use"), "{text}");
    fs::write(folder.path().join("agon.db"), "not a database at all".repeat(500)).unwrap();
    let mut serve = agon(folder.path(), &["serve", "--bind", &address]);
    let text = failure(&serve.env("AGON_LOG_FILTER", "error").output().unwrap());
    assert!(text.contains("is damaged"), "{text}");
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "colour = 1").unwrap();
    let config = bad.to_str().unwrap();
    let output = agon(folder.path(), &["serve", "--bind", &address, "--config", config]).output();
    let text = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(text.contains("are not understood"), "{text}");
}

/// A server that may open few files, as many systems have it: the crowd is larger than what is left.
#[cfg(target_os = "linux")]
#[test]
fn a_crowd_does_not_use_up_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut limited = Command::new("sh");
    limited.arg("-c").arg("ulimit -n 160 && exec \"$0\" serve --bind \"$1\"");
    limited.args([env!("CARGO_BIN_EXE_agon"), &address]).env("AGON_DATA", folder.path());
    limited.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = limited.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let silent: Vec<TcpStream> = (0..400).map(|_| TcpStream::connect(&address).unwrap()).collect();
    for path in ["/", "/health", "/ready", "/api/games"] {
        assert!(get(&address, path).contains("200 OK"), "{path}");
    }
    drop(silent);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn bound_to_everything_it_tells_where_others_find_it() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("0.0.0.0:0").unwrap().local_addr().unwrap().port();
    let (mut child, line) = start(folder.path(), &format!("0.0.0.0:{port}"));
    assert_eq!(line, format!("Agon is at http://localhost:{port}\n"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_room_full_of_people_gets_an_address_and_a_picture_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut child = agon(folder.path(), &["serve", &format!("--lan={port}")]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), format!("Agon is at http://localhost:{port}"));
    assert!(lines.next().unwrap().starts_with("host page: "));
    // What the pages are told is what is printed; a machine without a network says so.
    let reach = get(&format!("127.0.0.1:{port}"), "/api/reach");
    let third = lines.next().unwrap();
    if reach.contains("\"addresses\":[]") {
        assert!(third.contains("in no network"), "{third}");
    } else {
        let printed = lines.find(|line| line.trim().starts_with("http://")).unwrap();
        assert!(reach.contains(&format!("[\"{}\"", printed.trim())), "{printed} {reach}");
        assert!(!printed.contains("127.0.0.1") && printed.ends_with(&format!(":{port}")));
        assert!(lines.any(|line| line.trim().starts_with("██") && line.trim().ends_with("██")));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let both = agon(folder.path(), &["serve", "--lan", "--bind", "127.0.0.1:1"]).output().unwrap();
    assert_eq!(both.status.code(), Some(2), "{both:?}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_marked_serves_on_but_is_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let (mut child, _) = start(folder.path(), &address);
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    };
    assert!(get(&address, "/ready").starts_with("HTTP/1.1 200 "));
    signal("-USR1");
    let begin = Instant::now();
    while !get(&address, "/ready").starts_with("HTTP/1.1 503 ") {
        assert!(begin.elapsed() < Duration::from_secs(5), "it is still ready");
    }
    assert!(get(&address, "/metrics").contains("\nagon_ready 0\n"));
    assert!(get(&address, "/health").starts_with("HTTP/1.1 200 "));
    assert!(get(&address, "/api/games").ends_with("[]"));
    signal("-TERM");
    assert!(child.wait().unwrap().success());
}
