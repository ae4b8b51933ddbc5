//! Many people at one game, and many games in one list: what it costs the others.

use std::time::{Duration, Instant};

use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::state::Summary;
use agon_server::Config;
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket, config, two};

/// Whatever has come by now, up to the answer to a question.
async fn heard(socket: &mut Socket) -> Vec<ToClient> {
    socket.ask(FromClient::Ping {}).await;
    let mut all = Vec::new();
    while let Some(message) = socket.unread() {
        all.push(message);
    }
    all
}

/// How many spectators each message about presence counts.
fn spectators(messages: &[ToClient]) -> Vec<u32> {
    let told = messages.iter().filter_map(|message| match message {
        ToClient::Presence { presence, .. } => Some(presence.spectators),
        _ => None,
    });
    told.collect()
}

/// Messages about presence that one listener may get within a time: one a second and the first.
fn allowed(since: Instant) -> usize {
    since.elapsed().as_secs() as usize + 2
}

async fn lobby(socket: &mut Socket) -> Vec<Summary> {
    match socket.ask(FromClient::Lobby { on: true }).await {
        ToClient::Lobby { games, .. } => games,
        other => panic!("{other:?}"),
    }
}

fn open_lobby() -> Value {
    json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "open" }] })
}

#[tokio::test]
async fn a_crowd_of_spectators_costs_few_messages() {
    let site = Site::start().await;
    let (id, mut first, _second) = two(&site, json!({ "game": "morris" })).await;
    first.forget();
    let begin = Instant::now();
    let mut crowd = Vec::new();
    for _ in 0..100 {
        let mut socket = site.stranger().connect().await;
        socket.watch(&id, None).await;
        crowd.push(socket);
    }
    // The last message says how many there are.
    let mut told = Vec::new();
    while told.last() != Some(&100) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        told.extend(spectators(&heard(&mut first).await));
        assert!(begin.elapsed() < crate::harness::PATIENCE, "{told:?}");
    }
    let mut messages = told.len();
    assert!(messages <= allowed(begin), "{messages} in {:?}", begin.elapsed());
    for socket in &mut crowd {
        messages += spectators(&heard(socket).await).len();
    }
    assert!(messages <= 102 * allowed(begin), "{messages} in {:?}", begin.elapsed());
}

#[tokio::test]
async fn a_flapping_spectator_does_not_multiply() {
    let site = Site::start().await;
    let (id, mut first, _second) = two(&site, json!({ "game": "morris" })).await;
    first.forget();
    let begin = Instant::now();
    let mut flapping = site.stranger().connect().await;
    for _ in 0..150 {
        flapping.watch(&id, None).await;
        let id = id.clone();
        flapping.ask(FromClient::Unwatch { id }).await;
    }
    let told = spectators(&heard(&mut first).await);
    assert!(told.len() <= allowed(begin), "{} in {:?}", told.len(), begin.elapsed());
    // What is true in the end is told.
    let mut last = told.last().copied();
    let end = Instant::now();
    while last != Some(0) && end.elapsed() < Duration::from_secs(3) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        last = spectators(&heard(&mut first).await).last().copied().or(last);
    }
    assert_eq!(last, Some(0));
}

#[tokio::test]
async fn a_flood_of_lobbies_does_not_push_others_out() {
    let site = Site::with(Config { trust_proxy: true, ..config() }).await;
    let honest = site.guest_from("192.0.2.1", "Honest").await;
    let (id, _) = honest.make(open_lobby()).await;
    for i in 0..25 {
        let flooder = site.guest_from("198.51.100.7", &format!("Flood {i}")).await;
        for _ in 0..10 {
            flooder.make(open_lobby()).await;
        }
    }
    let games = lobby(&mut site.stranger().connect().await).await;
    assert!(games.iter().any(|game| game.id == id), "{} games without it", games.len());
    // One address has a part of the list, not all of it.
    assert!((10..=60).contains(&games.len()), "{}", games.len());
}

#[tokio::test]
async fn changes_of_lobbies_are_gathered() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let mut follower = site.stranger().connect().await;
    assert!(lobby(&mut follower).await.is_empty());
    let begin = Instant::now();
    let (id, _) = anna.make(open_lobby()).await;
    assert!(matches!(follower.hear().await, ToClient::Listed { game } if game.id == id));
    let guests: Vec<Person> = vec![site.guest("Bob").await, site.guest("Carl").await];
    // The seat is taken by one and the other; the last change closes the lobby.
    let wish = json!({ "game": "chinese-checkers", "rules": "colors=gop",
        "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }] });
    let (other, _) = anna.make(wish).await;
    for _ in 0..50 {
        for guest in &guests {
            assert_eq!(guest.act(&other, json!({ "do": "sit", "seat": 1 })).await.0, 200);
            assert_eq!(guest.act(&other, json!({ "do": "stand" })).await.0, 200);
        }
    }
    assert_eq!(anna.act(&id, json!({ "do": "close" })).await.0, 200);
    let mut listed = 0;
    loop {
        match follower.hear().await {
            ToClient::Listed { .. } => listed += 1,
            ToClient::Unlisted { id: gone } => {
                assert_eq!(gone, id);
                break;
            }
            _ => {}
        }
    }
    assert!(listed <= 2 * allowed(begin), "{listed} in {:?}", begin.elapsed());
    // Whoever asks now sees the same.
    let games = lobby(&mut site.stranger().connect().await).await;
    assert_eq!(games.iter().map(|game| &game.id).collect::<Vec<_>>(), [&other]);
}
