//! Limits that are hit: by whom, for what, and how it is said.

use std::time::Instant;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_protocol::units::{Millis, Seat, Version};
use agon_server::Config;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::harness::{Person, Site, Socket, code, config};

fn limited(factor: f64) -> Config {
    Config { rate_limit: Some(factor), ..config() }
}

fn alone() -> Value {
    json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "me" }] })
}

/// Why the server ends the connection; `None` if it does so without a word.
async fn bye(socket: &mut Socket) -> Option<ByeReason> {
    loop {
        match socket.try_hear().await? {
            ToClient::Bye { reason } => return Some(reason),
            _ => continue,
        }
    }
}

#[tokio::test]
async fn many_guests_of_one_address_share_an_allowance() {
    // A quarter of the usual: 25 messages for a person, 500 for an address, then 100 a second.
    let site = Site::with(limited(0.25)).await;
    let mut sockets = Vec::new();
    for i in 0..29 {
        sockets.push(site.guest(&format!("Guest {i}")).await.connect().await);
    }
    let begin = Instant::now();
    for socket in &mut sockets {
        for tag in 0..25 {
            socket.say_tagged(tag, FromClient::Ping {}).await;
        }
    }
    let (mut passed, mut refused) = (0, 0);
    for socket in &mut sockets {
        for tag in 0..25 {
            match socket.answer(tag).await {
                ToClient::Pong { .. } => passed += 1,
                ToClient::Error { code: Code::TooMany, retry_after, .. } => {
                    assert!(retry_after.is_some());
                    refused += 1;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    let most = 500 + 100 * (begin.elapsed().as_secs() + 1);
    assert!(passed <= most && refused > 0, "{passed} of {most}, {refused} refused");
}

#[tokio::test]
async fn a_class_behind_one_address_can_play() {
    let site = Site::with(limited(1.0)).await;
    let mut class = Vec::new();
    for i in 0..30 {
        // Somebody loads the page, ...
        let pupil = site.guest(&format!("Pupil {i}")).await;
        for path in ["/", "/app.js", "/net.js", "/style.css"].iter().cycle().take(40) {
            let status = pupil.http.get(format!("{}{path}", site.url)).send().await.unwrap();
            assert_eq!(status.status(), 200, "{path}");
        }
        class.push(pupil);
    }
    // ... all of them begin a game with their neighbour, ...
    let mut games: Vec<(String, Socket, Socket)> = Vec::new();
    for pair in class.chunks(2) {
        let wish = json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "open" }] });
        let (id, _) = pair[0].make(wish).await;
        let (mut first, mut second) = (pair[0].connect().await, pair[1].connect().await);
        first.watch(&id, None).await;
        second.watch(&id, None).await;
        second.act(&id, Action::Sit { seat: None }).await.unwrap();
        games.push((id, first, second));
    }
    // ... and play it as fast as they can.
    for ply in 0..12_u32 {
        for (id, first, second) in &mut games {
            let socket = if ply % 2 == 0 { first } else { second };
            let moves = socket.watch(id, None).await.view.moves;
            socket.play(id, ply, &moves[0].text).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_flood_of_one_person_leaves_the_allowance_of_the_address_alone() {
    let site = Site::with(limited(0.25)).await;
    let mut neighbour = site.guest("Neighbour").await.connect().await;
    for i in 0..10 {
        let mut flooder = site.guest(&format!("Flood {i}")).await.connect().await;
        for _ in 0..200 {
            let text = r#"{"type": "ping"}"#;
            if flooder.stream.send(Message::text(text)).await.is_err() {
                break;
            }
        }
        assert_eq!(bye(&mut flooder).await, Some(ByeReason::Flood));
    }
    let answer = neighbour.ask(FromClient::Ping {}).await;
    assert!(matches!(answer, ToClient::Pong { .. }), "{answer:?}");
}

#[tokio::test]
async fn control_frames_count() {
    let site = Site::with(limited(1.0)).await;
    for frame in [Message::Ping("x".into()), Message::Pong("x".into())] {
        let mut socket = site.guest("Flood").await.connect().await;
        let mut sent = 0;
        while sent < 2_000 && socket.stream.feed(frame.clone()).await.is_ok() {
            sent += 1;
        }
        let _ = socket.stream.flush().await;
        assert_eq!(bye(&mut socket).await, Some(ByeReason::Flood), "after {sent}");
    }
}

#[tokio::test]
async fn empty_fragments_count() {
    let site = Site::start().await;
    let mut socket = site.guest("Flood").await.connect().await;
    let part = |opcode| Message::Frame(Frame::message("", OpCode::Data(opcode), false));
    socket.stream.send(part(Data::Text)).await.unwrap();
    let mut sent = 0;
    while sent < 20_000 && socket.stream.feed(part(Data::Continue)).await.is_ok() {
        sent += 1;
    }
    let _ = socket.stream.flush().await;
    // The server does not wait for the end of such a message.
    let _ = bye(&mut socket).await;
    // A message in a few parts is understood.
    let mut socket = site.guest("Anna").await.connect().await;
    let part = |text: &'static str, opcode, last| {
        Message::Frame(Frame::message(text, OpCode::Data(opcode), last))
    };
    socket.stream.send(part(r#"{"type": "#, Data::Text, false)).await.unwrap();
    socket.stream.send(part(r#""ping", "#, Data::Continue, false)).await.unwrap();
    socket.stream.send(part(r#""tag": 5}"#, Data::Continue, true)).await.unwrap();
    assert!(matches!(socket.answer(5).await, ToClient::Pong { .. }));
}

/// Resigns and asks for another game, again and again: how many were begun before a refusal.
async fn rematches(person: &Person) -> (usize, (u16, Value)) {
    let (mut id, _) = person.make(alone()).await;
    for begun in 0..100 {
        assert_eq!(person.act(&id, json!({ "do": "resign" })).await.0, 200);
        let answer = person.act(&id, json!({ "do": "rematch" })).await;
        if answer.0 != 200 {
            return (begun, answer);
        }
        let (_, game) = person.get(&format!("/api/games/{id}")).await;
        id = game["state"]["next"].as_str().unwrap().into();
    }
    (100, (200, Value::Null))
}

#[tokio::test]
async fn a_rematch_counts_as_a_new_game() {
    let site = Site::with(limited(1.0)).await;
    let (begun, answer) = rematches(&site.guest("Anna").await).await;
    // Twenty at once, the first game included; a slow machine lets some more through.
    assert!((15..30).contains(&begun), "{begun}");
    assert_eq!(code(&answer), (429, "too_many"));
    assert!(answer.1["retry_after"].as_u64().is_some());
}

#[tokio::test]
async fn unfinished_games_are_counted_for_a_rematch_too() {
    let site = Site::with(Config { max_unfinished: 2, ..config() }).await;
    let anna = site.guest("Anna").await;
    let (id, _) = anna.make(alone()).await;
    assert_eq!(anna.act(&id, json!({ "do": "resign" })).await.0, 200);
    let mut socket = anna.connect().await;
    for _ in 0..2 {
        let (id, _) = anna.make(alone()).await;
        // It has begun.
        socket.watch(&id, None).await;
    }
    let refused =
        socket.act(&id, Action::Rematch { swap: false, offer: None }).await.unwrap_err().0;
    assert_eq!(refused, Code::TooManyGames);
    assert_eq!(code(&anna.act(&id, json!({ "do": "rematch" })).await), (409, "too_many_games"));
}

#[tokio::test]
async fn a_game_has_few_events_that_are_no_moves() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (id, _) = anna.make(alone()).await;
    let mut socket = anna.connect().await;
    let snapshot = socket.watch(&id, None).await;
    let version = snapshot.state.version;
    // A pace that is the same already is no event.
    let pace = snapshot.state.pace;
    assert_eq!(socket.act(&id, Action::Pace { ms: pace }).await.unwrap(), version);
    let mut done = 0;
    let refusal = loop {
        match socket.act(&id, Action::Pace { ms: Millis(100 + done % 2) }).await {
            Ok(_) => done += 1,
            Err((code, _)) => break code,
        }
        assert!(done < 1_000, "without end");
    };
    assert_eq!(refusal, Code::TooOften);
    assert!(done >= 100, "{done}");
    // The game goes on, and then some more is possible.
    let moves = socket.watch(&id, None).await.view.moves;
    socket.play(&id, 0, &moves[0].text).await.unwrap();
    socket.act(&id, Action::Pace { ms: Millis(300) }).await.unwrap();
    socket.act(&id, Action::Resign { seat: None }).await.unwrap();
}

#[tokio::test]
async fn nobody_wears_out_the_game_of_others() {
    let site = Site::start().await;
    let (anna, bob, carl) =
        (site.guest("Anna").await, site.guest("Bob").await, site.guest("Carl").await);
    let wish = json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna
        .make(json!({ "game": "chinese-checkers", "rules": "colors=gop",
        "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }] }))
        .await;
    let mut socket = bob.connect().await;
    let mut sat = 0;
    let refusal = loop {
        match socket.act(&id, Action::Sit { seat: Some(Seat(1)) }).await {
            Ok(_) => sat += 1,
            Err((code, _)) => break code,
        }
        socket.act(&id, Action::Stand).await.unwrap();
        assert!(sat < 1_000, "without end");
    };
    assert_eq!(refusal, Code::TooOften);
    assert_eq!(carl.act(&id, json!({ "do": "sit", "seat": 1 })).await.0, 200);
    // Whoever asks for take-backs all the time leaves the other one the right to ask.
    let (id, _) = anna.make(wish).await;
    let (mut first, mut second) = (anna.connect().await, carl.connect().await);
    second.act(&id, Action::Sit { seat: None }).await.unwrap();
    for ply in 0..2 {
        let socket = if ply == 0 { &mut first } else { &mut second };
        let moves = socket.watch(&id, None).await.view.moves;
        socket.play(&id, ply, &moves[0].text).await.unwrap();
    }
    let mut asked = 0;
    while let Ok(offer) = first.act(&id, Action::OfferDraw { seat: None }).await {
        second.act(&id, Action::AnswerDraw { offer, accept: false }).await.unwrap();
        asked += 1;
        assert!(asked < 1_000, "without end");
    }
    second.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    second.act(&id, Action::Resign { seat: None }).await.unwrap();
}

#[tokio::test]
async fn whoever_missed_very_much_gets_the_whole_game() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (id, _) = anna.make(alone()).await;
    let mut socket = anna.connect().await;
    let moves = socket.watch(&id, None).await.view.moves;
    for _ in 0..260 {
        socket.play(&id, 0, &moves[0].text).await.unwrap();
        socket.act(&id, Action::TakeBack { ply: Some(0) }).await.unwrap();
        socket.forget();
    }
    let watch =
        |since| FromClient::Watch { id: id.clone(), key: None, since: Some(Version(since)) };
    let answer = socket.ask(watch(2)).await;
    let ToClient::Game { snapshot, .. } = answer else { panic!("{answer:?}") };
    let version = snapshot.state.version;
    let answer = socket.ask(watch(version.0 - 10)).await;
    let ToClient::Resumed { events, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(events.len(), 10);
}

#[tokio::test]
async fn a_refusal_carries_its_tag() {
    let site = Site::with(limited(1.0)).await;
    let mut socket = site.guest("Anna").await.connect().await;
    let table = [
        (r#"{"type": "nonsense", "tag": 7}"#, Some(7)),
        (r#"{"tag": 8, "type": "ping", "colour": "red"}"#, Some(8)),
        (r#"{"tag": 9, "type": "ping""#, Some(9)),
        (r#"{"type": "watch", "tag": 10, "id": 5}"#, Some(10)),
        (r#"{"type": "ping", "tag": "x"}"#, None),
        (r#"{"type": {"tag": 11}}"#, None),
        ("nonsense", None),
    ];
    for (text, wanted) in table {
        socket.say_text(text).await;
        match socket.hear_tagged().await {
            (tag, ToClient::Error { code: Code::BadRequest, .. }) => {
                assert_eq!(tag, wanted, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // Too large, but not so large that nobody reads it.
    let large = format!(r#"{{"type": "ping", "tag": 12, "more": "{}"}}"#, "x".repeat(80_000));
    socket.say_text(&large).await;
    match socket.hear_tagged().await {
        (tag, ToClient::Error { code: Code::TooLarge, .. }) => assert_eq!(tag, Some(12)),
        other => panic!("{other:?}"),
    }
    // One too many.
    let mut refused = 0;
    for tag in 1_000..1_150 {
        socket.say_tagged(tag, FromClient::Ping {}).await;
        match socket.hear_tagged().await {
            (answered, ToClient::Pong { .. }) => assert_eq!(answered, Some(tag)),
            (answered, ToClient::Error { code: Code::TooMany, retry_after, message, .. }) => {
                assert_eq!((answered, retry_after), (Some(tag), Some(1)), "{message}");
                refused += 1;
            }
            (_, ToClient::Bye { .. }) => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(refused > 5, "{refused}");
}
