//! Connections: accepted as long as there is room, and cut off when they only cost time.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower_service::Service;

use crate::router::router;
use crate::socket::shutdown;
use crate::state::App;

/// Whoever connects must have sent the head of a request by then.
const HEAD: Duration = Duration::from_secs(10);
/// The largest head of a request.
const LARGEST_HEAD: usize = 16 << 10;
/// Connections at the same time; those that have become WebSockets do not count here.
const MOST: usize = 4_096;
/// Requests get so long to be finished when the server is shut down.
const PATIENCE: Duration = Duration::from_secs(3);

/// Serves until `stop`, then ends in order: clients are told, requests are finished, and all
/// that was confirmed is stored.
pub async fn serve(
    app: App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = router(app.clone());
    let room = Arc::new(Semaphore::new(MOST));
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Without room the connection is closed at once.
                if let Ok(permit) = Arc::clone(&room).try_acquire_owned() {
                    let connection = talk(stream, peer, router.clone(), app.closing.subscribe());
                    tokio::spawn(async move {
                        connection.await;
                        drop(permit);
                    });
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    app.begin_to_close();
    // Whoever does not finish a request is not waited for.
    let _ = tokio::time::timeout(PATIENCE, room.acquire_many(MOST as u32)).await;
    app.close().await;
    Ok(())
}

/// Serves one connection, until the client or the server ends it.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    // Moves are small and must not wait for more to be sent.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection may be slow");
    }
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LARGEST_HEAD);
    let site = Site { router, peer };
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), site).with_upgrades());
    // That a client breaks off is no concern of ours.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = shutdown(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// The router for one connection: requests know where they come from.
struct Site {
    router: Router,
    peer: SocketAddr,
}

impl hyper::service::Service<Request<Incoming>> for Site {
    type Response = Response;
    type Error = Infallible;
    type Future = <Router as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(ConnectInfo(self.peer));
        // A router is always ready.
        self.router.clone().call(request)
    }
}
