//! The same person on another device, by a code.

use agon_protocol::message::ToClient;
use agon_server::secrets::digest;
use agon_server::{Config, secrets};
use agon_store::Write;
use serde_json::{Value, json};

use crate::harness::{Person, Site, code, config};

/// The code that a device shows.
async fn shown(person: &Person) -> String {
    let (status, made) = person.post("/api/devices/code", json!({})).await;
    assert_eq!(status, 201, "{made}");
    made["code"].as_str().unwrap().to_owned()
}

/// Takes a code on another device: the status, the answer and whoever that device is then.
async fn take(device: &Person, code: &str) -> (u16, Value, Option<Person>) {
    let request = device.http.post(format!("{}/api/devices", device.url));
    let request = request.header(device.header.0, &device.header.1);
    let response = request.json(&json!({ "code": code })).send().await.unwrap();
    let status = response.status().as_u16();
    let cookie = response.headers().get("set-cookie").map(|cookie| {
        assert!(cookie.to_str().unwrap().contains("HttpOnly"), "{cookie:?}");
        cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
    });
    let me: Value = response.json().await.unwrap();
    let person = cookie.map(|cookie| Person {
        header: ("cookie", cookie),
        id: me["id"].as_str().unwrap_or_default().into(),
        ..device.clone()
    });
    (status, me, person)
}

fn open_table() -> Value {
    json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "open" }] })
}

#[tokio::test]
async fn seats_go_along_and_the_code_works_once() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (game, _) = anna.make(open_table()).await;
    let mut first = anna.connect().await;
    let letters = shown(&anna).await;
    assert_eq!(letters.len(), 8);
    // As people type it; the other device was somebody else before.
    let typed = format!(" {}-{} ", &letters[..4].to_uppercase(), &letters[4..]);
    let guest = site.guest("Anna's phone").await;
    let (status, me, phone) = take(&guest, &typed).await;
    assert_eq!((status, &me["name"], &me["id"]), (200, &json!("Anna"), &json!(anna.id)));
    let phone = phone.unwrap();
    assert_eq!(phone.id, anna.id);
    assert_eq!(phone.get(&format!("/api/games/{game}")).await.1["mine"], json!([0]));
    assert_eq!(phone.get("/api/games?mine=true").await.1.as_array().unwrap().len(), 1);
    // Both are signed in, the guest is not, and the first device hears of it.
    assert_eq!(anna.get("/api/sessions").await.1.as_array().unwrap().len(), 2);
    assert_eq!(guest.get("/api/me").await.0, 401);
    let ToClient::You { person } = first.hear().await else { panic!("nobody tells it") };
    assert_eq!(person.id, anna.id);
    let (status, refusal, _) = take(&site.stranger(), &letters).await;
    assert_eq!((status, &refusal["code"]), (404, &json!("bad_code")));
    // The second device is signed out like any other one.
    let sessions = phone.get("/api/sessions").await.1;
    assert!(sessions.as_array().unwrap().iter().any(|session| session["current"] == true));
    assert_eq!(phone.post("/api/logout", json!({})).await.0, 204);
    assert_eq!((phone.get("/api/me").await.0, anna.get("/api/me").await.0), (401, 200));
}

#[tokio::test]
async fn a_code_ends_by_itself_by_another_one_and_by_signing_out() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let old = shown(&anna).await;
    let new = shown(&anna).await;
    assert_eq!(take(&site.stranger(), &old).await.0, 404);
    // Somebody who is signed in elsewhere ends that session: who was there may have seen the code.
    let (_, _, phone) = take(&site.stranger(), &new).await;
    let seen = shown(&phone.unwrap()).await;
    let (status, ended) = anna.request("DELETE", "/api/sessions", None).await;
    assert_eq!(status, 204, "{ended}");
    assert_eq!(take(&site.stranger(), &seen).await.0, 404);
    // Ten minutes later.
    let expired = |until: i64| Write::NewDeviceCode {
        person: anna.id.clone(),
        hash: digest("abcdefgh"),
        at: 0,
        until,
    };
    site.store.write(expired(1_000)).await.unwrap();
    assert_eq!(take(&site.stranger(), "abcdefgh").await.0, 404);
    site.store.write(expired(i64::MAX)).await.unwrap();
    assert_eq!(take(&site.stranger(), "abcdefgh").await.0, 200);
    let (_, made) = anna.post("/api/devices/code", json!({})).await;
    let minutes = (made["until"].as_u64().unwrap() - agon_server::time::now().0) / 60_000;
    assert!((9..=10).contains(&minutes), "{minutes}");
    // On the device that shows it, a code changes nothing and stays valid.
    let own = made["code"].as_str().unwrap();
    assert_eq!(take(&anna, own).await.0, 200);
    assert_eq!(take(&site.stranger(), own).await.0, 200);
}

#[tokio::test]
async fn two_at_once_cannot_both_use_a_code() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let letters = shown(&anna).await;
    let stranger = site.stranger();
    let all = (0..8).map(|_| take(&stranger, &letters));
    let answers = futures_util::future::join_all(all).await;
    let right = answers.iter().filter(|(status, ..)| *status == 200).count();
    assert_eq!(right, 1);
    assert_eq!(anna.get("/api/sessions").await.1.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn codes_cannot_be_guessed() {
    let limits = Config { rate_limit: Some(1.0), trust_proxy: true, ..config() };
    let site = Site::with(limits).await;
    let anna = site.guest_from("203.0.113.1", "Anna").await;
    let mallory = site.guest_from("203.0.113.2", "Mallory").await;
    let letters = shown(&anna).await;
    let mut tried = 0;
    let wait = loop {
        match take(&mallory, &secrets::letters(8)).await {
            (404, ..) => tried += 1,
            (429, refusal, _) => break refusal["retry_after"].as_u64().unwrap(),
            (status, answer, _) => panic!("{status}: {answer}"),
        }
    };
    assert!((40..=41).contains(&tried), "{tried} guesses");
    assert!((10..=15).contains(&wait), "{wait} s");
    // Not even the right one is taken from there, and a new guest at the same address has no more tries.
    assert_eq!(take(&mallory, &letters).await.0, 429);
    let again = site.guest_from("203.0.113.2", "Mallory two").await;
    assert_eq!(take(&again, &letters).await.0, 429);
    // Codes of games are guessed no faster.
    assert_eq!(mallory.get("/api/codes/abcdef").await.0, 429);
    // From elsewhere it is; and right ones use nothing up.
    let phone = site.guest_from("203.0.113.3", "Phone").await;
    assert_eq!(take(&phone, &letters).await.0, 200);
    let (game, _) = anna.make(open_table()).await;
    let made = anna.post(&format!("/api/games/{game}/code"), json!({})).await.1;
    for _ in 0..60 {
        let path = format!("/api/codes/{}", made["code"].as_str().unwrap());
        assert_eq!(phone.get(&path).await.1, json!({ "id": game }));
    }
}

#[tokio::test]
async fn programs_show_no_codes() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let token = anna.post("/api/tokens", json!({ "label": "bot" })).await.1;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let bot = Person { header: ("authorization", bearer), ..anna.clone() };
    assert_eq!(code(&bot.post("/api/devices/code", json!({})).await), (403, "not_allowed"));
    assert_eq!(code(&site.stranger().post("/api/devices/code", json!({})).await).0, 401);
}
