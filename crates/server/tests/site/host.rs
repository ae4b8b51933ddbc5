//! What the host of the site does, and nobody else can.

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_store::{GameFilter, Store};
use serde_json::{Value, json};

use crate::harness::{Person, Site, code, two};

/// The host of the site.
pub(crate) async fn host(site: &Site) -> Person {
    let key = site.store.fact("host key").await.unwrap().unwrap();
    Person { header: ("x-agon-host", key), ..site.stranger() }
}

async fn done(host: &Person, method: &str, path: &str, body: Option<Value>) {
    let answer = host.request(method, path, body).await;
    assert_eq!(answer.0, 204, "{path}: {answer:?}");
}

fn lobby() -> Value {
    json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] })
}

#[tokio::test]
async fn nobody_else_may() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (game, _) = anna.make(lobby()).await;
    let wrong = Person { header: ("x-agon-host", "A".repeat(43)), ..site.stranger() };
    let id = &anna.id;
    let requests = [
        ("GET", "/api/host/games".to_owned(), None),
        ("DELETE", format!("/api/host/games/{game}"), None),
        ("GET", "/api/host/people".into(), None),
        ("POST", format!("/api/host/people/{id}/name"), Some(json!({ "name": "Eve" }))),
        ("POST", format!("/api/host/people/{id}/ban"), Some(json!({}))),
        ("DELETE", format!("/api/host/people/{id}/ban"), None),
        ("DELETE", format!("/api/host/people/{id}"), None),
        ("POST", "/api/host/site".into(), Some(json!({}))),
        ("GET", "/api/host/backups".into(), None),
        ("POST", "/api/host/backups".into(), None),
        ("GET", "/api/host/backups/agon.db".into(), None),
        ("DELETE", "/api/host/backups/agon.db".into(), None),
        ("GET", "/api/host/acts".into(), None),
    ];
    for (method, path, body) in requests {
        for person in [&anna, &site.stranger(), &wrong] {
            let answer = person.request(method, &path, body.clone()).await;
            assert_eq!(code(&answer), (403, "not_allowed"), "{method} {path}");
        }
    }
    assert_eq!(anna.get("/api/me").await.1["name"], "Anna");
    assert_eq!(anna.get(&format!("/api/games/{game}")).await.0, 200);
}

#[tokio::test]
async fn a_removed_game_is_gone_and_says_so() {
    let site = Site::start().await;
    let host = host(&site).await;
    let (id, mut first, _second) = two(&site, json!({ "game": "chess" })).await;
    first.play(&id, 0, "e2e4").await.unwrap();
    let mut watcher = site.stranger().connect().await;
    let list = watcher.ask(FromClient::Lobby { on: true }).await;
    assert!(matches!(list, ToClient::Lobby { games } if games.len() == 1));
    let (_, all) = host.get("/api/host/games").await;
    assert_eq!(all[0]["id"], json!(id));

    done(&host, "DELETE", &format!("/api/host/games/{id}"), None).await;
    // At the table, in the list, at the address.
    loop {
        if let ToClient::Error { code, id: about, .. } = first.hear().await {
            assert_eq!((code, about.as_ref()), (Code::Removed, Some(&id)));
            break;
        }
    }
    let ToClient::Unlisted { id: gone } = watcher.hear().await else { panic!("still listed") };
    assert_eq!(gone, id);
    let stranger = site.stranger();
    assert_eq!(code(&stranger.get(&format!("/api/games/{id}")).await), (410, "removed"));
    let late = first.play(&id, 1, "e7e5").await;
    assert_eq!(late.unwrap_err().0, Code::Removed);
    for path in ["/api/host/games", "/api/games"] {
        assert_eq!(host.get(path).await.1, json!([]), "{path}");
    }
    // Once is enough, and a restart changes nothing.
    let again = host.request("DELETE", &format!("/api/host/games/{id}"), None).await;
    assert_eq!(code(&again), (404, "not_found"));
    let site = site.restart().await;
    let stranger = site.stranger();
    assert_eq!(code(&stranger.get(&format!("/api/games/{id}")).await), (410, "removed"));
    assert_eq!(code(&stranger.get("/api/games/abcdef").await), (404, "not_found"));
}

#[tokio::test]
async fn a_removed_game_is_found_no_more_by_the_names_of_its_players() {
    let site = Site::start().await;
    let host = host(&site).await;
    let (id, mut first, _second) = two(&site, json!({ "game": "chess" })).await;
    first.act(&id, Action::Resign { seat: None }).await.unwrap();
    let found = async || site.stranger().get("/api/games?player=bob").await.1;
    assert_eq!(found().await[0]["id"], json!(id));
    done(&host, "DELETE", &format!("/api/host/games/{id}"), None).await;
    assert_eq!(found().await, json!([]));
}

#[tokio::test]
async fn who_is_shut_out_hears_why_and_cannot_come_back() {
    let site = Site::start().await;
    let (host, anna) = (host(&site).await, site.guest("Anna").await);
    let anna = anna.register("Anna", "correct horse").await;
    let (_, token) = anna.post("/api/tokens", json!({ "label": "bot" })).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let bot = Person { header: ("authorization", bearer), ..anna.clone() };
    let (game, _) = anna.make(lobby()).await;
    let (mut page, mut program) = (anna.connect().await, bot.connect().await);

    let ban = format!("/api/host/people/{}/ban", anna.id);
    let reason = json!({ "reason": "Too loud. Come back <b>tomorrow</b>" });
    done(&host, "POST", &ban, Some(reason)).await;
    for socket in [&mut page, &mut program] {
        while let Some(message) = socket.try_hear().await {
            if let ToClient::Bye { reason } = message {
                assert_eq!(reason, ByeReason::SignedOut);
            }
        }
    }
    let refused = anna.post("/api/me", json!({})).await;
    assert_eq!(code(&refused), (403, "banned"));
    assert_eq!(refused.1["message"], "Too loud. Come back btomorrow/b");
    for person in [&anna, &bot] {
        assert_eq!(code(&person.get("/api/games").await), (403, "banned"));
        let act = person.act(&game, json!({ "do": "close" })).await;
        assert_eq!(code(&act), (403, "banned"));
        assert!(person.open(&[]).await.is_err());
    }
    let elsewhere = site.guest("Somebody").await;
    let password = json!({ "login": "Anna", "password": "correct horse" });
    assert_eq!(code(&elsewhere.post("/api/login", password.clone()).await), (403, "banned"));
    let (_, banned) = host.get("/api/host/people?banned=true").await;
    assert_eq!(banned.as_array().unwrap().len(), 1);
    assert_eq!(banned[0]["id"], json!(anna.id));
    // The key opens, whoever's cookie comes with it.
    let http = reqwest::Client::new();
    let both = http
        .get(format!("{}/api/host/people", site.url))
        .header(anna.header.0, &anna.header.1)
        .header(host.header.0, &host.header.1);
    assert_eq!(both.send().await.unwrap().status().as_u16(), 200);

    done(&host, "DELETE", &ban, None).await;
    assert_eq!(anna.get("/api/me").await.1["name"], "Anna");
    assert_eq!(elsewhere.post("/api/login", password).await.0, 200);
}

#[tokio::test]
async fn people_are_found_renamed_and_forgotten() {
    let site = Site::start().await;
    let (host, anna) = (host(&site).await, site.guest("Anna Maria").await);
    let bob = site.guest("Bob").await;
    anna.make(lobby()).await;
    let people = async |query: &str| {
        let (status, people) = host.get(&format!("/api/host/people{query}")).await;
        assert_eq!(status, 200, "{people}");
        people.as_array().unwrap().clone()
    };
    assert_eq!(people("").await.len(), 2);
    assert_eq!(people("?limit=1").await.len(), 1);
    let found = people("?name=ANNA").await;
    assert_eq!((found.len(), &found[0]["id"]), (1, &json!(anna.id)));
    assert_eq!((&found[0]["games"], &found[0]["login"]), (&json!(1), &Value::Null));
    let (_, games) = host.get(&format!("/api/host/games?person={}", anna.id)).await;
    assert_eq!(games.as_array().unwrap().len(), 1);
    let (_, games) = host.get(&format!("/api/host/games?person={}", bob.id)).await;
    assert_eq!(games, json!([]));

    let path = format!("/api/host/people/{}/name", anna.id);
    done(&host, "POST", &path, Some(json!({ "name": "Noa" }))).await;
    assert_eq!(anna.get("/api/me").await.1["name"], "Noa");
    assert_eq!(people("?name=anna").await.len(), 0);
    // Also in games that were begun before.
    let (_, games) = host.get(&format!("/api/host/games?person={}", anna.id)).await;
    assert_eq!(games[0]["seats"][0]["occupant"]["name"], "Noa");
    let path_of_game = format!("/api/games/{}", games[0]["id"].as_str().unwrap());
    let (_, game) = bob.get(&path_of_game).await;
    assert_eq!(game["state"]["seats"][0]["occupant"]["name"], "Noa");
    let nobody = host.post(&path, json!({ "name": " \u{200b} " })).await;
    assert_eq!(code(&nobody), (422, "bad_text"));
    let bob = bob.register("Bob", "correct horse").await;
    assert_eq!(code(&host.post(&path, json!({ "name": "B0b" })).await), (409, "name_taken"));

    done(&host, "DELETE", &format!("/api/host/people/{}", bob.id), None).await;
    assert_eq!(code(&bob.get("/api/me").await), (401, "no_identity"));
    let login = json!({ "login": "Bob", "password": "correct horse" });
    assert_eq!(code(&anna.post("/api/login", login).await), (401, "bad_login"));
    assert!(people("?name=guest").await.iter().any(|person| person["id"] == json!(bob.id)));
    let unknown = host.request("DELETE", "/api/host/people/abc", None).await;
    assert_eq!(code(&unknown), (404, "not_found"));

    // All of it is written down, the latest first.
    let (_, deeds) = host.get("/api/host/acts").await;
    let acts: Vec<&str> =
        deeds.as_array().unwrap().iter().map(|deed| deed["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["remove_person", "rename"]);
    assert!(deeds[1]["about"].as_str().unwrap().starts_with("Anna Maria → Noa"), "{deeds}");
}

#[tokio::test]
async fn defaults_hold_at_once_and_after_a_restart() {
    let site = Site::start().await;
    let (first, anna) = (host(&site).await, site.guest("Anna").await);
    assert_eq!(anna.get("/api/site").await.1, json!({}));
    let wish = json!({ "opening": "registered", "message": "Welcome", "level": 2, "theme": "dark",
        "boards": "slate", "grace": 120 });
    assert_eq!(first.post("/api/host/site", wish.clone()).await, (200, wish.clone()));
    assert_eq!(anna.get("/api/site").await.1, wish);
    for wrong in [
        json!({ "level": 11 }),
        json!({ "theme": "<b>" }),
        json!({ "grace": 1 }),
        json!({ "opening": "cats" }),
        json!({ "colour": "red" }),
    ] {
        assert_eq!(code(&first.post("/api/host/site", wrong).await), (400, "bad_request"));
    }
    assert_eq!(code(&anna.post("/api/games", lobby()).await), (403, "opening_closed"));
    let anna = anna.register("Anna", "correct horse").await;
    // Joining is open to everybody.
    let (game, _) = anna.make(lobby()).await;
    assert_eq!(site.guest("Bob").await.act(&game, json!({ "do": "sit" })).await.0, 200);
    let (_, seen) = anna.get(&format!("/api/games/{game}")).await;
    assert_eq!(seen["presence"]["grace"], json!(120_000));

    let site = site.restart().await;
    let (second, bob) = (host(&site).await, site.guest("Bob").await);
    assert_eq!(bob.get("/api/site").await.1, wish);
    assert_eq!(second.post("/api/host/site", json!({ "opening": "nobody" })).await.0, 200);
    let anna = Person { url: site.url.clone(), ..anna };
    assert_eq!(code(&anna.post("/api/games", lobby()).await), (403, "opening_closed"));
    assert_eq!(second.post("/api/host/site", json!({})).await.0, 200);
    bob.make(lobby()).await;
}

#[tokio::test]
async fn a_copy_of_the_database_is_whole() {
    let site = Site::start().await;
    let (host, anna) = (host(&site).await, site.guest("Anna").await);
    assert_eq!(host.get("/api/host/backups").await.1, json!({ "running": false, "files": [] }));
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(anna.make(lobby()).await.0);
    }
    let (status, backups) = host.post("/api/host/backups", json!({})).await;
    assert_eq!((status, &backups["running"]), (200, &json!(false)), "{backups}");
    if site.store.is_shared() {
        // The host is told who makes copies there.
        assert!(backups["error"].as_str().unwrap().contains("pg_dump"), "{backups}");
        return;
    }
    assert!(backups.get("error").is_none(), "{backups}");
    let name = backups["files"][0]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("agon-20") && name.ends_with(".db"), "{name}");
    // What comes later is not in it.
    anna.make(lobby()).await;

    let fetched = reqwest::Client::new()
        .get(format!("{}/api/host/backups/{name}", site.url))
        .header(host.header.0, &host.header.1);
    let bytes = fetched.send().await.unwrap().bytes().await.unwrap();
    assert_eq!(bytes.len() as u64, backups["files"][0]["bytes"].as_u64().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agon.db");
    std::fs::write(&file, &bytes).unwrap();
    let copy = Store::open(&file).await.unwrap();
    let filter = GameFilter { limit: 100, ..GameFilter::default() };
    let mut found: Vec<String> =
        copy.games(&filter).await.unwrap().into_iter().map(|game| game.id).collect();
    found.sort();
    games.sort();
    assert_eq!(found, games);
    assert_eq!(copy.events(&games[0], 0).await.unwrap().len(), 1);
    copy.close().await;

    for strange in ["..%2Fagon.db", "agon.db", "agon-2031-05-17-063000.db", "x"] {
        let answer = host.get(&format!("/api/host/backups/{strange}")).await;
        assert_eq!(code(&answer), (404, "not_found"), "{strange}");
    }
    done(&host, "DELETE", &format!("/api/host/backups/{name}"), None).await;
    assert_eq!(host.get("/api/host/backups").await.1["files"], json!([]));
}
