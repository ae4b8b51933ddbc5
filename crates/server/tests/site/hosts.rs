//! For which host names the site answers.

use agon_server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{PATIENCE, Site, config};

/// Sends lines as they are; the status, and all that came back.
pub(crate) async fn say(site: &Site, lines: &[&str]) -> (u16, String) {
    let mut stream = TcpStream::connect(site.url.trim_start_matches("http://")).await.unwrap();
    let request = lines.join("\r\n") + "\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer));
    read.await.expect("an answer in time").unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).unwrap_or_else(|| panic!("{answer:?}"));
    (status.parse().unwrap(), answer)
}

async fn status(site: &Site, host: &str) -> u16 {
    say(site, &["GET /api/games HTTP/1.1", &format!("Host: {host}")]).await.0
}

#[tokio::test]
async fn a_name_that_was_made_to_lead_here_gets_nothing() {
    let site = Site::start().await;
    let posted = ["Content-Type: application/json", "Content-Length: 2"];
    let upgrade = [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    let requests: [(&str, &[&str]); 9] = [
        ("GET /", &[]),
        ("GET /style.css", &[]),
        ("GET /nothing", &[]),
        ("GET /api/games", &[]),
        ("GET /api/openapi.json", &[]),
        ("GET /health", &[]),
        ("GET /metrics", &[]),
        ("POST /api/me", &posted),
        ("GET /api/socket", &upgrade),
    ];
    for (request, headers) in requests {
        let line = format!("{request} HTTP/1.1");
        let mut lines =
            vec![line.as_str(), "Host: evil.example:8080", "Origin: http://evil.example:8080"];
        lines.extend(headers);
        let (status, answer) = say(&site, &lines).await;
        assert_eq!(status, 421, "{request}: {answer}");
        assert!(answer.contains("content-type: text/plain"), "{answer}");
        assert!(answer.contains("--host-name evil.example "), "{answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
        assert!(!answer.contains("set-cookie"), "{answer}");
    }
    // The address in the first line goes before the header.
    let absolute = ["GET http://evil.example/api/games HTTP/1.1", "Host: localhost"];
    assert_eq!(say(&site, &absolute).await.0, 421);
    let absolute = ["GET http://localhost/api/games HTTP/1.1", "Host: localhost"];
    assert_eq!(say(&site, &absolute).await.0, 200);
}

#[tokio::test]
async fn its_own_names_and_addresses_are_answered() {
    let names = vec!["club.example".into()];
    let site = Site::with(Config { host_names: names.clone(), ..config() }).await;
    let own = site.url.trim_start_matches("http://").to_owned();
    let local = ["localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:1", "[::1]:8080", &own];
    // Where the machine is in no network there are none.
    let reached = agon_server::addresses("[::]:8080".parse().unwrap());
    let reached: Vec<_> = reached.iter().map(|url| url.trim_start_matches("http://")).collect();
    for host in local.into_iter().chain(reached.iter().copied()).chain(["club.example:81"]) {
        assert_eq!(status(&site, host).await, 200, "{host}");
    }
    for host in
        ["games.example.org", "203.0.113.77", "0.0.0.0:8080", "xclub.example", "localhost.evil"]
    {
        assert_eq!(status(&site, host).await, 421, "{host}");
    }
    let public_url = Some("https://Games.Example.org".into());
    let public = Site::with(Config { public_url, host_names: names, ..config() }).await;
    let public_names = ["games.example.org", "games.example.org:443", "club.example"];
    // Probes ask by the address of the machine.
    for host in public_names.into_iter().chain(local).chain(reached.iter().copied()) {
        assert_eq!(status(&public, host).await, 200, "{host}");
    }
    for host in ["example.org", "www.games.example.org", "203.0.113.77"] {
        assert_eq!(status(&public, host).await, 421, "{host}");
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let site = Site::start().await;
    let (new, old) = ("GET /health HTTP/1.1", "GET /health HTTP/1.0");
    let table: [(&[&str], u16); 8] = [
        (&[new, "Host: localhost"], 200),
        (&[new], 400),
        (&[new, "Host:"], 400),
        (&[new, "Host: localhost", "Host: localhost"], 400),
        (&[new, "Host: localhost", "Host: evil.example"], 400),
        (&[new, "Host: me@localhost"], 400),
        // Probes of balancers.
        (&[old], 200),
        (&[old, "Host: evil.example"], 421),
    ];
    for (lines, wanted) in table {
        let (status, answer) = say(&site, lines).await;
        assert_eq!(status, wanted, "{lines:?}: {answer}");
        if status == 400 {
            assert!(answer.contains("\"code\":\"bad_request\""), "{answer}");
        }
    }
}
