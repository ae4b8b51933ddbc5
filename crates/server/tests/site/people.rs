//! Guests, registered people, tokens.

use agon_protocol::action::Action;
use agon_protocol::units::Seat;
use serde_json::json;

use crate::harness::{Site, code, config};

#[tokio::test]
async fn a_guest_keeps_the_identity_and_changes_the_name() {
    let site = Site::start().await;
    let anna = site.guest("  <b>An\u{202e}na</b> ").await;
    assert_eq!(anna.get("/api/me").await.1["name"], "bAnna/b");
    let (_, renamed) = anna.post("/api/me", json!({ "name": "Hanna" })).await;
    assert_eq!((&renamed["id"], &renamed["name"]), (&json!(anna.id), &json!("Hanna")));
    assert_eq!(anna.post("/api/me", json!({})).await.1["name"], "Hanna");
    assert_eq!(code(&site.stranger().get("/api/me").await), (401, "no_identity"));
    let site = site.restart().await;
    let mut back = anna;
    back.url.clone_from(&site.url);
    assert_eq!(back.get("/api/me").await.1["name"], "Hanna");
}

#[tokio::test]
async fn registered_people_sign_in_anywhere() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let credentials = json!({ "login": "Anna", "password": "correct horse" });
    let anna = anna.register("Anna", "correct horse").await;
    assert_eq!(anna.get("/api/me").await.1["login"], json!("anna"));
    assert_eq!(code(&anna.post("/api/register", credentials.clone()).await), (403, "not_allowed"));
    let taken = json!({ "login": "ANNA", "password": "another horse" });
    assert_eq!(code(&bob.post("/api/register", taken).await), (409, "name_taken"));
    let weak = json!({ "login": "Bob", "password": "short" });
    assert_eq!(code(&bob.post("/api/register", weak).await), (422, "weak_password"));
    let nameless = json!({ "login": "\u{202e}", "password": "long enough" });
    assert_eq!(code(&bob.post("/api/register", nameless).await), (422, "bad_name"));

    let response = site
        .http
        .post(format!("{}/api/login", site.url))
        .json(&json!({ "login": "aNNa", "password": "correct horse" }))
        .send()
        .await
        .unwrap();
    assert!(response.headers().contains_key("set-cookie"));
    assert_eq!(response.json::<serde_json::Value>().await.unwrap()["id"], json!(anna.id));
    for wrong in [("anna", "wrong horse"), ("nobody", "correct horse"), ("", "")] {
        let body = json!({ "login": wrong.0, "password": wrong.1 });
        assert_eq!(code(&site.stranger().post("/api/login", body).await), (401, "bad_login"));
    }
    assert_eq!(anna.post("/api/logout", json!({})).await.0, 204);
    // The password is nowhere to be read.
    let folder = site.stop().await;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(13).any(|part| part == b"correct horse"));
    }
}

#[tokio::test]
async fn programs_play_with_a_token() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (status, token) = anna.post("/api/tokens", json!({ "label": "my bot" })).await;
    assert_eq!(status, 201);
    let mut bot = anna.clone();
    bot.header = ("authorization", format!("Bearer {}", token["token"].as_str().unwrap()));
    let (id, _) =
        bot.make(json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    let mut socket = bot.connect().await;
    assert_eq!(socket.watch(&id, None).await.mine, [Seat(0), Seat(1)]);
    socket.play(&id, 0, "e2e4").await.unwrap();
    assert_eq!(bot.act(&id, json!({ "do": "move", "ply": 1, "text": "e5" })).await.0, 200);

    let listed = anna.get("/api/tokens").await.1;
    assert_eq!(listed[0]["label"], "my bot");
    assert!(listed[0].get("token").is_none());
    let path = format!("/api/tokens/{}", token["id"].as_str().unwrap());
    assert_eq!(anna.request("DELETE", &path, None).await.0, 204);
    assert_eq!(code(&anna.request("DELETE", &path, None).await), (404, "not_found"));
    assert_eq!(code(&bot.get("/api/me").await), (401, "no_identity"));
    for i in 0..10 {
        assert_eq!(anna.post("/api/tokens", json!({ "label": format!("{i}") })).await.0, 201);
    }
    assert_eq!(
        code(&anna.post("/api/tokens", json!({ "label": "x" })).await),
        (403, "not_allowed")
    );
}

#[tokio::test]
async fn strangers_watch_but_do_not_act() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(wish.clone()).await;
    let stranger = site.stranger();
    assert_eq!(code(&stranger.post("/api/games", wish).await), (401, "no_identity"));
    assert_eq!(code(&stranger.act(&id, json!({ "do": "sit" })).await), (401, "no_identity"));
    assert_eq!(code(&stranger.get("/api/games?mine=true").await), (401, "no_identity"));
    let mut socket = stranger.connect().await;
    assert!(socket.watch(&id, None).await.mine.is_empty());
    let refused = socket.act(&id, Action::Sit { seat: None }).await.unwrap_err();
    assert_eq!(refused.0, agon_protocol::error::Code::NoIdentity);
}

#[tokio::test]
async fn too_much_at_once_is_refused_with_the_time_to_wait() {
    let site = Site::with(agon_server::Config { rate_limit: Some(0.02), ..config() }).await;
    let mut codes = Vec::new();
    for _ in 0..30 {
        let response = site.http.get(format!("{}/api/catalog", site.url)).send().await.unwrap();
        codes.push(response.status().as_u16());
        if response.status() == 429 {
            assert!(response.headers().contains_key("retry-after"));
        }
    }
    assert_eq!(codes[0], 200);
    assert_eq!(codes[29], 429);
}
