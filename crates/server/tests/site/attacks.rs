//! What people with bad intentions try. Each gets its typed error or is cut off, and a game of
//! others goes on meanwhile.

use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_protocol::units::Seat;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{PATIENCE, Person, Site, Socket, code, config, two};

/// A game of others that must go on, whatever happens.
struct Bystanders {
    id: String,
    players: [Socket; 2],
    ply: u32,
    memory: Option<u64>,
}

/// More megabytes than this no attack may cost; the attackers' own memory is part of it.
const MOST_MEMORY: u64 = 250;

/// Megabytes of this process, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

impl Bystanders {
    async fn new(site: &Site) -> Bystanders {
        let (id, first, second) = two(site, json!({ "game": "tablut" })).await;
        Bystanders { id, players: [first, second], ply: 0, memory: memory() }
    }

    async fn go_on(&mut self) {
        if let (Some(before), Some(now)) = (self.memory, memory()) {
            assert!(now < before + MOST_MEMORY, "{before} MB before, {now} MB now");
        }
        let turn = (self.ply % 2) as usize;
        let moves = self.players[turn].watch(&self.id, None).await.view.moves;
        // A game that has come to its end was not harmed.
        let Some(next) = moves.get((self.ply as usize * 7) % moves.len().max(1)) else { return };
        self.players[turn].play(&self.id, self.ply, &next.text).await.unwrap();
        self.ply += 1;
        while self.players[1 - turn].event("moved").await.1.ply < self.ply {}
    }
}

#[tokio::test]
async fn forged_cookies_and_foreign_seats() {
    let site = Site::start().await;
    let mut others = Bystanders::new(&site).await;
    let victim = site.guest("Victim").await;
    let (id, _) =
        victim.make(json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    let signed = victim.header.1.clone();
    let forgeries = [
        format!("agon={}", victim.id),
        format!("agon={}.", victim.id),
        format!("agon={}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", victim.id),
        signed[..signed.len() - 1].to_owned(),
        format!("{signed}A"),
        format!("agon={}{}", "x".repeat(4000), &signed[5..]),
        "agon=".into(),
    ];
    for forged in forgeries {
        let thief =
            Person { header: ("cookie", forged.clone()), id: String::new(), ..victim.clone() };
        let answer = thief.act(&id, json!({ "do": "move", "ply": 0, "text": "e2e4" })).await;
        assert_eq!(code(&answer), (401, "no_identity"), "{forged}");
    }
    let token = Person { header: ("authorization", "Bearer agon_guess".into()), ..victim.clone() };
    assert_eq!(code(&token.get("/api/me").await), (401, "no_identity"));
    let mut thief = site.guest("Thief").await.connect().await;
    for action in [
        Action::Move { ply: 0, version: None, text: "e2e4".into() },
        Action::Resign { seat: Some(Seat(0)) },
        Action::OfferDraw { seat: None },
        Action::TakeBack { ply: None },
        Action::Pause,
        Action::Claim,
    ] {
        assert_eq!(thief.act(&id, action).await.unwrap_err().0, Code::NotYourSeat);
    }
    others.go_on().await;
}

#[tokio::test]
async fn pages_of_other_sites() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        assert!(anna.open(&[("origin", origin)]).await.is_err(), "{origin}");
        let response = anna
            .http
            .post(format!("{}/api/me", site.url))
            .header("origin", origin)
            .header("cookie", &anna.header.1)
            .json(&json!({ "name": "Hacked" }))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 403, "{origin}");
    }
    let own = site.url.clone();
    assert!(anna.open(&[("origin", &own)]).await.is_ok());
    let crossed = anna
        .http
        .post(format!("{}/api/me", site.url))
        .header("sec-fetch-site", "cross-site")
        .header("cookie", &anna.header.1)
        .json(&json!({ "name": "Hacked" }))
        .send()
        .await
        .unwrap();
    assert_eq!(crossed.status(), 403);
    assert_eq!(anna.get("/api/me").await.1["name"], "Anna");
    let page = anna.http.get(&site.url).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
    for name in ["x-content-type-options", "referrer-policy", "x-frame-options"] {
        assert!(page.headers().contains_key(name), "{name}");
    }
}

/// Whatever may run scripts is told what they must not do; parts of a page obey the page.
#[tokio::test]
async fn pages_and_workers_are_restrained() {
    let site = Site::start().await;
    let policy = |path: &'static str| {
        let request = site.http.get(format!("{}{path}", site.url)).header("accept", "text/html");
        async move {
            let answer = request.send().await.unwrap();
            assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(answer.headers()["cross-origin-resource-policy"], "same-origin", "{path}");
            answer.headers().contains_key("content-security-policy")
        }
    };
    let restrained =
        ["/", "/game/x", "/none", "/none.js", "/worker.js", "/here/site.js", "/icon.svg"];
    for path in restrained {
        assert!(policy(path).await, "{path}");
    }
    for path in ["/app.js", "/style.css", "/api/catalog", "/api/none", "/shell.json"] {
        assert!(!policy(path).await, "{path}");
    }
}

#[tokio::test]
async fn a_site_with_a_public_address_takes_its_own_pages() {
    let public = Some("https://games.example.org/".into());
    let site = Site::with(agon_server::Config { public_url: public, ..config() }).await;
    let introduce = |origin: &str| {
        let request = site.http.post(format!("{}/api/me", site.url)).header("origin", origin);
        request.json(&json!({})).send()
    };
    let response = introduce("https://games.example.org").await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers()["set-cookie"].to_str().unwrap().contains("Secure"));
    assert_eq!(response.headers()["strict-transport-security"], "max-age=31536000");
    // And no others, whatever host they ask for.
    let anna = site.guest("Anna").await;
    let asked = site.url.clone();
    for origin in [asked.as_str(), "http://games.example.org", "https://games.example.org:444"] {
        assert_eq!(introduce(origin).await.unwrap().status(), 403, "{origin}");
        assert!(anna.open(&[("origin", origin)]).await.is_err(), "{origin}");
    }
    assert!(anna.open(&[("origin", "https://games.example.org")]).await.is_ok());
}

#[tokio::test]
async fn only_a_site_with_https_asks_for_it() {
    for public_url in [None, Some("http://games.example.org".into())] {
        let site = Site::with(agon_server::Config { public_url, ..config() }).await;
        let page = site.http.get(&site.url).send().await.unwrap();
        assert!(!page.headers().contains_key("strict-transport-security"));
    }
}

#[tokio::test]
async fn huge_and_deep_messages() {
    let site = Site::start().await;
    let mut others = Bystanders::new(&site).await;
    let anna = site.guest("Anna").await;
    // 10 MB over the WebSocket: cut off.
    let mut socket = anna.connect().await;
    let _ = socket.stream.send(Message::text("x".repeat(10 << 20))).await;
    loop {
        match socket.try_hear().await {
            Some(ToClient::Error { code, .. }) => assert_eq!(code, Code::TooLarge),
            Some(ToClient::Bye { reason }) => assert_eq!(reason, ByeReason::TooLarge),
            Some(other) => panic!("{other:?}"),
            None => break,
        }
    }
    others.go_on().await;
    // 10 MB over HTTP: refused.
    let body = format!("{{\"name\": \"{}\"}}", "x".repeat(10 << 20));
    let sent = anna
        .http
        .post(format!("{}/api/me", site.url))
        .header("cookie", &anna.header.1)
        .header("content-type", "application/json")
        .body(body)
        .send()
        .await;
    // The server may close before all is sent.
    assert!(sent.map_or(true, |response| response.status() == 413));
    // Deep nesting: refused.
    let deep = "[".repeat(30_000);
    let mut socket = anna.connect().await;
    socket.say_text(&deep).await;
    assert!(matches!(socket.hear().await, ToClient::Error { code: Code::BadRequest, .. }));
    let deep =
        format!("{{\"type\": \"act\", \"id\": \"x\", \"action\": {}", "{\"do\":".repeat(8_000));
    socket.say_text(&deep).await;
    assert!(matches!(socket.hear().await, ToClient::Error { code: Code::BadRequest, .. }));
    let posted = anna
        .http
        .post(format!("{}/api/games", site.url))
        .header("cookie", &anna.header.1)
        .header("content-type", "application/json")
        .body("[".repeat(100_000))
        .send()
        .await
        .unwrap();
    assert_eq!(posted.status(), 400);
    others.go_on().await;
}

#[tokio::test]
async fn ten_thousand_frames_of_random_bytes() {
    let site = Site::start().await;
    let mut others = Bystanders::new(&site).await;
    let anna = site.guest("Anna").await;
    let mut seed = 1_u64;
    let mut byte = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 56) as u8
    };
    let (mut sent, mut refused, mut cut) = (0, 0, 0);
    while sent < 10_000 {
        let mut socket = anna.connect().await;
        loop {
            let length = usize::from(byte()) + 1;
            let bytes: Vec<u8> = (0..length).map(|_| byte()).collect();
            let message = if byte() % 2 == 0 {
                Message::binary(bytes)
            } else {
                Message::text(String::from_utf8_lossy(&bytes).into_owned())
            };
            sent += 1;
            if socket.stream.send(message).await.is_err() {
                cut += 1;
                break;
            }
            match socket.try_hear().await {
                Some(ToClient::Error { code: Code::BadRequest, .. }) => refused += 1,
                Some(ToClient::Bye { reason }) => {
                    assert_eq!(reason, ByeReason::Flood);
                    cut += 1;
                    break;
                }
                None => {
                    cut += 1;
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(refused > 9_000 && cut > 100, "{refused} {cut}");
    others.go_on().await;
    // Bytes that are no HTTP at all, and no WebSocket frames.
    for _ in 0..50 {
        let address = site.url.trim_start_matches("http://");
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let bytes: Vec<u8> = (0..500).map(|_| byte()).collect();
        let _ = stream.write_all(&bytes).await;
        let mut answer = Vec::new();
        let _ = timeout(Duration::from_millis(50), stream.read_to_end(&mut answer)).await;
    }
    others.go_on().await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_cut_off() {
    let site = Site::start().await;
    let mut others = Bystanders::new(&site).await;
    let mut slow = site.guest("Slow").await.connect().await;
    let id = others.id.clone();
    // Asks for far more than it reads.
    for _ in 0..4_000 {
        let watch = FromClient::Watch { id: id.clone(), key: None, since: None };
        let text = serde_json::to_string(&watch).unwrap();
        if timeout(Duration::from_millis(200), slow.stream.send(Message::text(text))).await.is_err()
        {
            break;
        }
    }
    others.go_on().await;
    let begin = std::time::Instant::now();
    loop {
        others.go_on().await;
        let metrics = site.stranger().get("/metrics").await.1;
        let metrics = metrics.as_str().unwrap();
        let line = metrics.lines().find(|line| line.starts_with("agon_evictions_total ")).unwrap();
        if line != "agon_evictions_total 0" {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "not cut off");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    while let Some(Ok(_)) = slow.stream.next().await {}
    others.go_on().await;
}

#[tokio::test]
async fn floods_of_lobbies_and_messages() {
    let site = Site::with(agon_server::Config { rate_limit: Some(1.0), ..config() }).await;
    let mut others = Bystanders::new(&site).await;
    let flooder = site.guest("Flood").await;
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    let mut refused = 0;
    for _ in 0..40 {
        let answer = flooder.post("/api/games", wish.clone()).await;
        match code(&answer) {
            (429, "too_many") => {
                assert!(answer.1["retry_after"].as_u64().is_some());
                refused += 1;
            }
            (201, _) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(refused >= 15, "{refused}");
    let mut socket = flooder.connect().await;
    let mut too_many = 0;
    for _ in 0..400 {
        socket.say(FromClient::Ping {}).await;
        match socket.hear().await {
            ToClient::Error { code: Code::TooMany, .. } => too_many += 1,
            ToClient::Bye { reason } => {
                assert_eq!(reason, ByeReason::Flood);
                break;
            }
            _ => {}
        }
    }
    assert!(too_many > 10, "{too_many}");
    others.go_on().await;
}

#[tokio::test]
async fn one_connection_cannot_watch_everything() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let mut socket = anna.connect().await;
    let wish = json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "me" }] });
    for _ in 0..100 {
        let (id, _) = anna.make(wish.clone()).await;
        socket.watch(&id, None).await;
    }
    let (id, _) = anna.make(wish).await;
    let refused = socket.ask(FromClient::Watch { id, key: None, since: None }).await;
    assert!(matches!(refused, ToClient::Error { code: Code::TooMany, .. }), "{refused:?}");
}

#[tokio::test]
async fn whoever_connects_and_says_nothing_is_cut_off() {
    let site = Site::start().await;
    let mut others = Bystanders::new(&site).await;
    let address = site.url.trim_start_matches("http://").to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream.write_all(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("cut off").unwrap();
    assert!(!answer.starts_with(b"HTTP/1.1 200"));
    let mut endless = tokio::net::TcpStream::connect(&address).await.unwrap();
    endless.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    for _ in 0..1_000 {
        if endless.write_all(&[b'x'; 1_000]).await.is_err() {
            break;
        }
    }
    others.go_on().await;
}
