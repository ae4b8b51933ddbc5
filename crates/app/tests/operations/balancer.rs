//! A simple TCP load balancer: round robin over the servers whose readiness check succeeds. A
//! server is removed after three failures in a row.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_client::Site;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// Timeout of a readiness check.
const PATIENCE: Duration = Duration::from_secs(2);
/// Interval between readiness checks.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);
/// Number of failed checks after which a server is removed.
const FALL: usize = 3;

struct Target {
    address: SocketAddr,
    /// Consecutive failed checks.
    not_ready: usize,
}

#[derive(Clone)]
pub(crate) struct Balancer {
    targets: Arc<Mutex<Vec<Target>>>,
    next: Arc<AtomicUsize>,
    pub(crate) address: SocketAddr,
}

impl Balancer {
    pub(crate) async fn new() -> Balancer {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let balancer = Balancer { targets: Arc::default(), next: Arc::default(), address };
        let shared = balancer.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let shared = shared.clone();
                tokio::spawn(async move { shared.pass(client).await });
            }
        });
        balancer
    }

    /// Address for clients.
    pub(crate) fn site(&self) -> Site {
        Site::new(&format!("http://{}", self.address)).unwrap()
    }

    /// Adds a server.
    pub(crate) fn add(&self, port: u16) {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        self.targets.lock().unwrap().push(Target { address, not_ready: FALL });
        let balancer = self.clone();
        tokio::spawn(async move {
            let site = Site::new(&format!("http://{address}")).unwrap();
            loop {
                let answer = timeout(PATIENCE, site.get("/ready")).await;
                balancer.note(
                    address,
                    &match answer {
                        Ok(Ok(answer)) if answer.status == 200 => Ok(()),
                        Ok(Ok(answer)) => Err(answer.body.to_string()),
                        Ok(Err(error)) => Err(error.to_string()),
                        Err(_) => Err("no answer".to_owned()),
                    },
                );
                sleep(PAUSE).await;
            }
        });
    }

    fn note(&self, address: SocketAddr, answer: &Result<(), String>) {
        let mut targets = self.targets.lock().unwrap();
        let target = targets.iter_mut().find(|target| target.address == address).unwrap();
        match answer {
            Ok(()) => target.not_ready = 0,
            Err(why) => {
                if target.not_ready < FALL {
                    println!("{address} is not ready: {why}");
                }
                target.not_ready = (target.not_ready + 1).min(FALL);
            }
        }
    }

    /// Ports of the servers in rotation.
    pub(crate) fn ready(&self) -> Vec<u16> {
        let targets = self.targets.lock().unwrap();
        targets
            .iter()
            .filter(|target| target.not_ready < FALL)
            .map(|target| target.address.port())
            .collect()
    }

    pub(crate) async fn until(&self, ports: &[u16]) {
        let seen = async {
            while self.ready() != ports {
                sleep(PAUSE / 4).await;
            }
        };
        let seen = timeout(Duration::from_secs(30), seen).await;
        assert!(seen.is_ok(), "ready are {:?}, expected {ports:?}", self.ready());
    }

    async fn pass(&self, mut client: TcpStream) {
        let ready = self.ready();
        for turn in 0..ready.len() {
            let port = ready[(self.next.fetch_add(1, Ordering::Relaxed) + turn) % ready.len()];
            // Skip servers that stopped after their last check.
            let Ok(mut server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await else {
                continue;
            };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            // A disconnect on either side ends the connection.
            let _ = copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
