//! Several servers of one site: run where the environment names PostgreSQL and NATS.

use std::time::{Duration, Instant};

use agon_games::GAMES;
use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_server::Config;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::full_games::{Bots, play_out};
use crate::harness::{PATIENCE, Person, Site, Socket, config, is_shared};

/// Two servers of a site; without PostgreSQL and NATS records a skip.
async fn pair() -> Option<(Site, Site)> {
    if !is_shared() {
        return None;
    }
    let first = Site::start().await;
    let second = first.beside(config()).await;
    // A server answers a moment before it listens to others.
    sleep(Duration::from_secs(1)).await;
    Some((first, second))
}

/// Anna at the first server and Bob at the second one, in a game that has begun.
pub(crate) async fn two(first: &Site, second: &Site, mut wish: Value) -> (String, Socket, Socket) {
    let (anna, bob) = (first.guest("Anna").await, second.guest("Bob").await);
    wish["seats"] = json!([{ "who": "me" }, { "who": "open" }]);
    let (id, key) = anna.make(wish).await;
    let (mut here, mut there) = (anna.connect().await, bob.connect().await);
    here.watch(&id, None).await;
    there.watch(&id, Some(&key)).await;
    there.act_with(&id, Some(&key), Action::Sit { seat: None }).await.unwrap();
    here.event("started").await;
    (id, here, there)
}

async fn play_first(socket: &mut Socket, id: &str) -> Result<(), Code> {
    let view = socket.watch(id, None).await;
    let text = view.view.moves[0].text.clone();
    socket.play(id, view.state.ply, &text).await.map(drop).map_err(|(code, _)| code)
}

#[tokio::test]
async fn people_at_two_servers_play_every_game_and_others_watch_at_a_third() {
    let Some((first, second)) = pair().await else { return };
    let third = first.beside(config()).await;
    for (seed, game) in GAMES.iter().enumerate() {
        let (id, anna, bob) = two(&first, &second, json!({ "game": game.id() })).await;
        let mut watcher = third.stranger().connect().await;
        watcher.watch(&id, None).await;
        play_out(&id, &mut [anna, bob], &mut Bots::new(seed as u64), 60).await;
        watcher.event("ended").await;
        for site in [&first, &second, &third] {
            let (_, seen) = site.stranger().get(&format!("/api/games/{id}")).await;
            assert_eq!(seen["state"]["phase"], "ended", "{}", game.id());
        }
    }
}

#[tokio::test]
async fn of_two_who_move_at_once_one_does_and_the_other_hears_why() {
    let Some((first, second)) = pair().await else { return };
    // The same person at both servers plays both sides.
    let anna = first.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let (id, _) = anna.make(json!({ "game": "chess", "seats": seats })).await;
    let (mut here, mut there) = (anna.connect().await, anna.at(&second).connect().await);
    for ply in 0..40 {
        let view = here.watch(&id, None).await;
        there.watch(&id, None).await;
        let moves = &view.view.moves;
        let (one, other) = (moves[0].text.clone(), moves[moves.len() - 1].text.clone());
        let (a, b) = tokio::join!(here.play(&id, ply, &one), there.play(&id, ply, &other));
        let refused = match (a, b) {
            (Ok(_), Err((code, _))) | (Err((code, _)), Ok(_)) => code,
            other => panic!("{ply}: {other:?}"),
        };
        assert!(matches!(refused, Code::Stale | Code::StalePly | Code::NotYourTurn), "{refused:?}");
    }
    let events = first.store.events(&id, 0).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == "moved").count(), 40);
}

#[tokio::test]
async fn a_command_that_is_repeated_at_another_server_is_carried_out_once() {
    let Some((first, second)) = pair().await else { return };
    let anna = first.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let (id, _) = anna.make(json!({ "game": "chess", "seats": seats })).await;
    // The second server has the game in memory, and does not hear of what happens at the first.
    anna.at(&second).get(&format!("/api/games/{id}")).await;
    let command = json!({ "id": "once", "do": "move", "ply": 0, "text": "e2e4" });
    let at_first = anna.act(&id, command.clone()).await;
    assert_eq!(at_first.0, 200, "{at_first:?}");
    let at_second = anna.at(&second).act(&id, command).await;
    assert_eq!(at_second.1["version"], at_first.1["version"], "{at_second:?}");
    assert_eq!(first.store.events(&id, 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn everybody_sees_who_is_there_and_what_is_open() {
    let Some((first, second)) = pair().await else { return };
    let carl = second.guest("Carl").await;
    let mut lobby = carl.connect().await;
    lobby.ask(FromClient::Lobby { on: true }).await;
    let (id, mut anna, bob) =
        two(&first, &second, json!({ "game": "chess", "listed": true })).await;
    let begin = Instant::now();
    loop {
        if let ToClient::Listed { game } = lobby.hear().await
            && game.id == id
        {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "not listed");
    }
    let connected = |snapshot: &agon_protocol::state::Snapshot| snapshot.presence.connected.clone();
    loop {
        if connected(&*anna.watch(&id, None).await) == [true, true] {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "Bob is not seen");
        sleep(Duration::from_millis(50)).await;
    }
    drop(bob);
    loop {
        if connected(&*anna.watch(&id, None).await) == [true, false] {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "Bob is still seen");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn who_signs_out_at_one_server_is_out_at_all() {
    let Some((first, second)) = pair().await else { return };
    let anna = first.guest("Anna").await;
    let mut socket = anna.at(&second).connect().await;
    assert_eq!(anna.post("/api/logout", json!({})).await.0, 204);
    loop {
        match socket.try_hear().await {
            Some(ToClient::Bye { reason }) => assert_eq!(reason, ByeReason::SignedOut),
            Some(_) => {}
            None => break,
        }
    }
}

/// Waits until somebody sees it.
pub(crate) async fn until(what: &str, mut seen: impl AsyncFnMut() -> bool) {
    let begin = Instant::now();
    while !seen().await {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn host(site: &Site) -> Person {
    let key = site.store.fact("host key").await.unwrap().unwrap();
    Person { header: ("x-agon-host", key), ..site.stranger() }
}

#[tokio::test]
async fn what_changes_at_one_server_is_seen_at_the_others() {
    let Some((first, second)) = pair().await else { return };
    let (id, _anna, mut bob) =
        two(&first, &second, json!({ "game": "chess", "listed": true })).await;
    let anna = first.guest("Carla").await;
    let mut own = anna.at(&second).connect().await;
    own.ask(FromClient::Lobby { on: true }).await;
    let hidden = json!({ "game": "morris", "listed": false,
        "seats": [{ "who": "me" }, { "who": "open" }] });
    let (private, key) = anna.make(hidden).await;
    // A game in one's own list, although nobody else may see it.
    loop {
        if let ToClient::Listed { game } = own.hear().await
            && game.id == private
        {
            break;
        }
    }
    // A name in a game that somebody looks at elsewhere.
    let mut looking = second.guest("Dan").await.connect().await;
    looking.watch(&private, Some(&key)).await;
    assert_eq!(anna.post("/api/me", json!({ "name": "Carla the Great" })).await.0, 200);
    until("the new name is not seen", async || {
        let seen = looking.watch(&private, Some(&key)).await;
        serde_json::to_string(&seen.state.seats).unwrap().contains("Carla the Great")
    })
    .await;
    // What the host chooses.
    let wish = json!({ "message": "Welcome" });
    assert_eq!(host(&first).await.post("/api/host/site", wish.clone()).await.0, 200);
    let stranger = second.stranger();
    until("the defaults are not seen", async || stranger.get("/api/site").await.1 == wish).await;
    // A game that the host removes.
    let removed =
        host(&first).await.request("DELETE", &format!("/api/host/games/{id}"), None).await;
    assert_eq!(removed.0, 204, "{removed:?}");
    loop {
        if let ToClient::Error { code: Code::Removed, .. } = bob.hear().await {
            break;
        }
    }
    until("the removed game is listed", async || {
        !stranger.get("/api/games").await.1.to_string().contains(&id)
    })
    .await;
}

#[tokio::test]
async fn a_code_leads_to_its_game_also_at_a_server_that_began_later() {
    let Some((first, second)) = pair().await else { return };
    let anna = first.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    let (id, _) = anna.make(json!({ "game": "tablut", "seats": seats, "listed": true })).await;
    let (_, made) = anna.post(&format!("/api/games/{id}/code"), json!({})).await;
    let path = format!("/api/codes/{}", made["code"].as_str().unwrap());
    until("the code is not known", async || second.stranger().get(&path).await.0 == 200).await;
    let third = first.beside(config()).await;
    until("the new server does not ask", async || {
        third.stranger().get(&path).await.1["id"] == json!(id)
    })
    .await;
    assert_eq!(third.stranger().get("/api/codes/aaaaaa").await.0, 404);
}

#[tokio::test]
async fn passwords_are_not_guessed_at_each_server_anew() {
    if !is_shared() {
        return;
    }
    let limits = || Config { rate_limit: Some(1.0), trust_proxy: true, ..config() };
    let first = Site::with(limits()).await;
    let second = first.beside(limits()).await;
    let mallory = first.guest_from("203.0.113.2", "Mallory").await;
    let mut tried = [0, 0];
    for round in 0.. {
        let at = [&first, &second][round % 2];
        let guess = json!({ "login": "anna", "password": format!("guess {round}") });
        match mallory.at(at).post("/api/login", guess).await {
            (429, refusal) => {
                assert!(refusal["retry_after"].as_u64().unwrap() >= 1, "{refusal}");
                break;
            }
            (status, _) => {
                assert_eq!(status, 401);
                tried[round % 2] += 1;
            }
        }
    }
    // Thirty at once, and one more in two seconds, wherever.
    let all = tried[0] + tried[1];
    assert!((28..=36).contains(&all), "{tried:?}");
    // Somebody else is not held up.
    let anna = second.guest_from("203.0.113.9", "Anna").await;
    assert_eq!(anna.get("/api/me").await.0, 200);
}

#[tokio::test]
async fn a_computer_answers_wherever_one_looks() {
    let Some((first, second)) = pair().await else { return };
    let anna = first.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 1 }]);
    let (id, _) = anna.make(json!({ "game": "tablut", "seats": seats, "pace": 0 })).await;
    let (mut here, mut there) = (anna.connect().await, anna.at(&second).connect().await);
    here.watch(&id, None).await;
    there.watch(&id, None).await;
    for round in 0..6 {
        let socket = if round % 2 == 0 { &mut here } else { &mut there };
        play_first(socket, &id).await.unwrap();
        while socket.watch(&id, None).await.state.ply < 2 * (round + 1) {
            sleep(Duration::from_millis(20)).await;
        }
    }
    let events = first.store.events(&id, 0).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == "moved").count(), 12);
}

#[tokio::test]
async fn whoever_is_sent_away_goes_on_at_another_server() {
    let Some((first, second)) = pair().await else { return };
    let anna = first.guest("Anna").await;
    let spread = Config { spread: Duration::from_secs(2), ..config() };
    let third = first.beside(spread).await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let (id, _) = anna.make(json!({ "game": "chess", "seats": seats })).await;
    let at_third: Person = anna.at(&third);
    let mut sockets = Vec::new();
    for _ in 0..8 {
        let mut socket = at_third.connect().await;
        socket.watch(&id, None).await;
        sockets.push(socket);
    }
    let begin = Instant::now();
    let stopping = tokio::spawn(third.stop());
    let mut ends = Vec::new();
    for mut socket in sockets {
        ends.push(tokio::spawn(async move {
            while let Some(message) = socket.try_hear().await {
                if let ToClient::Bye { reason } = message {
                    assert_eq!(reason, ByeReason::Shutdown);
                    return Instant::now();
                }
            }
            panic!("no farewell");
        }));
    }
    let mut times = Vec::new();
    for end in ends {
        times.push(end.await.unwrap() - begin);
    }
    times.sort();
    assert!(times[7] - times[0] > Duration::from_millis(300), "all at once: {times:?}");
    assert!(times[7] < Duration::from_secs(4), "{times:?}");
    stopping.await.unwrap();
    let mut socket = anna.at(&second).connect().await;
    play_first(&mut socket, &id).await.unwrap();
}
