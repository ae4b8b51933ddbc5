//! A site under the settings of NATS that docs/operations.md shows (`deploy/nats.conf`): everything works with the
//! permissions of each role, and a connection that NATS refuses is a clear error.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use agon_client::{Launch, Person, Server, Site, Socket};
use async_nats::{ConnectOptions, Event};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::{PATIENCE, launch, program, start};

const SETTINGS: &str = include_str!("../../../../deploy/nats.conf");
const MANUAL: &str = include_str!("../../../../docs/operations.md");
/// Without NATS a server sees moves of others after half a minute.
const AT_ONCE: Duration = Duration::from_secs(10);

/// Certificates, keys and credentials that were made for these tests, valid until 2125.
fn file(name: &str) -> String {
    format!("{}/tests/operations/credentials/{name}", env!("CARGO_MANIFEST_DIR"))
}

struct Nats {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Nats {
    fn start(settings: &str) -> Nats {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        Nats::start_at(port, settings)
    }

    fn start_at(port: u16, settings: &str) -> Nats {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nats.conf");
        std::fs::write(&file, settings).unwrap();
        // Debian installs it outside of the usual search path.
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("nats-server");
        command.arg("--config").arg(&file).args([
            "--addr",
            "127.0.0.1",
            "--port",
            &port.to_string(),
        ]);
        command.arg("--store_dir").arg(folder.path().join("data"));
        command.arg("--log").arg(folder.path().join("log")).env("PATH", path);
        command.env("AGON_NATS_SERVER_PASSWORD", "of-servers");
        command.env("AGON_NATS_WORKER_PASSWORD", "of-workers");
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let nats = Nats { process, port, folder };
        let begin = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(begin.elapsed() < PATIENCE, "nats-server does not answer: {}", nats.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        nats
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn url(&self, user: &str) -> String {
        format!("nats://{user}127.0.0.1:{}", self.port)
    }

    /// A file with a secret.
    fn secret(&self, text: &str) -> PathBuf {
        let file = self.folder.path().join(text);
        std::fs::write(&file, format!("{text}\n")).unwrap();
        file
    }
}

struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn worker(args: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(program());
    command.args(["worker", "--threads", "1"]).args(args).stdin(Stdio::null());
    if std::fs::metadata(folder.join("agon/worker.key")).is_err() {
        command.env("AGON_WORKER_KEY", "shared with the servers");
    }
    command.env("XDG_DATA_HOME", folder).env("HOME", folder).env_remove("AGON_CONFIG");
    command
}

async fn store(folder: &Path) -> Option<String> {
    let store = agon_store::trial::url(folder).await;
    if store.is_none() {
        agon_testkit::skip("needs PostgreSQL");
    }
    store
}

async fn metric(server: &Server, name: &str) -> u64 {
    let site = server.site().unwrap();
    let answer = Person::stranger(&site).get("/metrics").await.unwrap();
    let text = answer.body.as_str().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name}")).parse().unwrap()
}

/// Plays the first legal move.
async fn play(socket: &mut Socket, id: &str) {
    let seen = socket.watch(id, None, None).await.unwrap();
    let text = &seen["view"]["moves"][0]["text"];
    let action = json!({ "do": "move", "ply": seen["state"]["ply"], "text": text });
    socket.act(id, None, &action).await.unwrap().unwrap();
}

#[test]
fn the_manual_shows_these_settings() {
    let shown = SETTINGS.lines().skip_while(|line| line.starts_with('#'));
    let shown: String =
        shown.map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect();
    assert!(
        MANUAL.contains(shown.trim_matches('\n')),
        "docs/operations.md differs from deploy/nats.conf"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_servers_and_a_worker_play_under_the_settings_of_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let Some(store) = store(folder.path()).await else { return };
    let nats = Nats::start(SETTINGS);
    let password = nats.secret("of-servers");
    let servers: Vec<Server> = (0..3)
        .map(|number| -> Launch {
            // The first one has the usual folder for data, in which a worker of the same user finds the key.
            let data = if number == 0 { "agon".into() } else { number.to_string() };
            let launch = launch(&folder.path().join(data), Some(&store));
            match number {
                // Once with the user in the address, otherwise by settings.
                0 => launch.with(["--nats", &nats.url("server:of%2Dservers@")]),
                _ => launch.with([
                    "--nats",
                    &nats.url(""),
                    "--nats-user",
                    "server",
                    "--nats-password-file",
                    password.to_str().unwrap(),
                ]),
            }
        })
        .map(|launch| start(&launch))
        .collect();
    let sites: Vec<Site> = servers.iter().map(|server| server.site().unwrap()).collect();
    let mut command = worker(&["--nats", &nats.url("")], folder.path());
    command.env("AGON_NATS_USER", "worker").env("AGON_NATS_PASSWORD", "of-workers");
    let log = std::fs::File::create(folder.path().join("worker.log")).unwrap();
    let _worker = Worker(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
    let said = || std::fs::read_to_string(folder.path().join("worker.log")).unwrap();

    // People at two servers, and somebody who watches at the third one.
    let anna = Person::enter(&sites[0], "Anna").await.unwrap();
    let bob = Person::enter(&sites[1], "Bob").await.unwrap();
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let wish = json!({ "game": "chess", "seats": seats, "listed": true });
    let made = anna.make(&wish).await.unwrap();
    let sit = format!("/api/games/{}/actions?key={}", made.id, made.key);
    bob.post(&sit, &json!({ "do": "sit" })).await.unwrap().good().unwrap();
    let mut watcher = Person::enter(&sites[2], "Carl").await.unwrap().connect().await.unwrap();
    watcher.watch(&made.id, None, None).await.unwrap();
    let mut players = [anna.connect().await.unwrap(), bob.connect().await.unwrap()];
    for ply in 0..6 {
        play(&mut players[ply % 2], &made.id).await;
        let begin = Instant::now();
        loop {
            let heard = timeout(AT_ONCE, watcher.hear_type(&["event"])).await;
            let heard: Value = heard.expect("the move is heard over NATS").unwrap();
            if heard["state"]["ply"] == json!(ply + 1) {
                break;
            }
            assert!(begin.elapsed() < AT_ONCE, "{heard}");
        }
    }

    // A computer, for which a worker thinks.
    let begin = Instant::now();
    while metric(&servers[0], "agon_workers").await != 1 {
        assert!(begin.elapsed() < PATIENCE, "no worker: {}", said());
        sleep(Duration::from_millis(50)).await;
    }
    assert!(said().contains("Working for the sites at nats://127.0.0.1"), "{}", said());
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 3 }]);
    let made = anna.make(&json!({ "game": "tablut", "pace": 0, "seats": seats })).await.unwrap();
    for ply in [0, 2, 4] {
        while players[0].watch(&made.id, None, None).await.unwrap()["state"]["ply"] != json!(ply) {
            assert!(begin.elapsed() < PATIENCE, "the computer does not move");
            sleep(Duration::from_millis(20)).await;
        }
        play(&mut players[0], &made.id).await;
    }
    assert!(metric(&servers[0], "agon_jobs_by_workers_total").await > 0);

    // Nothing that any part does is refused, and no secret is printed.
    let logs: String = servers.iter().map(Server::log).chain([said(), nats.log()]).collect();
    assert!(!logs.contains("Violation"), "{logs}");
    assert!(!logs.contains("of-servers") && !logs.contains("of-workers"), "{logs}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_user_of_workers_may_only_answer() {
    let nats = Nats::start(SETTINGS);
    let (sender, refused) = mpsc::channel();
    let options = ConnectOptions::with_user_and_password("worker".into(), "of-workers".into());
    let options = options.event_callback(move |event| {
        if let Event::ServerError(error) = event {
            let _ = sender.send(error.to_string());
        }
        std::future::ready(())
    });
    let client = options.connect(nats.url("")).await.unwrap();
    let subjects = ["agon.site.site", "agon.site.game.x", "agon.site.person.x", "agon.worker.x"];
    for subject in subjects {
        client.publish(subject, "{}".into()).await.unwrap();
        client.flush().await.unwrap();
        let error = refused.recv_timeout(PATIENCE).unwrap();
        assert!(error.contains("Publish") && error.contains(subject), "{error}");
    }
    for subject in ["agon.>", "agon.site.game.x", "agon.site.jobs.moves.px", "_INBOX.server.x"] {
        let _subscriber = client.subscribe(subject).await.unwrap();
        client.flush().await.unwrap();
        let error = refused.recv_timeout(PATIENCE).unwrap();
        assert!(error.contains("Subscription") && error.contains(subject), "{error}");
    }
}

/// Ends with a status that says so, and with one line of error.
async fn failed(mut command: Command) -> String {
    let output: Output = timeout(
        PATIENCE,
        tokio::task::spawn_blocking(move || {
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output()
        }),
    )
    .await
    .expect("it does not try again")
    .unwrap()
    .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("agon: ")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(!said.contains("s3cr3t"), "{said}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("Working"));
    errors[0].to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nats_refuses_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let server = |args: &[&str]| {
        let store = store.clone()?;
        let mut command = Command::new(program());
        command.args(["serve", "--bind", "127.0.0.1:0", "--store", &store]).args(args);
        command.arg("--data").arg(folder.path()).env_remove("AGON_CONFIG");
        Some(command)
    };
    let both = |args: &[&str]| -> Vec<Command> {
        server(args).into_iter().chain([worker(args, folder.path())]).collect()
    };
    let by_users = Nats::start(SETTINGS);
    let address = format!("nats://127.0.0.1:{}", by_users.port);
    let wrong_password = by_users.url("server:s3cr3t@");
    for command in both(&["--nats", &wrong_password]) {
        let error = failed(command).await;
        assert!(error.contains(&address) && error.contains("--nats-password"), "{error}");
    }
    for command in both(&["--nats", &address]) {
        let error = failed(command).await;
        assert!(error.contains("no credentials") && error.contains("--nats-user"), "{error}");
    }
    let by_token = Nats::start("authorization: { token: right }");
    let token = by_token.secret("s3cr3t");
    for command in
        both(&["--nats", &by_token.url(""), "--nats-token-file", token.to_str().unwrap()])
    {
        let error = failed(command).await;
        assert!(error.contains("--nats-token"), "{error}");
    }
    let settings = format!(
        "tls: {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}",
        file("server.pem"),
        file("server.key"),
        file("ca.pem")
    );
    let by_certificate = Nats::start(&settings);
    let (url, ca) = (by_certificate.url(""), file("ca.pem"));
    for command in both(&["--nats", &url, "--nats-ca", &ca]) {
        let error = failed(command).await;
        assert!(error.contains("client certificate") && error.contains("--nats-cert"), "{error}");
    }
    // Another authority than the one that signed the certificate of NATS.
    let other = file("client.pem");
    for command in both(&["--nats", &url, "--nats-ca", &other]) {
        let error = failed(command).await;
        assert!(error.contains("TLS") && error.contains("--nats-ca"), "{error}");
    }
}

#[test]
fn what_nats_refuses_later_is_logged_once_and_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |token: &str| format!("authorization: {{ token: {token} }}\njetstream: enabled");
    let nats = Nats::start(&settings("right"));
    let port = nats.port;
    let mut command = worker(&["--nats", &nats.url("right@")], folder.path());
    let log_file = folder.path().join("log");
    let log = std::fs::File::create(&log_file).unwrap();
    let _worker = Worker(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
    let count = |text: &str| std::fs::read_to_string(&log_file).unwrap().matches(text).count();
    let until = |text: &str, wanted: usize| {
        let begin = Instant::now();
        while count(text) < wanted {
            let said = std::fs::read_to_string(&log_file).unwrap();
            assert!(begin.elapsed() < PATIENCE, "{text}: {said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    until("Working for", 1);
    drop(nats);
    let other = Nats::start_at(port, &settings("other"));
    until("refuses the credentials", 1);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(count("refuses the credentials"), 1);
    drop(other);
    let _again = Nats::start_at(port, &settings("right"));
    until("connected to NATS", 2);
    assert_eq!(count("refuses the credentials"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_sort_of_credentials_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = format!(
        "tls: {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}\njetstream: enabled",
        file("server.pem"),
        file("server.key"),
        file("ca.pem")
    );
    let nkey = format!("authorization: {{ users: [ {{ nkey: {NKEY} }} ] }}\njetstream: enabled");
    let user = "authorization: { user: a, password: \"p@ss\" }\njetstream: enabled";
    let token = "authorization: { token: right }\njetstream: enabled";
    let (seed, right) = (folder.path().join("seed"), folder.path().join("right"));
    std::fs::write(&seed, format!("{SEED}\n")).unwrap();
    std::fs::write(&right, "right\n").unwrap();
    let (cert, key, ca) = (file("client.pem"), file("client.key"), file("ca.pem"));
    let operator = std::fs::read_to_string(file("operator.conf")).unwrap();
    let credentials = file("user.creds");
    let cases: [(&str, &str, Vec<&str>); 6] = [
        (&operator, "", vec!["--nats-credentials", &credentials]),
        (user, "a:p%40ss@", vec![]),
        (token, "right@", vec![]),
        (token, "", vec!["--nats-token-file", right.to_str().unwrap()]),
        (&nkey, "", vec!["--nats-nkey", seed.to_str().unwrap()]),
        (&certificates, "", vec!["--nats-ca", &ca, "--nats-cert", &cert, "--nats-key", &key]),
    ];
    for (settings, user, args) in cases {
        let nats = Nats::start(settings);
        let url = nats.url(user);
        let mut command = worker(&[&["--nats", &url][..], &args].concat(), folder.path());
        let log_file = folder.path().join("log");
        let log = std::fs::File::create(&log_file).unwrap();
        let _worker = Worker(command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
        let begin = Instant::now();
        // JetStream would need an account of the operator's own.
        let is_bare = settings.starts_with("operator");
        let wanted = if is_bare { "connected to NATS" } else { "Working for" };
        while !std::fs::read_to_string(&log_file).unwrap().contains(wanted) {
            let said = std::fs::read_to_string(&log_file).unwrap();
            assert!(begin.elapsed() < PATIENCE, "{settings}: {said}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A key pair of nobody: the public key and its seed.
const NKEY: &str = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
const SEED: &str = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
