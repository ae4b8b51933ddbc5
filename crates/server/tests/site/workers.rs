//! Workers of a site: run where the environment names PostgreSQL and NATS. Each test has a NATS of its own, so
//! that its workers think for nobody else.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use agon_games::GAMES;
use agon_protocol::action::Action;
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest};
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::position::PositionRequest;
use agon_protocol::units::Millis;
use agon_server::Config;
use agon_server::worker::{self, WorkerConfig};
use async_nats::HeaderMap;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::databases::{SMALL, host, wait_until_complete, wish};
use crate::full_games::{Bots, against, play_out};
use crate::harness::{PATIENCE, Site, Socket, config, is_shared};
use crate::hostile::content;

/// Shared by servers and workers.
const WORKER_KEY: &str = "for tests only";

/// A NATS of one's own.
pub(crate) struct Nats {
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

fn start_nats(port: u16, folder: &TempDir) -> Child {
    // Where Debian puts it is not always where a user looks.
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream"]);
    command.arg("--store_dir").arg(folder.path()).env("PATH", path);
    let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(begin.elapsed() < PATIENCE, "nats-server does not answer");
        std::thread::sleep(Duration::from_millis(20));
    }
    process
}

impl Nats {
    /// Without PostgreSQL and NATS records a skip.
    pub(crate) fn start() -> Option<Nats> {
        if !is_shared() {
            return None;
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let folder = tempfile::tempdir().unwrap();
        Some(Nats { process: start_nats(port, &folder), port, folder })
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn start_again(&mut self) {
        self.process = start_nats(self.port, &self.folder);
    }

    /// A server whose computers think for so long.
    pub(crate) fn config(&self, think_time: u64) -> Config {
        let think_time = Duration::from_millis(think_time);
        let worker_key = Some(WORKER_KEY.into());
        Config { nats: Some(self.url().as_str().into()), worker_key, think_time, ..config() }
    }

    pub(crate) fn worker(&self) -> Worker {
        self.worker_with(None)
    }

    fn worker_with(&self, tablebases: Option<PathBuf>) -> Worker {
        let (nats, key) = (self.url().as_str().into(), WORKER_KEY.into());
        let config = WorkerConfig { nats, key, threads: 1, tablebases };
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        Worker {
            task: tokio::spawn(async { worker::run(config, stopped, || {}).await.unwrap() }),
            stop,
        }
    }
}

pub(crate) struct Worker {
    task: JoinHandle<()>,
    stop: oneshot::Sender<()>,
}

impl Worker {
    /// It is gone from one moment to the next, without a word.
    async fn die(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }

    pub(crate) async fn end(self) -> Duration {
        let begin = Instant::now();
        self.stop.send(()).unwrap();
        timeout(PATIENCE, self.task).await.unwrap().unwrap();
        begin.elapsed()
    }
}

/// A number of the server's metrics.
pub(crate) async fn number(site: &Site, name: &str) -> u64 {
    let (_, text) = site.stranger().get("/metrics").await;
    let text = text.as_str().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

pub(crate) async fn wait_for(site: &Site, name: &str, wanted: u64) {
    let begin = Instant::now();
    while number(site, name).await != wanted {
        assert!(begin.elapsed() < PATIENCE, "{name} is not {wanted}");
        sleep(Duration::from_millis(10)).await;
    }
}

pub(crate) const PRESENT: &str = "agon_workers";
const AWAY: &str = "agon_jobs_away";
pub(crate) const BY_WORKERS: &str = "agon_jobs_by_workers_total";
const TAKEN_BACK: &str = "agon_jobs_taken_back_total";
const HERE: &str = "agon_thoughts_total";

fn computer(level: u8) -> Value {
    json!({ "who": "computer", "level": level })
}

/// Anna in a game in which a computer of the highest level thinks about its first move.
pub(crate) async fn thinking(site: &Site) -> (String, Socket) {
    let anna = site.guest("Anna").await;
    let seats = [json!({ "who": "me" }), computer(10)];
    let (id, _) = anna.make(json!({ "game": "chess", "pace": 0, "seats": seats })).await;
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    socket.play(&id, 0, "e2e4").await.unwrap();
    socket.event("moved").await;
    (id, socket)
}

/// The moves that are stored.
async fn moves(site: &Site, id: &str) -> usize {
    let events = site.store.events(id, 0).await.unwrap();
    events.iter().filter(|event| event.kind == "moved").count()
}

fn analysis(time: u64) -> FromClient {
    let position = PositionRequest { game: "chess".into(), ..PositionRequest::default() };
    FromClient::Analyse(AnalysisRequest { position, lines: 2, time: Millis(time) })
}

#[tokio::test]
async fn a_worker_thinks_and_the_server_does_not() {
    let Some(nats) = Nats::start() else { return };
    let (site, _worker) = (Site::with(nats.config(200)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let (id, mut anna) = thinking(&site).await;
    anna.event("moved").await;
    // A move, a hint, and an analysis of which progress is told.
    let hint = anna.ask(FromClient::Hint { id: id.clone() }).await;
    assert!(matches!(hint, ToClient::Hint { .. }), "{hint:?}");
    let ToClient::Analysis { end, lines, time, .. } = anna.ask(analysis(1_500)).await else {
        panic!("no analysis");
    };
    assert_eq!((end, lines.len()), (Some(AnalysisEnd::Time), 2));
    assert!(time >= Millis(1_400), "{time:?}");
    let mut depths = Vec::new();
    while let Some(message) = anna.unread() {
        if let ToClient::Analysis { done: false, depth, .. } = message {
            depths.push(depth);
        }
    }
    assert!(depths.len() > 2 && depths.is_sorted(), "{depths:?}");
    assert_eq!((number(&site, BY_WORKERS).await, number(&site, HERE).await), (3, 0));
    assert_eq!(number(&site, TAKEN_BACK).await, 0);
}

#[tokio::test]
async fn without_a_worker_the_server_thinks() {
    let Some(nats) = Nats::start() else { return };
    let site = Site::with(nats.config(200)).await;
    let (id, mut anna) = thinking(&site).await;
    anna.event("moved").await;
    assert_eq!((moves(&site, &id).await, number(&site, HERE).await), (2, 1));
    // One that has come and gone is not waited for.
    let worker = nats.worker();
    wait_for(&site, PRESENT, 1).await;
    worker.end().await;
    wait_for(&site, PRESENT, 0).await;
    let (_, mut anna) = thinking(&site).await;
    anna.event("moved").await;
    assert_eq!((number(&site, HERE).await, number(&site, TAKEN_BACK).await), (2, 0));
}

#[tokio::test]
async fn when_a_worker_dies_another_one_goes_on() {
    let Some(nats) = Nats::start() else { return };
    let (site, first) = (Site::with(nats.config(4_000)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let begin = Instant::now();
    let (id, mut anna) = thinking(&site).await;
    sleep(Duration::from_millis(600)).await;
    let _second = nats.worker();
    wait_for(&site, PRESENT, 2).await;
    first.die().await;
    anna.event("moved").await;
    assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
    assert_eq!((number(&site, BY_WORKERS).await, number(&site, TAKEN_BACK).await), (1, 0));
    // Nobody comes back with the same.
    sleep(Duration::from_millis(1_500)).await;
    assert_eq!(moves(&site, &id).await, 2);
}

#[tokio::test]
async fn when_the_last_worker_dies_the_server_goes_on() {
    let Some(nats) = Nats::start() else { return };
    let (site, worker) = (Site::with(nats.config(3_000)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let begin = Instant::now();
    let (id, mut anna) = thinking(&site).await;
    sleep(Duration::from_millis(500)).await;
    assert_eq!(number(&site, AWAY).await, 1);
    worker.die().await;
    anna.event("moved").await;
    assert!(begin.elapsed() < Duration::from_secs(7), "{:?}", begin.elapsed());
    assert_eq!((moves(&site, &id).await, number(&site, TAKEN_BACK).await), (2, 1));
    assert_eq!((number(&site, BY_WORKERS).await, number(&site, HERE).await), (0, 1));
}

#[tokio::test]
async fn a_worker_that_is_to_end_gives_back_what_it_has() {
    let Some(nats) = Nats::start() else { return };
    let (site, first) = (Site::with(nats.config(8_000)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let (id, mut anna) = thinking(&site).await;
    sleep(Duration::from_millis(300)).await;
    let _second = nats.worker();
    wait_for(&site, PRESENT, 2).await;
    let ended = first.end().await;
    assert!(ended < Duration::from_secs(5), "{ended:?}");
    anna.event("moved").await;
    assert_eq!((number(&site, BY_WORKERS).await, number(&site, TAKEN_BACK).await), (1, 0));
    assert_eq!(moves(&site, &id).await, 2);
}

#[tokio::test]
async fn a_job_that_nobody_wants_any_more_is_dropped() {
    let Some(nats) = Nats::start() else { return };
    let (site, _worker) = (Site::with(nats.config(25_000)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let mut beacons = client.subscribe("agon.workers").await.unwrap();
    let mut free = async || {
        let beacon = timeout(PATIENCE, beacons.next()).await.unwrap().unwrap();
        serde_json::from_slice::<Value>(content(&beacon.payload)).unwrap()["free"].clone()
    };
    let (id, mut anna) = thinking(&site).await;
    while free().await != 0 {}
    anna.act(&id, Action::TakeBack { ply: None }).await.unwrap();
    let begin = Instant::now();
    while free().await != 1 {}
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!((number(&site, AWAY).await, number(&site, HERE).await), (0, 0));
    // The same for an analysis, which tells what was found until then.
    anna.say_tagged(1_000_000, analysis(20_000)).await;
    sleep(Duration::from_millis(800)).await;
    anna.say_tagged(1_000_001, FromClient::StopAnalysis {}).await;
    let ended = anna.answer(1_000_000).await;
    let ToClient::Analysis { end: Some(AnalysisEnd::Stopped), depth, .. } = ended else {
        panic!("{ended:?}");
    };
    assert!(depth > 1, "{depth}");
    while free().await != 1 {}
}

#[tokio::test]
async fn a_computer_moves_although_nats_dies() {
    let Some(mut nats) = Nats::start() else { return };
    let (site, _worker) = (Site::with(nats.config(1_500)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    let (id, mut anna) = thinking(&site).await;
    sleep(Duration::from_millis(300)).await;
    nats.kill();
    anna.event("moved").await;
    assert_eq!((moves(&site, &id).await, number(&site, HERE).await), (2, 1));
    // While it is away nobody waits for it, and later all is as before.
    let begin = Instant::now();
    let (_, mut bob) = thinking(&site).await;
    bob.event("moved").await;
    assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    sleep(Duration::from_secs(4)).await;
    nats.start_again();
    wait_for(&site, PRESENT, 1).await;
    let (_, mut carl) = thinking(&site).await;
    carl.event("moved").await;
    assert_eq!(number(&site, BY_WORKERS).await, 1);
}

#[tokio::test]
async fn the_queue_takes_so_much_of_one_person_and_nothing_twice() {
    let Some(nats) = Nats::start() else { return };
    let (site, worker) = (Site::with(nats.config(100)).await, nats.worker());
    wait_for(&site, PRESENT, 1).await;
    worker.end().await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let jets = async_nats::jetstream::new(client);
    let put = async |person: &str, id: String| {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id.as_str());
        let subject = format!("agon.other.jobs.moves.p{person}");
        jets.publish_with_headers(subject, headers, "{}".into()).await.unwrap().await
    };
    for job in 0..64 {
        assert!(!put("anna", format!("game.{job}.0")).await.unwrap().duplicate);
    }
    put("anna", "game.64.0".into()).await.unwrap_err();
    assert!(!put("bob", "game.65.0".into()).await.unwrap().duplicate);
    assert!(put("bob", "game.65.0".into()).await.unwrap().duplicate);
}

#[tokio::test]
async fn moves_are_looked_up_where_the_database_is() {
    let Some(nats) = Nats::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("databases");
    let config = Config { tablebases: Some(tables.clone()), ..nats.config(200) };
    let site = Site::over(config, folder).await;
    let host = host(&site).await;
    let (status, answer) = host.post(SMALL, json!({ "do": "start" })).await;
    assert_eq!(status, 200, "{answer}");
    wait_until_complete(&host).await;
    let anna = site.guest("Anna").await;
    let against_perfect = async || {
        let (id, _) = anna.make(wish("layers=2")).await;
        let mut socket = anna.connect().await;
        let text = socket.watch(&id, None).await.view.moves[0].text.clone();
        socket.play(&id, 0, &text).await.unwrap();
        while socket.watch(&id, None).await.state.ply < 2 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let without = nats.worker();
    wait_for(&site, PRESENT, 1).await;
    against_perfect().await;
    assert_eq!((number(&site, HERE).await, number(&site, BY_WORKERS).await), (1, 0));
    without.end().await;
    wait_for(&site, PRESENT, 0).await;
    let _with = nats.worker_with(Some(tables));
    wait_for(&site, PRESENT, 1).await;
    against_perfect().await;
    assert_eq!((number(&site, HERE).await, number(&site, BY_WORKERS).await), (1, 1));
}

#[tokio::test]
async fn three_servers_and_two_workers_play_every_game() {
    let Some(nats) = Nats::start() else { return };
    let first = Site::with(nats.config(50)).await;
    let sites = [first.beside(nats.config(50)).await, first.beside(nats.config(50)).await, first];
    let _workers = [nats.worker(), nats.worker()];
    for site in &sites {
        wait_for(site, PRESENT, 2).await;
    }
    for (nth, game) in GAMES.iter().enumerate() {
        let (here, there) = (&sites[nth % 3], &sites[(nth + 1) % 3]);
        let people = async {
            let (anna, bob) = (here.guest("Anna").await, there.guest("Bob").await);
            let seats = [json!({ "who": "me" }), json!({ "who": "open" })];
            let (id, key) = anna.make(json!({ "game": game.id(), "seats": seats })).await;
            let (mut one, mut two) = (anna.connect().await, bob.connect().await);
            one.watch(&id, None).await;
            two.watch(&id, Some(&key)).await;
            two.act_with(&id, Some(&key), Action::Sit { seat: None }).await.unwrap();
            one.event("started").await;
            play_out(&id, &mut [one, two], &mut Bots::new(nth as u64), 40).await;
        };
        let seats = json!([{ "who": "me" }, computer(3)]);
        let (seen, ()) = tokio::join!(against(there, game.id(), seats), people);
        assert_eq!(seen["state"]["phase"], "ended", "{}", game.id());
    }
    let (mut here, mut by_workers) = (0, 0);
    for site in &sites {
        here += number(site, HERE).await;
        by_workers += number(site, BY_WORKERS).await;
    }
    assert!(by_workers > 20 * here, "{by_workers} by workers, {here} by servers");
}
