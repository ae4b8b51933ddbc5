//! Solved games: the host has a database computed, and computers, hints and analyses use it.

use std::time::Duration;

use agon_protocol::analysis::AnalysisRequest;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::position::PositionRequest;
use agon_protocol::units::Millis;
use agon_protocol::verdict::{MoveVerdict, Verdict, VerdictValue};
use agon_server::Config;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{PATIENCE, Person, Site, code, config};

const DATABASES: &str = "/api/host/databases";
/// The small board is solved in seconds.
pub(crate) const SMALL: &str = "/api/host/databases/morris2";

fn with_databases(folder: &TempDir) -> Config {
    Config { tablebases: Some(folder.path().join("databases")), ..config() }
}

async fn start() -> Site {
    let folder = tempfile::tempdir().unwrap();
    Site::over(with_databases(&folder), folder).await
}

/// Whoever has the key that was made at the first start.
pub(crate) async fn host(site: &Site) -> Person {
    let key = site.store.fact("host key").await.unwrap().unwrap();
    Person { header: ("x-agon-host", key), ..site.stranger() }
}

/// What the host hears of the small board.
async fn small(host: &Person) -> Value {
    let (status, databases) = host.get(DATABASES).await;
    assert_eq!(status, 200, "{databases}");
    let found = databases.as_array().unwrap().iter().find(|entry| entry["id"] == "morris2");
    found.unwrap().clone()
}

pub(crate) async fn wait_until_complete(host: &Person) -> Value {
    let begin = std::time::Instant::now();
    loop {
        let entry = small(host).await;
        assert!(entry.get("error").is_none(), "{entry}");
        if entry["state"] == "complete" {
            return entry;
        }
        assert!(begin.elapsed() < 4 * PATIENCE, "{entry}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The kind of computer that knows every position, as the catalogue has it.
async fn perfect(person: &Person) -> Value {
    let (_, catalog) = person.get("/api/catalog").await;
    let of = |id: &str| {
        let game = catalog.as_array().unwrap().iter().find(|game| game["id"] == id).unwrap();
        let kinds = game["kinds"].as_array().unwrap();
        kinds.iter().find(|kind| kind["name"] == "perfect").cloned()
    };
    assert!(of("chess").is_none());
    of("morris").unwrap()
}

pub(crate) fn wish(rules: &str) -> Value {
    let seats = json!([{ "who": "me" }, { "who": "computer", "kind": "perfect", "level": 10 }]);
    json!({ "game": "morris", "rules": rules, "pace": 0, "seats": seats })
}

#[tokio::test]
async fn the_host_has_a_database_computed_and_it_is_used() {
    let site = start().await;
    let (anna, host) = (site.guest("Anna").await, host(&site).await);
    let kind = perfect(&anna).await;
    assert_eq!((&kind["available"], &kind["reason"]), (&json!(false), &json!("database")));
    let refused = anna.post("/api/games", wish("layers=2")).await;
    assert_eq!(code(&refused), (403, "not_allowed"));
    assert!(refused.1["message"].as_str().unwrap().contains("database"), "{refused:?}");
    let open = json!({ "game": "morris", "rules": "layers=2",
        "seats": [{ "who": "me" }, { "who": "open" }] });
    let (lobby, _) = anna.make(open).await;
    let fill = json!({ "do": "fill", "seat": 1, "kind": "perfect", "level": 10 });
    assert_eq!(code(&anna.act(&lobby, fill.clone()).await), (403, "not_allowed"));

    assert_eq!(small(&host).await["state"], "missing");
    let (status, answer) = host.post(SMALL, json!({ "do": "start" })).await;
    assert_eq!(status, 200, "{answer}");
    let entry = wait_until_complete(&host).await;
    assert_eq!(entry["done"], entry["total"]);
    assert!(entry["bytes"].as_u64().unwrap() > 10_000, "{entry}");
    assert!(perfect(&anna).await.get("available").is_none());
    assert_eq!(code(&host.post(SMALL, json!({ "do": "start" })).await), (403, "not_allowed"));

    assert_eq!(anna.act(&lobby, fill).await.0, 200);
    assert_eq!(code(&anna.post("/api/games", wish("")).await), (403, "not_allowed"));
    let (id, _) = anna.make(wish("layers=2,quiet_plies=50")).await;
    let mut socket = anna.connect().await;
    let moves = socket.watch(&id, None).await.view.moves;
    let hint = socket.ask(FromClient::Hint { id: id.clone() }).await;
    let ToClient::Hint { text, verdict, verdicts, .. } = hint else { panic!("{hint:?}") };
    assert_eq!(verdict, Some(Verdict { value: VerdictValue::Drawn, distance: None }));
    let verdicts = verdicts.unwrap();
    assert_eq!(verdicts.len(), moves.len());
    assert!(moves.iter().all(|legal| verdicts.iter().any(|known| known.text == legal.text)));
    let chosen = verdicts.iter().find(|known| known.text == text).unwrap();
    assert_eq!(chosen.verdict.value, VerdictValue::Drawn);
    socket.play(&id, 0, &text).await.unwrap();
    let mut ply = 0;
    while ply < 2 {
        ply = socket.event("moved").await.1.ply;
    }

    // Red closes a mill at once and leaves blue with two men.
    let request = AnalysisRequest {
        position: PositionRequest {
            game: "morris".into(),
            rules: "layers=2".into(),
            position: Some("r.r....r/b..b.b.. r 0 0 0".into()),
            moves: Vec::new(),
        },
        lines: 1,
        time: Millis(100),
    };
    let answer = socket.ask(FromClient::Analyse(request.clone())).await;
    let ToClient::Analysis { verdict, verdicts, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(verdict, Some(Verdict { value: VerdictValue::Won, distance: Some(1) }));
    let MoveVerdict { verdict, .. } = verdicts.unwrap()[0];
    assert_eq!(verdict, Verdict { value: VerdictValue::Won, distance: Some(1) });
    let standard = AnalysisRequest {
        position: PositionRequest { game: "morris".into(), ..PositionRequest::default() },
        ..request
    };
    let answer = socket.ask(FromClient::Analyse(standard)).await;
    let ToClient::Analysis { verdict: None, verdicts: None, .. } = answer else {
        panic!("{answer:?}")
    };
}

#[tokio::test]
async fn only_the_host_may_ask_for_it() {
    let site = start().await;
    let anna = site.guest("Anna").await;
    let wrong = Person { header: ("x-agon-host", "A".repeat(43)), ..site.stranger() };
    for person in [&anna, &site.stranger(), &wrong] {
        assert_eq!(code(&person.get(DATABASES).await), (403, "not_allowed"));
        let answer = person.post(SMALL, json!({ "do": "start" })).await;
        assert_eq!(code(&answer), (403, "not_allowed"));
    }
    let host = host(&site).await;
    assert_eq!(small(&host).await["state"], "missing");
    let unknown = host.post("/api/host/databases/go", json!({ "do": "start" })).await;
    assert_eq!(code(&unknown), (404, "not_found"));
    let nonsense = host.post(SMALL, json!({ "do": "dance" })).await;
    assert_eq!(code(&nonsense), (400, "bad_request"));
}

#[tokio::test]
async fn computing_can_be_paused_and_goes_on_after_a_restart() {
    let site = start().await;
    let first = host(&site).await;
    assert_eq!(first.post(SMALL, json!({ "do": "start" })).await.0, 200);
    assert_eq!(first.post(SMALL, json!({ "do": "pause" })).await.0, 200);
    while small(&first).await["state"] == "computing" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // What was paused stays so.
    let folder = site.stop().await;
    let site = Site::over(with_databases(&folder), folder).await;
    let second = host(&site).await;
    assert_eq!(second.header, first.header, "the key stays");
    assert_ne!(small(&second).await["state"], "computing");
    assert_eq!(second.post(SMALL, json!({ "do": "start" })).await.0, 200);
    // What was not goes on by itself.
    let folder = site.stop().await;
    let site = Site::over(with_databases(&folder), folder).await;
    wait_until_complete(&host(&site).await).await;
}

#[tokio::test]
async fn what_does_not_fit_into_the_memory_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { solve_memory: 1_000, ..with_databases(&folder) };
    let site = Site::over(config, folder).await;
    let host = host(&site).await;
    assert_eq!(host.post(SMALL, json!({ "do": "start" })).await.0, 200);
    loop {
        let entry = small(&host).await;
        if entry["state"] != "computing" {
            assert!(entry["error"].as_str().unwrap().contains("memory"), "{entry}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
