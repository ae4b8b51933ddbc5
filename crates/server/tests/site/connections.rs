//! Connections that only cost room: silent ones, half-sent requests, clients that never read.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use agon_protocol::message::{FromClient, ToClient};
use agon_server::Config;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::harness::{PATIENCE, Site, code, config};

const REQUEST: &[u8] = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Little room; time-outs that do not help, so that giving way must.
fn little_room() -> Config {
    Config {
        max_connections: 64,
        max_per_address: 48,
        head_time: PATIENCE * 2,
        send_time: PATIENCE * 2,
        ..config()
    }
}

fn address(site: &Site) -> SocketAddr {
    site.url.trim_start_matches("http://").parse().unwrap()
}

/// Connects from this address of the loopback network.
async fn connect_from(site: &Site, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    // Otherwise more than some kilobytes are taken without being read.
    socket.set_recv_buffer_size(4 << 10).unwrap();
    if last != 1 {
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    }
    timeout(PATIENCE, socket.connect(address(site))).await.expect("connected").unwrap()
}

/// Asks and waits for the answer; `None` if there is none.
async fn ask(stream: &mut TcpStream, request: &[u8]) -> Option<String> {
    stream.write_all(request).await.ok()?;
    let mut answer = vec![0; 4 << 10];
    let length = timeout(PATIENCE, stream.read(&mut answer)).await.expect("an answer").ok()?;
    let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
    (!answer.is_empty()).then_some(answer)
}

async fn is_served(stream: &mut TcpStream) -> bool {
    ask(stream, REQUEST).await.is_some_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// Has the server ended this connection, on which nothing is to be read?
async fn has_ended(stream: &mut TcpStream) -> bool {
    let ended = timeout(Duration::from_millis(100), stream.read(&mut [0; 16])).await;
    matches!(ended, Ok(Ok(0) | Err(_)))
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn silent_connections_of_one_address_do_not_block_the_site() {
    let site = Site::with(little_room()).await;
    let mut friend = site.guest("Friend").await.connect().await;
    let mut silent = Vec::new();
    for i in 0..200 {
        let mut stream = connect_from(&site, 2).await;
        // Some say nothing at all, some half of something.
        if i % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await;
        }
        silent.push(stream);
    }
    let begin = Instant::now();
    for _ in 0..20 {
        assert!(is_served(&mut connect_from(&site, 1).await).await);
    }
    assert!(begin.elapsed() < PATIENCE);
    // Whoever was there is not disturbed.
    let answer = friend.ask(FromClient::Ping {}).await;
    assert!(matches!(answer, ToClient::Pong { .. }));
    // Others of the crowded address have a chance, too.
    assert!(is_served(&mut connect_from(&site, 2).await).await);
}

#[tokio::test]
async fn whoever_never_reads_is_cut_off() {
    let site = Site::with(Config { send_time: Duration::from_secs(1), ..little_room() }).await;
    let mut deaf = Vec::new();
    for _ in 0..10 {
        let mut stream = connect_from(&site, 1).await;
        // Far more than the system keeps for somebody who does not read.
        let asked = b"GET /texts/help-en.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
        let _ = timeout(Duration::from_millis(500), stream.write_all(&asked)).await;
        deaf.push(stream);
    }
    let begin = Instant::now();
    for stream in &deaf {
        // Writing fails when the server has closed its end.
        loop {
            match stream.try_write(b"G") {
                Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => break,
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
            assert!(begin.elapsed() < PATIENCE, "not cut off");
        }
    }
    // Somebody who reads slowly gets everything.
    let mut slow = connect_from(&site, 1).await;
    slow.write_all(
        b"GET /texts/help-en.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    )
    .await
    .unwrap();
    let mut all = Vec::new();
    let mut piece = vec![0; 4 << 10];
    loop {
        let length = timeout(PATIENCE, slow.read(&mut piece)).await.expect("more").unwrap();
        if length == 0 {
            break;
        }
        all.extend_from_slice(&piece[..length]);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let file = include_bytes!("../../../../web/texts/help-en.js");
    assert!(all.ends_with(file), "{} of {} bytes", all.len(), file.len());
}

#[tokio::test]
async fn half_a_request_has_its_time() {
    let config = Config { head_time: Duration::from_millis(300), ..config() };
    let site = Site::with(config).await;
    // Silent, half a head, and between two requests.
    let mut streams = Vec::new();
    for begun in [&b""[..], b"GET / HTTP/1.1\r\nX-Slow: ", REQUEST] {
        let mut stream = connect_from(&site, 1).await;
        stream.write_all(begun).await.unwrap();
        streams.push(stream);
    }
    for stream in &mut streams {
        let mut answer = Vec::new();
        let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        let _ = read.expect("cut off");
    }
}

#[tokio::test]
async fn the_longest_idle_one_gives_way_to_a_newcomer() {
    let config = Config { max_connections: 8, max_per_address: 8, ..little_room() };
    let site = Site::with(config).await;
    let mut all = Vec::new();
    for _ in 0..8 {
        let mut stream = connect_from(&site, 1).await;
        assert!(is_served(&mut stream).await);
        all.push(stream);
    }
    // The first one asks once more and is not idle any longer: the second one is.
    assert!(is_served(&mut all[0]).await);
    let mut newcomer = connect_from(&site, 1).await;
    assert!(is_served(&mut newcomer).await);
    assert!(has_ended(&mut all[1]).await);
    all.remove(1);
    for stream in &mut all {
        assert!(is_served(stream).await);
    }
}

#[tokio::test]
async fn an_address_that_has_enough_is_told_so() {
    let site = Site::with(Config { max_per_address: 4, ..little_room() }).await;
    let anna = site.guest("Anna").await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(anna.connect().await);
    }
    let answer = ask(&mut connect_from(&site, 1).await, REQUEST).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 429") && head.contains("retry-after: 5"), "{head}");
    let fault: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&fault["code"], &fault["retry_after"]), (&"too_many".into(), &5.into()));
    assert!(anna.open(&[]).await.is_err());
    // Those who are there play on, and others come in.
    let answer = sockets[0].ask(FromClient::Ping {}).await;
    assert!(matches!(answer, ToClient::Pong { .. }));
    if cfg!(target_os = "linux") {
        assert!(is_served(&mut connect_from(&site, 2).await).await);
    }
    drop(sockets);
    let begin = Instant::now();
    while anna.open(&[]).await.is_err() {
        assert!(begin.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_proxy_is_many_people() {
    let config = Config { max_per_address: 4, trust_proxy: true, ..little_room() };
    let site = Site::with(config).await;
    let anna = site.guest_from("192.0.2.1", "Anna").await;
    // The proxy has as many connections as it likes, ...
    let mut proxied = Vec::new();
    for _ in 0..20 {
        let mut stream = connect_from(&site, 1).await;
        assert!(is_served(&mut stream).await);
        proxied.push(stream);
    }
    for stream in &mut proxied {
        assert!(is_served(stream).await);
    }
    // ... and each of its clients so many WebSockets.
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(anna.open(&[("x-forwarded-for", "192.0.2.1")]).await.unwrap());
    }
    assert!(anna.open(&[("x-forwarded-for", "192.0.2.1")]).await.is_err());
    assert!(anna.open(&[("x-forwarded-for", "192.0.2.2")]).await.is_ok());
}

#[tokio::test]
async fn files_are_limited_by_address() {
    // 200 at once, then 30 a second.
    let site = Site::with(Config { rate_limit: Some(0.05), ..config() }).await;
    let anyone = site.stranger();
    let mut refused = None;
    for i in 0..1_000 {
        let answer = anyone.get("/icon.svg").await;
        if answer.0 != 200 {
            assert!(i >= 200, "{i}");
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert_eq!(code(&refused), (429, "too_many"));
    assert!(refused.1["retry_after"].as_u64().is_some());
    // Requests that were sent together with a refused one are not answered.
    let mut stream = connect_from(&site, 1).await;
    let mut answers = String::new();
    let asked = b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(500);
    let _ = stream.write_all(&asked).await;
    let _ = timeout(PATIENCE, stream.read_to_string(&mut answers)).await.expect("an end");
    let count = answers.matches("HTTP/1.1 429").count();
    assert!(count <= 1, "{count}");
    for path in ["/", "/nothing", "/api/nothing", "/metrics", "/ready", "/api/openapi.json"] {
        let answers = [anyone.get(path).await, anyone.get(path).await];
        assert!(answers.iter().any(|answer| answer.0 == 429), "{path}");
    }
    assert_eq!(anyone.get("/health").await.0, 200);
}
