//! Wishes and texts that do not make sense. (Refusals within games are tested where the games are.)

use agon_protocol::error::Code;
use agon_protocol::message::{FromClient, ToClient};
use serde_json::{Value, json};

use crate::harness::{Site, code, config};

#[tokio::test]
async fn new_games_are_checked() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let me = json!({ "who": "me" });
    let usual = json!({ "game": "chess", "seats": [me, me] });
    let table = [
        (json!({ "game": "go" }), 422, "unknown_game"),
        (json!({ "rules": "colour=red" }), 422, "bad_text"),
        (json!({ "position": "nonsense" }), 422, "bad_text"),
        (json!({ "position": "7k/8/8/8/8/8/5PK1/8 b - - 0 1" }), 201, "no code"),
        (json!({ "position": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1" }), 422, "bad_text"),
        (json!({ "rules": "x".repeat(2000) }), 413, "too_large"),
        (json!({ "seats": [me] }), 400, "bad_request"),
        (json!({ "seats": [me, me, me] }), 400, "bad_request"),
        (json!({ "seats": [me, { "who": "nobody" }] }), 400, "bad_request"),
        (json!({ "seats": [me, { "who": "computer", "level": 0 }] }), 400, "bad_request"),
        (json!({ "seats": [me, { "who": "computer", "level": 300 }] }), 400, "bad_request"),
        (
            json!({ "seats": [me, { "who": "computer", "kind": "oracle", "level": 3 }] }),
            422,
            "bad_text",
        ),
        (json!({ "clock": { "kind": "increment", "main": 1, "add": 0 } }), 422, "bad_clock"),
        (json!({ "clock": { "kind": "days", "days": 31 } }), 422, "bad_clock"),
        (json!({ "clock": { "kind": "move", "each": 999 } }), 422, "bad_clock"),
        (json!({ "hint_budget": 100 }), 400, "bad_request"),
        (json!({ "clock": { "kind": "sand" } }), 400, "bad_request"),
        (json!({ "pace": 60001 }), 400, "bad_request"),
        (json!({ "colour": "red" }), 400, "bad_request"),
        (json!({ "shuffle": true, "clock": { "kind": "days", "days": 30 } }), 201, "no code"),
    ];
    for (change, status, wanted) in table {
        let mut wish = usual.clone();
        for (name, value) in change.as_object().unwrap() {
            wish[name] = value.clone();
        }
        let answer = anna.post("/api/games", wish).await;
        assert_eq!(code(&answer), (status, wanted), "{change}: {}", answer.1);
    }
}

#[tokio::test]
async fn positions_and_moves_of_any_text_are_checked() {
    let site = Site::start().await;
    let anyone = site.stranger();
    let check = async |body: Value| anyone.post("/api/positions", body).await;
    let (status, report) = check(json!({ "game": "chess", "moves": ["e4", "e7e5", "Nf3"] })).await;
    assert_eq!(status, 200, "{report}");
    assert_eq!(report["steps"][2]["display"], "Nf3");
    assert_eq!(report["view"]["turn"], 1);
    assert_eq!(report["board"]["cells"].as_array().unwrap().len(), 64);
    let (_, mate) = check(json!({ "game": "chess", "moves": ["f3", "e5", "g4", "Qh4"] })).await;
    assert_eq!(mate["outcome"]["verdict"], "black wins (checkmate)");
    assert!(mate["view"]["moves"].as_array().unwrap().is_empty());
    let (_, large) = check(json!({ "game": "morris", "rules": "layers=5" })).await;
    assert_eq!(large["board"]["cells"].as_array().unwrap().len(), 40);
    let table = [
        (json!({ "game": "go" }), 422, "unknown_game"),
        (json!({ "game": "chess", "rules": "x" }), 422, "bad_text"),
        (json!({ "game": "chess", "position": "x" }), 422, "bad_text"),
        (json!({ "game": "chess", "moves": ["e5"] }), 422, "illegal_move"),
        (json!({ "game": "chess", "moves": ["f3", "e5", "g4", "Qh4", "a3"] }), 409, "over"),
        (json!({ "game": "chess", "moves": vec!["e4"; 2001] }), 413, "too_large"),
        (json!({ "game": 7 }), 400, "bad_request"),
        (json!([]), 400, "bad_request"),
    ];
    for (body, status, wanted) in table {
        let answer = check(body).await;
        assert_eq!(code(&answer), (status, wanted), "{}", answer.1);
    }
    assert_eq!(code(&anyone.request("DELETE", "/api/games", None).await), (405, "bad_method"));
    assert_eq!(code(&anyone.get("/api/socket").await), (400, "bad_request"));
}

#[tokio::test]
async fn messages_that_are_not_understood_are_refused_and_the_connection_goes_on() {
    let site = Site::start().await;
    let mut socket = site.guest("Anna").await.connect().await;
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"type\": \"dance\"}",
        "{\"type\": \"ping\", \"tag\": -1}",
        "{\"type\": \"act\", \"id\": \"x\"}",
        "{\"type\": \"act\", \"id\": \"x\", \"action\": {\"do\": \"fly\"}}",
        "{\"type\": \"watch\", \"id\": \"x\", \"colour\": 1}",
        "\u{0}",
    ] {
        socket.say_text(text).await;
        let ToClient::Error { code, .. } = socket.hear().await else { panic!("{text}") };
        assert_eq!(code, Code::BadRequest, "{text}");
    }
    let answer = socket.ask(FromClient::Ping {}).await;
    assert!(matches!(answer, ToClient::Pong { .. }));
    let unknown = FromClient::Watch { id: "unknown".into(), key: None, since: None };
    let answer = socket.ask(unknown).await;
    assert!(matches!(answer, ToClient::Error { code: Code::NotFound, .. }), "{answer:?}");
}

#[tokio::test]
async fn a_full_house_says_so() {
    let site = Site::with(agon_server::Config { max_connections: 1, ..config() }).await;
    let anna = site.guest("Anna").await;
    let first = anna.connect().await;
    let refused = anna.open(&[]).await;
    assert!(refused.is_err());
    let answer = anna
        .http
        .get(format!("{}/api/socket", site.url))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 503);
    let fault: Value = answer.json().await.unwrap();
    assert_eq!(fault["code"], "busy");
    drop(first);
}

#[tokio::test]
async fn a_database_that_is_gone_changes_nothing() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (id, _) = anna.make(wish.clone()).await;
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    site.store.close().await;
    let answer = anna.post("/api/games", wish).await;
    assert_eq!(code(&answer), (503, "closing"));
    // A move that cannot be stored is not made, and nobody is left with a wrong position.
    socket.say_text(&json!({ "type": "act", "id": id, "action": { "do": "move", "ply": 0, "text": "e2e4" } }).to_string()).await;
    loop {
        match socket.try_hear().await {
            Some(ToClient::Error { code, current, .. }) => {
                assert_eq!((code, current.is_none()), (Code::Storage, true));
            }
            Some(ToClient::Event { .. }) => panic!("told what is not stored"),
            Some(_) => {}
            None => break,
        }
    }
    assert_eq!(site.stranger().get("/ready").await.0, 503);
    assert_eq!(site.stranger().get("/health").await.0, 200);
    let site = site.restart().await;
    assert_eq!(site.stranger().get(&format!("/api/games/{id}")).await.1["state"]["ply"], 0);
}
