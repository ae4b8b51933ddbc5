//! Several servers of one site, each with wires of its own to PostgreSQL and NATS, behind one address.

use std::env;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use agon_client::{Launch, Person, Server};
use tempfile::TempDir;
use tokio::task::block_in_place;

use crate::proxy::Proxy;

/// A server that has been asked to end and has not done so by then hangs.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Site {
    launches: Vec<Launch>,
    servers: Vec<Option<Server>>,
    /// The wires of each server.
    pub(crate) store: Vec<Proxy>,
    pub(crate) nats: Vec<Proxy>,
    /// Between clients and servers.
    pub(crate) front: Proxy,
    workers: Vec<Option<Child>>,
    nats_url: String,
    /// Runs `services`.
    xtask: Option<PathBuf>,
    /// Address of the database.
    pub(crate) database: String,
    _folder: TempDir,
}

impl Drop for Site {
    fn drop(&mut self) {
        for worker in self.workers.iter_mut().flatten() {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Workers, each with one thread.
const WORKERS: usize = 2;

/// The program under test; `AGON_BINARY` names another one.
fn program() -> PathBuf {
    let other = env::var_os("AGON_BINARY").map(PathBuf::from);
    other.unwrap_or_else(|| Path::new(env!("CARGO_BIN_EXE_agon")).into())
}

fn place(url: &str) -> SocketAddr {
    let place = url.split(['@', '/']).find(|part| part.contains(':') && !part.ends_with(':'));
    place.unwrap().parse().unwrap()
}

impl Site {
    pub(crate) async fn open(count: usize) -> Option<Site> {
        let nats = env::var("AGON_TEST_NATS").ok()?;
        let xtask = env::var_os("AGON_XTASK").map(PathBuf::from);
        let folder = tempfile::tempdir().unwrap();
        let database = agon_store::trial::url(folder.path()).await?;
        let (mut launches, mut stores, mut all_nats) = (Vec::new(), Vec::new(), Vec::new());
        for node in 0..count {
            let to_store = Proxy::new(&[place(&database)]).await;
            let to_nats = Proxy::new(&[place(&nats)]).await;
            let name = database.rsplit('/').next().unwrap();
            let store = format!("postgres://agon@{}/{name}", to_store.address);
            let wire = format!("nats://{}", to_nats.address);
            let launch = Launch::new(&program(), &folder.path().join(format!("node{node}")));
            launches.push(launch.unwrap().with([
                "--store",
                store.as_str(),
                "--nats",
                wire.as_str(),
                "--rate-limit",
                "off",
                "--engine-threads",
                "1",
                "--think-time",
                "1000",
            ]));
            stores.push(to_store);
            all_nats.push(to_nats);
        }
        let addresses: Vec<SocketAddr> =
            launches.iter().map(|launch| ([127, 0, 0, 1], launch.port).into()).collect();
        let front = Proxy::new(&addresses).await;
        let servers = launches.iter().map(|_| None).collect();
        let mut site = Site {
            launches,
            servers,
            store: stores,
            nats: all_nats,
            front,
            workers: (0..WORKERS).map(|_| None).collect(),
            nats_url: nats,
            xtask,
            database,
            _folder: folder,
        };
        for node in 0..count {
            site.start(node);
        }
        for worker in 0..WORKERS {
            site.start_worker(worker);
        }
        Some(site)
    }
}

impl Site {
    pub(crate) fn nodes(&self) -> usize {
        self.launches.len()
    }

    /// Where clients find it.
    pub(crate) fn clients(&self) -> agon_client::Site {
        agon_client::Site::new(&format!("http://{}", self.front.address)).unwrap()
    }

    pub(crate) fn start(&mut self, node: usize) {
        let server = block_in_place(|| self.launches[node].start());
        self.servers[node] = Some(server.unwrap_or_else(|error| panic!("{error}")));
    }

    pub(crate) fn kill(&mut self, node: usize) {
        let server = self.servers[node].take().expect("it runs");
        block_in_place(|| server.kill()).unwrap();
    }

    pub(crate) async fn stop(&mut self, node: usize) {
        let server = self.servers[node].take().expect("it runs");
        let stopped = tokio::task::spawn_blocking(move || server.stop(PATIENCE)).await.unwrap();
        let status = stopped.unwrap();
        assert!(status.success(), "asked to end, the server ended with {status}");
    }

    pub(crate) fn signal(&self, node: usize, name: &str) {
        self.servers[node].as_ref().expect("it runs").signal(name).unwrap();
    }

    pub(crate) fn start_worker(&mut self, number: usize) {
        let mut command = Command::new(program());
        command.args(["worker", "--nats", &self.nats_url, "--threads", "1"]);
        // The servers share the key; the first one has written it.
        let key = self.launches[0].data.join("worker.key");
        command.arg("--worker-key-file").arg(key);
        command.env_remove("AGON_CONFIG").stdin(Stdio::null());
        let worker = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.workers[number] = Some(worker.unwrap());
    }

    pub(crate) fn kill_worker(&mut self, number: usize) {
        let mut worker = self.workers[number].take().expect("it runs");
        worker.kill().unwrap();
        worker.wait().unwrap();
    }

    /// Warnings and errors in the log of each server since it was started.
    pub(crate) fn warnings(&self) -> Vec<Vec<String>> {
        let is_warning = |line: &&str| line.contains("ERROR") || line.contains("WARN");
        let found =
            |server: &Server| server.log().lines().filter(is_warning).map(Into::into).collect();
        self.servers.iter().map(|server| server.as_ref().map_or_else(Vec::new, found)).collect()
    }

    /// Where one of the servers is.
    pub(crate) fn node(&self, number: usize) -> agon_client::Site {
        let address = format!("http://127.0.0.1:{}", self.launches[number].port);
        agon_client::Site::new(&address).unwrap()
    }

    /// A number of the metrics, of all servers together since each was started.
    pub(crate) async fn number(&self, name: &str) -> u64 {
        let mut sum = 0;
        for launch in &self.launches {
            let site = agon_client::Site::new(&format!("http://127.0.0.1:{}", launch.port));
            let answer = Person::stranger(&site.unwrap()).get("/metrics").await.unwrap();
            let text = answer.body.as_str().unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            sum += line.unwrap().parse::<u64>().unwrap();
        }
        sum
    }

    /// Something happens to PostgreSQL or NATS.
    pub(crate) fn services(&self, what: &str) {
        let xtask = self.xtask.as_ref().expect("AGON_XTASK names the program");
        let status = block_in_place(|| Command::new(xtask).args(["services", what]).status());
        assert!(status.unwrap().success(), "services {what}");
    }
}
