//! Connections: accepted as long as there is room, and cut off when they only cost time.

use std::convert::Infallible;
use std::fs;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use agon_protocol::error::{Code, Fault};
use axum::Router;
use axum::extract::ConnectInfo;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tower_service::Service;

use crate::config::Config;
use crate::connections::{Connections, Full, Link, Place};
use crate::http::fault::HttpFault;
use crate::limits::Asker;
use crate::router::router;
use crate::socket::shutdown;
use crate::state::App;
use crate::stream::Stream;

/// The largest head of a request.
const LARGEST_HEAD: usize = 16 << 10;
/// Requests get so long to be finished when the server is shut down.
const PATIENCE: Duration = Duration::from_secs(3);
/// Files that the store and the databases may open beside the connections.
const OTHER_FILES: usize = 64;
/// Those who are turned away and told so at the same time; more of them are not told.
const MOST_TURNED_AWAY: usize = 64;

/// Serves until `stop`, then ends in order: clients are told, requests are finished, and all
/// that was confirmed is stored.
pub async fn serve(
    app: App,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = router(app.clone());
    let connections = Connections::new(room(&app.config), app.config.max_per_address);
    let door = Arc::new(Semaphore::new(MOST_TURNED_AWAY));
    // Every task has a sender; when the last one is gone, all are done.
    let (inside, mut outside) = mpsc::channel::<()>(1);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Behind a proxy all come from its address, which says nothing about them.
                let address = (!app.config.trust_proxy).then(|| Asker::at(peer.ip()));
                match connections.enter(address) {
                    Ok(place) => {
                        let talk = talk(app.clone(), stream, peer, place, router.clone());
                        let inside = inside.clone();
                        tokio::spawn(async move {
                            talk.await;
                            drop(inside);
                        });
                    }
                    Err(full) => {
                        app.metrics.turned_away.add(1);
                        if let Ok(permit) = Arc::clone(&door).try_acquire_owned() {
                            tokio::spawn(async move {
                                turn_away(stream, full).await;
                                drop(permit);
                            });
                        }
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                connections.shrink();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop((listener, inside));
    if !app.config.spread.is_zero() {
        app.leave().await;
    }
    app.begin_to_close();
    // Whoever does not finish a request is not waited for.
    let _ = timeout(PATIENCE, outside.recv()).await;
    app.close().await;
    Ok(())
}

/// How many connections there may be: as many as are wished for, and as the system lets a process have.
fn room(config: &Config) -> usize {
    let wanted = config.max_connections;
    let Some(files) = open_files() else { return wanted };
    let most = files.saturating_sub(OTHER_FILES).max(1);
    if most < wanted {
        tracing::warn!(
            "there is room for {most} connections, not {wanted}: \
             the system lets this process open {files} files (ulimit -n)"
        );
    }
    wanted.min(most)
}

/// How many files this process may open, where the system tells.
fn open_files() -> Option<usize> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Serves one connection, until the client or the server ends it.
async fn talk(app: App, stream: TcpStream, peer: SocketAddr, place: Place, router: Router) {
    // Moves are small and must not wait for more to be sent.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection may be slow");
    }
    let link = place.link();
    let stream = Stream::new(stream, app.config.send_time, place);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).max_buf_size(LARGEST_HEAD);
    // Also the time that a connection may be idle between two requests.
    http.header_read_timeout(app.config.head_time);
    let site = Site { router, peer, link: link.clone() };
    let mut closing = app.closing.subscribe();
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), site).with_upgrades());
    // That a client breaks off is no concern of ours.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = link.must_leave() => app.metrics.gave_way.add(1),
        () = shutdown(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Says that there is no room.
async fn turn_away(mut stream: TcpStream, full: Full) {
    let fault = Fault::from(HttpFault::from(full));
    let status = match fault.code {
        Code::TooMany => "429 Too Many Requests",
        _ => "503 Service Unavailable",
    };
    let wait = fault.retry_after.unwrap_or_default();
    let body = serde_json::to_string(&fault).unwrap_or_default();
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         retry-after: {wait}\r\nconnection: close\r\n\r\n{body}"
    );
    let goodbye = async {
        // Nobody expects an answer before the question; and what nobody has read of the question would
        // take the answer with it.
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).await?;
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        while stream.read(&mut request).await? > 0 {}
        io::Result::Ok(())
    };
    // Whoever does not listen is not waited for.
    let _ = timeout(Duration::from_secs(1), goodbye).await;
}

/// The router for one connection: requests know where they come from.
struct Site {
    router: Router,
    peer: SocketAddr,
    link: Link,
}

impl hyper::service::Service<Request<Incoming>> for Site {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let link = self.link.clone();
        link.works();
        request.extensions_mut().insert(ConnectInfo(self.peer));
        request.extensions_mut().insert(link.clone());
        // A router is always ready.
        let answer = self.router.clone().call(request);
        Box::pin(async move {
            let answer = answer.await;
            link.waits();
            answer
        })
    }
}
