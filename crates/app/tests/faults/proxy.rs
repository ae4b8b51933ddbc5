//! A wire that can be cut: it passes bytes on to one of several servers, in turn, as long as it is
//! whole.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// One of the servers behind it.
struct Target {
    address: SocketAddr,
    whole: watch::Sender<bool>,
}

struct Shared {
    targets: Mutex<Vec<Arc<Target>>>,
    next: AtomicUsize,
    silent: watch::Sender<bool>,
}

#[derive(Clone)]
pub(crate) struct Proxy {
    shared: Arc<Shared>,
    pub(crate) address: SocketAddr,
}

impl Proxy {
    pub(crate) async fn new(targets: &[SocketAddr]) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let target =
            |&address: &SocketAddr| Arc::new(Target { address, whole: watch::Sender::new(true) });
        let shared = Arc::new(Shared {
            targets: Mutex::new(targets.iter().map(target).collect()),
            next: AtomicUsize::new(0),
            silent: watch::Sender::new(false),
        });
        let proxy = Proxy { shared: Arc::clone(&shared), address };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serve(Arc::clone(&shared), client));
            }
        });
        proxy
    }

    fn target(&self, number: usize) -> Arc<Target> {
        Arc::clone(&self.shared.targets.lock().unwrap()[number])
    }

    /// All connections to a server break, and there are no new ones.
    pub(crate) fn cut(&self, number: usize) {
        self.target(number).whole.send_replace(false);
    }

    pub(crate) fn mend(&self, number: usize) {
        self.target(number).whole.send_replace(true);
    }

    /// Nothing is passed on any more, and nobody is told; later it is.
    pub(crate) fn silence(&self, silent: bool) {
        self.shared.silent.send_replace(silent);
    }
}

async fn serve(shared: Arc<Shared>, client: TcpStream) {
    let targets: Vec<Arc<Target>> = shared.targets.lock().unwrap().clone();
    let first = shared.next.fetch_add(1, Ordering::Relaxed);
    for turn in 0..targets.len() {
        let target = &targets[(first + turn) % targets.len()];
        if !*target.whole.borrow() {
            continue;
        }
        let Ok(server) = TcpStream::connect(target.address).await else { continue };
        let _ = (client.set_nodelay(true), server.set_nodelay(true));
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let mut whole = target.whole.subscribe();
        tokio::select! {
            () = pass(from_client, to_server, shared.silent.subscribe()) => {}
            () = pass(from_server, to_client, shared.silent.subscribe()) => {}
            _ = whole.wait_for(|whole| !whole) => {}
        }
        return;
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut silent: watch::Receiver<bool>) {
    let mut buffer = vec![0; 32 << 10];
    while let Ok(size) = from.read(&mut buffer).await {
        if size == 0 || silent.wait_for(|silent| !silent).await.is_err() {
            return;
        }
        if to.write_all(&buffer[..size]).await.is_err() {
            return;
        }
    }
}
