//! Connections that only cost.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use agon_client::{Person, Site, Socket};
use anyhow::Result;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::ground::Ground;
use crate::report::Check;

/// More than a server has room for.
const MANY: usize = 4_200;
/// Addresses from which an attack comes when it comes from many.
const ADDRESSES: usize = 60;
/// How long they stay.
const STAY: Duration = Duration::from_secs(15);
/// A small buffer makes the other side wait early.
const SMALL: u32 = 4 << 10;
/// More memory than this must not be gained by people who do not read.
const MOST_MEMORY: u64 = 150 << 10;

/// Opens so many connections, and sends something over each. Who is refused, is.
async fn open(site: &Site, count: usize, bytes: &[u8]) -> Vec<TcpStream> {
    let mut open = Vec::new();
    for _ in 0..count {
        // A server that accepts nothing more is what the newcomers are there to find out.
        let Ok(Ok(stream)) = timeout(Duration::from_secs(2), site.connect(Some(SMALL))).await
        else {
            break;
        };
        // What does not fit at once is not sent.
        if stream.writable().await.is_ok() && stream.try_write(bytes).is_ok() {
            open.push(stream);
        }
    }
    open
}

/// How many the server has not closed. What waits must be read for that: it is the end.
fn still_open(streams: &[TcpStream]) -> usize {
    let mut bytes = vec![0; 64 << 10];
    let mut open = |stream: &&TcpStream| loop {
        match stream.try_read(&mut bytes) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
        }
    };
    streams.iter().filter(|stream| open(stream)).count()
}

/// Asks for much and reads nothing.
pub(super) async fn silent(ground: &mut Ground) -> Result<Vec<Check>> {
    let one = "GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(60);
    let nothing = Vec::new();
    let mut checks = Vec::new();
    let mut kept = open(&ground.attacker(), MANY, one.as_bytes()).await;
    let opened = kept.len();
    sleep(STAY).await;
    let text = format!("{opened} of one address opened, {} stay", still_open(&kept));
    checks.push(Check::note(text));
    // The same from many addresses, half of them without any request.
    let mut more = Vec::new();
    for number in 0..ADDRESSES {
        let bytes = if number % 2 == 0 { one.as_bytes() } else { &nothing };
        more.extend(open(&ground.crowd(number), MANY / ADDRESSES + 10, bytes).await);
    }
    let opened = more.len();
    sleep(STAY).await;
    let text = format!("{opened} of {ADDRESSES} addresses opened, {} stay", still_open(&more));
    checks.push(Check::note(text));
    kept.clear();
    Ok(checks)
}

/// Heads of requests that come one byte at a time and never end.
pub(super) async fn half_heads(ground: &mut Ground) -> Result<Vec<Check>> {
    let head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    let begin = Instant::now();
    let mut opened = 0;
    let mut kept: Vec<TcpStream> = Vec::new();
    while begin.elapsed() < 2 * STAY {
        kept.retain(|stream| stream.try_write(b"a").is_ok());
        let missing = MANY.saturating_sub(kept.len());
        for number in 0..=ADDRESSES {
            // Half of them from one address.
            let (site, share) = match number.checked_sub(1) {
                None => (ground.attacker(), missing / 2),
                Some(number) => (ground.crowd(number), missing / 2 / ADDRESSES),
            };
            let new = open(&site, share, head).await;
            opened += new.len();
            kept.extend(new);
        }
        sleep(Duration::from_secs(1)).await;
    }
    Ok(vec![Check::note(format!("{opened} heads begun in {} s", begin.elapsed().as_secs()))])
}

/// Watches a game a hundred times over each of a hundred connections, without reading.
pub(super) async fn slow_readers(ground: &mut Ground) -> Result<Vec<Check>> {
    let id = ground.bystander()?.game().await?;
    let before = ground.server()?.usage()?.memory;
    let here = ground.site.metric("agon_connections").await?;
    let mut sockets = Vec::new();
    for number in 0..100 {
        let site = ground.crowd(number % 10);
        let person = Person::enter(&site, "Slow").await?;
        let stream = site.connect(Some(SMALL)).await?;
        sockets.push(Socket::over(stream, &site, person.cookie()).await?);
    }
    let watch = json!({ "type": "watch", "id": id }).to_string();
    let mut sent = 0;
    for socket in &mut sockets {
        for _ in 0..100 {
            let message = Message::text(watch.clone());
            let said = timeout(Duration::from_millis(50), socket.send(message)).await;
            if !matches!(said, Ok(Ok(()))) {
                break;
            }
            sent += 1;
        }
    }
    let begin = Instant::now();
    let mut most = before;
    while begin.elapsed() < 2 * STAY {
        most = most.max(ground.server()?.usage()?.memory);
        sleep(Duration::from_millis(500)).await;
    }
    // Newcomers come and go meanwhile.
    let left = (ground.site.metric("agon_connections").await? - here).max(0.0);
    let gained = most.saturating_sub(before);
    let memory = format!("{sent} questions, {} MB of memory for the answers", gained >> 10);
    Ok(vec![
        Check::that(gained < MOST_MEMORY, memory),
        Check::that(left <= 10.0, format!("{left} of {} connections stay", sockets.len())),
    ])
}
