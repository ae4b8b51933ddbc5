//! Attacks on accounts: stolen tokens, planted sessions, weak passwords, concurrent requests, and what is left
//! of a deleted account.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_protocol::error::Code;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::units::Version;
use agon_server::Config;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Person, Site, code, config};
use crate::host::host;

/// A program with a token that has these scopes.
async fn program(person: &Person, scopes: &[&str]) -> Person {
    let body = json!({ "label": "bot", "scopes": scopes });
    let (status, token) = person.post("/api/tokens", body).await;
    assert_eq!((status, &token["scopes"]), (201, &json!(scopes)), "{token}");
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    Person { header: ("authorization", bearer), ..person.clone() }
}

fn alone() -> Value {
    json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "me" }] })
}

fn lobby() -> Value {
    json!({ "game": "morris", "listed": true, "seats": [{ "who": "me" }, { "who": "open" }] })
}

fn study() -> Value {
    json!({ "title": "A study", "study": { "game": "chess", "nodes": [{}] } })
}

/// Every request that changes something, from the description of the interface, refused for a token
/// unless it is listed here with the scope that permits it.
#[tokio::test]
async fn a_token_does_only_what_its_scopes_permit() {
    const PERMITTED: [(&str, &str, &str); 14] = [
        ("POST", "/api/explorer", "read"),
        ("POST", "/api/file", "read"),
        ("POST", "/api/positions", "read"),
        ("POST", "/api/read", "read"),
        ("POST", "/api/setup", "read"),
        ("POST", "/api/studies/file", "read"),
        ("POST", "/api/games", "play"),
        ("POST", "/api/games/{id}/actions", "play"),
        ("POST", "/api/games/{id}/code", "play"),
        ("POST", "/api/games/{id}/hide", "play"),
        ("POST", "/api/import", "play"),
        ("POST", "/api/puzzles/{game}", "play"),
        ("POST", "/api/studies", "study"),
        ("PUT", "/api/studies/{id}", "study"),
    ];
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let (_, description) = anna.get("/api/openapi.json").await;
    let mut programs = Vec::new();
    for scope in ["read", "play", "study"] {
        programs.push((scope, program(&anna, &[scope]).await));
    }
    let mut checked = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().map(|method| method.to_uppercase()) {
            if method == "GET" {
                continue;
            }
            let needed = PERMITTED.iter().find(|(m, p, _)| *m == method && p == path);
            let deletes_study = (&*method, &**path) == ("DELETE", "/api/studies/{id}");
            let needed = needed.map(|(.., scope)| *scope).or(deletes_study.then_some("study"));
            for (scope, program) in &programs {
                let filled = path.replace("{id}", "x").replace("{game}", "chess");
                let body = (method != "DELETE").then(|| json!({ "nonsense": 1 }));
                let (status, answer) = program.request(&method, &filled, body).await;
                let permitted = needed.is_some_and(|needed| needed == "read" || needed == *scope);
                let refused = status == 403 && answer["code"] == "not_allowed";
                assert_eq!(refused, !permitted, "{method} {path} {scope}: {status} {answer}");
                checked += 1;
            }
        }
    }
    assert!(checked > 90, "{checked}");
    // What is known of the account beside its public page.
    for (_, program) in &programs {
        for path in ["/api/tokens", "/api/sessions", "/api/me/data"] {
            assert_eq!(code(&program.get(path).await), (403, "not_allowed"), "{path}");
        }
    }
    assert_eq!(anna.get("/api/me").await.1["name"], "Anna");
    let none = json!({ "label": "bot", "scopes": [] });
    assert_eq!(code(&anna.post("/api/tokens", none).await), (400, "bad_request"));
}

#[tokio::test]
async fn a_token_does_on_the_socket_what_its_scopes_permit() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (id, _) = anna.make(alone()).await;
    for (scope, moves, analyses) in
        [("read", false, false), ("play", true, false), ("study", false, true)]
    {
        let program = program(&anna, &[scope]).await;
        let mut socket = program.connect().await;
        let snapshot = socket.watch(&id, None).await;
        let text = snapshot.view.moves[0].text.clone();
        let moved = socket.play(&id, snapshot.state.ply, &text).await;
        match moves {
            true => drop(moved.unwrap()),
            false => assert_eq!(moved.unwrap_err().0, Code::NotAllowed, "{scope}"),
        }
        let ask = json!({ "type": "analyse", "tag": 9, "game": "chess", "lines": 1, "time": 10 });
        socket.say_text(&ask.to_string()).await;
        let refused =
            matches!(socket.answer(9).await, ToClient::Error { code: Code::NotAllowed, .. });
        assert_eq!(refused, !analyses, "{scope}");
        let hint = socket.ask(FromClient::Hint { id: id.clone() }).await;
        let refused = matches!(hint, ToClient::Error { code: Code::NotAllowed, .. });
        assert_eq!(refused, !moves, "{scope}: {hint:?}");
    }
}

#[tokio::test]
async fn tokens_end_with_a_password_change_unless_they_are_kept() {
    let site = Site::start().await;
    let mut anna = site.registered("Anna").await;
    for (old, new, keep) in
        [("correct horse", "second horse", true), ("second horse", "third horse", false)]
    {
        let bot = program(&anna, &["read"]).await;
        let mut socket = bot.connect().await;
        let body = json!({ "old": old, "new": new, "keep_tokens": keep });
        let (status, answer) = anna.post("/api/password", body).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(bot.get("/api/me").await.0 == 200, keep, "{new}");
        if keep {
            assert!(matches!(socket.ask(FromClient::Ping {}).await, ToClient::Pong { .. }));
        } else {
            while socket.try_hear().await.is_some() {}
        }
        // The session has ended, too.
        assert_eq!(code(&anna.get("/api/me").await), (401, "no_identity"));
        anna = sign_in(&site, "Anna", new).await;
    }
}

/// The same person with a session of their own.
async fn sign_in(site: &Site, login: &str, password: &str) -> Person {
    sign_in_at(&site.stranger(), login, password).await
}

async fn sign_in_at(browser: &Person, login: &str, password: &str) -> Person {
    let body = json!({ "login": login, "password": password });
    let request = browser.http.post(format!("{}/api/login", browser.url)).json(&body);
    let response = request.header(browser.header.0, &browser.header.1).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let cookie = response.headers()["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let me: Value = response.json().await.unwrap();
    Person { header: ("cookie", cookie), id: me["id"].as_str().unwrap().into(), ..browser.clone() }
}

#[tokio::test]
async fn a_planted_guest_gets_nothing_of_the_account() {
    let site = Site::start().await;
    // The attacker makes a guest, a token, a code for another device, and gives the cookie to the victim.
    let planted = site.guest("Anna").await;
    let bot = program(&planted, &["read", "play"]).await;
    let (_, device) = planted.post("/api/devices/code", json!({})).await;
    let victim = planted.register("Anna", "correct horse").await;
    assert_eq!(victim.get("/api/me").await.1["login"], "anna");
    for stale in [&planted, &bot] {
        assert_eq!(code(&stale.get("/api/me").await), (401, "no_identity"));
    }
    let join = json!({ "code": device["code"] });
    assert_eq!(code(&site.stranger().post("/api/devices", join).await), (404, "bad_code"));

    // The same at signing in: the session that the browser had before ends.
    let again = sign_in_at(&victim, "Anna", "correct horse").await;
    assert_eq!(again.get("/api/me").await.1["login"], "anna");
    assert_eq!(code(&victim.get("/api/me").await), (401, "no_identity"));
}

#[tokio::test]
async fn common_passwords_are_refused() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    for password in
        ["password", "Password1", "12345678", "iloveyou1", "QWERTYUIOP", "short", "annamaria"]
    {
        let body = json!({ "login": "AnnaMaria", "password": password });
        let answer = anna.post("/api/register", body).await;
        assert_eq!(code(&answer), (422, "weak_password"), "{password}: {answer:?}");
    }
    let anna = anna.register("AnnaMaria", "correct horse").await;
    let body = json!({ "old": "correct horse", "new": "trustno1" });
    assert_eq!(code(&anna.post("/api/password", body).await), (422, "weak_password"));
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_keep_to_the_limits() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let count = |answers: &[(u16, Value)], status: u16| {
        answers.iter().filter(|answer| answer.0 == status).count()
    };
    let lobbies = join_all((0..60).map(|_| anna.post("/api/games", lobby()))).await;
    assert_eq!((count(&lobbies, 201), count(&lobbies, 409)), (10, 50));
    assert!(lobbies.iter().all(|answer| answer.0 == 201 || answer.1["code"] == "too_many_games"));
    let tokens =
        join_all((0..32).map(|i| anna.post("/api/tokens", json!({ "label": i.to_string() }))))
            .await;
    assert_eq!((count(&tokens, 201), count(&tokens, 403)), (10, 22));
    // Both ask with the same valid session.
    let logins = ["Anna", "Annabel"];
    let registrations = join_all(logins.map(|login| {
        let body = json!({ "login": login, "password": "correct horse" });
        anna.post("/api/register", body)
    }))
    .await;
    assert_eq!(count(&registrations, 200), 1, "{registrations:?}");
    let login = logins[registrations.iter().position(|answer| answer.0 == 200).unwrap()];
    let anna = sign_in(&site, login, "correct horse").await;
    let changes = join_all(["second horse", "another horse"].map(|new| {
        let body = json!({ "old": "correct horse", "new": new });
        anna.post("/api/password", body)
    }))
    .await;
    assert_eq!(count(&changes, 200), 1, "{changes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outlives_a_deletion() {
    let site = Site::start().await;
    for round in 0..8 {
        let anna = site.guest("Anna").await;
        let deletion = async {
            tokio::time::sleep(Duration::from_millis(round)).await;
            anna.request("DELETE", "/api/me", Some(json!({}))).await
        };
        let tokens = join_all((0..6).map(|_| anna.post("/api/tokens", json!({ "label": "t" }))));
        let studies = join_all((0..6).map(|_| anna.post("/api/studies", study())));
        let games = join_all((0..3).map(|_| anna.post("/api/games", lobby())));
        let (deleted, ..) = tokio::join!(deletion, tokens, studies, games);
        assert_eq!(deleted.0, 204, "{deleted:?}");
        assert!(site.store.tokens(&anna.id).await.unwrap().is_empty());
        assert!(site.store.studies_of(&anna.id).await.unwrap().is_empty());
        assert!(site.store.sessions(&anna.id).await.unwrap().is_empty());
    }
}

/// Every text in which somebody else meets the name.
async fn texts(site: &Site, other: &Person, id: &str, study: &str) -> Vec<(&'static str, String)> {
    let mut socket = other.connect().await;
    let (events, _) = socket.resume(id, Version(1)).await;
    let get = async |path: String| other.get(&path).await.1.to_string();
    vec![
        ("game", get(format!("/api/games/{id}")).await),
        ("list", get("/api/games".into()).await),
        ("own list", get("/api/games?mine=true".into()).await),
        ("file", get(format!("/api/games/{id}/file")).await),
        ("replay", get(format!("/api/games/{id}/replay")).await),
        ("own data", get("/api/me/data".into()).await),
        ("archive", get("/api/archive".into()).await),
        ("study", get(format!("/api/studies/{study}")).await),
        ("events", serde_json::to_string(&events).unwrap()),
        ("stranger", site.stranger().get(&format!("/api/games/{id}")).await.1.to_string()),
    ]
}

async fn found(person: &Person, name: &str) -> usize {
    person.get(&format!("/api/games?player={name}")).await.1.as_array().unwrap().len()
}

#[tokio::test]
async fn renaming_and_deletion_reach_every_text() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Annabella").await, site.guest("Bob").await);
    let (id, _) = anna.make(lobby()).await;
    assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
    let (_, kept) = anna.post("/api/studies", study()).await;
    let kept = kept["id"].as_str().unwrap().to_owned();
    for (what, text) in texts(&site, &bob, &id, &kept).await {
        // These say who plays, or have not got it yet.
        if !["events", "replay", "archive", "file"].contains(&what) {
            assert!(text.contains("Annabella"), "{what}: {text}");
        }
    }
    assert_eq!(found(&bob, "annabella").await, 1);

    // By the host.
    let host = host(&site).await;
    let path = format!("/api/host/people/{}", anna.id);
    assert_eq!(host.post(&format!("{path}/name"), json!({ "name": "Clarissa" })).await.0, 204);
    for (what, text) in texts(&site, &bob, &id, &kept).await {
        assert!(!text.contains("Annabella"), "{what}: {text}");
    }
    assert_eq!((found(&bob, "annabella").await, found(&bob, "clarissa").await), (0, 1));

    // The account is deleted, first while the game goes on, and looked at again when it is over.
    assert_eq!(host.request("DELETE", &path, None).await.0, 204);
    assert_eq!(bob.act(&id, json!({ "do": "resign" })).await.0, 200);
    for (what, text) in texts(&site, &bob, &id, &kept).await {
        assert!(!text.contains("Clarissa") && !text.contains("Annabella"), "{what}: {text}");
    }
    for name in ["annabella", "clarissa"] {
        assert_eq!(found(&bob, name).await, 0, "{name}");
    }
    let stored = site.store.events(&id, 0).await.unwrap();
    assert!(stored.iter().all(|event| !event.payload.contains("Clarissa")), "{stored:?}");
    // What the host sees, the log of the host's own acts about it aside.
    let (_, people) = host.get("/api/host/people").await;
    assert!(!people.to_string().contains("Clarissa"), "{people}");
}

#[tokio::test]
async fn a_guests_study_shows_no_name_that_somebody_registered() {
    let site = Site::start().await;
    let guest = site.guest("Anna").await;
    let (_, kept) = guest.post("/api/studies", study()).await;
    let path = format!("/api/studies/{}", kept["id"].as_str().unwrap());
    assert_eq!(site.stranger().get(&path).await.1["owner"], "Anna");
    site.guest("Somebody").await.register("Anna", "correct horse").await;
    let owner = site.stranger().get(&path).await.1["owner"].as_str().unwrap().to_owned();
    assert!(owner.starts_with("Guest "), "{owner}");
}

#[tokio::test]
async fn a_heavy_file_passes_after_the_time_that_was_stated() {
    let site = Site::with(Config { rate_limit: Some(4.0), ..config() }).await;
    let anna = site.guest("Anna").await;
    // Counts as eleven games, of which 80 are allowed at once and two a second.
    let moves = ["a1b2", "i5h4", "b2a1", "h4i5"].iter().cycle().take(5_000);
    let moves: Vec<&str> = moves.copied().collect();
    let rules = "[Game \"abalone\"]\n[Rules \"repetition=0,quiet_plies=0\"]";
    let file = json!({ "text": format!("{rules}\n\n{}", moves.join(" ")) });
    let mut refused = 0;
    loop {
        let (status, answer) = anna.post("/api/import", file.clone()).await;
        match status {
            201 if refused > 0 => break,
            201 => {}
            429 => {
                refused += 1;
                assert!(refused <= 2, "a retry after the stated time was refused: {answer}");
                let seconds = answer["retry_after"].as_u64().unwrap();
                assert!(seconds <= 60, "{answer}");
                tokio::time::sleep(Duration::from_secs(seconds)).await;
            }
            other => panic!("{other}: {answer}"),
        }
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_security_log_names_accounts_and_no_secrets() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let site = Site::start().await;
    let anna = site.guest("Anna").await.register("Anna", "correct horse").await;
    let wrong = json!({ "login": "Anna", "password": "wrong horse" });
    assert_eq!(site.stranger().post("/api/login", wrong).await.0, 401);
    let slip = json!({ "login": "typed my secret here", "password": "" });
    assert_eq!(site.stranger().post("/api/login", slip).await.0, 401);
    let (_, token) = anna.post("/api/tokens", json!({ "label": "bot" })).await;
    let token = token["token"].as_str().unwrap();
    let change = json!({ "old": "correct horse", "new": "second horse" });
    assert_eq!(anna.post("/api/password", change).await.0, 200);
    sign_in(&site, "Anna", "second horse").await;
    let host = Person { header: ("x-agon-host", "wrong key".into()), ..site.stranger() };
    assert_eq!(host.get("/api/host/people").await.0, 403);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("agon::security")).collect();
    for event in [
        "registered",
        "wrong password",
        "token created",
        "password changed",
        "signed in",
        "wrong host key",
    ] {
        let line = lines.iter().find(|line| line.contains(event));
        let line = line.unwrap_or_else(|| panic!("{event}: {lines:#?}"));
        assert!(line.contains("address=127.0.0.1"), "{line}");
        let named = line.contains(&anna.id) || line.contains("unknown");
        assert!(named, "{line}");
    }
    for secret in ["correct horse", "second horse", "wrong horse", "typed my secret", token] {
        assert!(!text.contains(secret), "{secret}");
    }
}
