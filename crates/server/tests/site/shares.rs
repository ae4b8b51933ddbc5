//! How computers' time is shared among people.

use std::time::{Duration, Instant};

use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest};
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::position::PositionRequest;
use agon_server::Config;
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket, config};

/// How long a computer may think about a move here.
const THINK: u64 = 600;
/// What players have on their clocks: enough that nobody hurries.
const MAIN: u64 = 3_600_000;

fn computer() -> Value {
    json!({ "who": "computer", "level": 10 })
}

/// Computers play each other in so many games, as fast as they can, and somebody watches.
async fn bot_games(guest: &Person, games: usize) {
    let mut socket = guest.connect().await;
    for _ in 0..games {
        let wish = json!({ "game": "chess", "pace": 0, "seats": [computer(), computer()] });
        let (id, _) = guest.make(wish).await;
        socket.watch(&id, None).await;
        socket.forget();
    }
    tokio::spawn(async move { while socket.try_hear().await.is_some() {} });
}

/// Milliseconds that the computer of seat 0 thought about its next move.
async fn thought(socket: &mut Socket) -> (u64, String) {
    loop {
        if let (Event::Moved { seat: 0, left: Some(left), .. }, _, view) =
            socket.event("moved").await
        {
            let answer = view.unwrap().moves[0].text.clone();
            return (MAIN - left, answer);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_persons_computer_keeps_its_time_beside_two_hundred_games_of_computers() {
    let think_time = Duration::from_millis(THINK);
    let site = Site::with(Config { engine_threads: 2, think_time, ..config() }).await;
    for name in ["A", "B", "C", "D"] {
        bot_games(&site.guest(name).await, 50).await;
    }
    let anna = site.guest("Anna").await;
    let clock = json!({ "kind": "increment", "main": MAIN, "add": 0 });
    let seats = [computer(), json!({ "who": "me" })];
    let wish = json!({ "game": "chess", "pace": 0, "clock": clock, "seats": seats });
    let mut socket = anna.connect().await;
    let (id, _) = anna.make(wish).await;
    assert_eq!(socket.watch(&id, None).await.state.ply, 0);
    let mut before = 0;
    for ply in 0..4 {
        let (spent, answer) = thought(&mut socket).await;
        println!("thought for {} of {THINK} ms", spent - before);
        assert!((spent - before) * 10 >= THINK * 8, "{} of {THINK} ms", spent - before);
        before = spent;
        socket.play(&id, 2 * ply + 1, &answer).await.unwrap();
    }
}

#[tokio::test]
async fn an_analysis_has_its_time_beside_games_of_computers() {
    let site = Site::start().await;
    bot_games(&site.guest("A").await, 20).await;
    let mut socket = site.guest("Anna").await.connect().await;
    let begin = Instant::now();
    let request = AnalysisRequest {
        position: PositionRequest { game: "chess".into(), ..PositionRequest::default() },
        lines: 1,
        time: 2_500,
    };
    let answer = socket.ask(FromClient::Analyse(request)).await;
    let ToClient::Analysis { time, done: true, .. } = answer else { panic!("{answer:?}") };
    println!("analysed for {time} of 2500 ms, in {:?}", begin.elapsed());
    assert!(time >= 2_400, "{time}");
}

#[tokio::test]
async fn an_analysis_that_never_had_a_turn_says_that_it_was_stopped() {
    let site = Site::with(Config { think_time: Duration::from_secs(600), ..config() }).await;
    // The only computer thinks for a person at a table, for minutes.
    let bob = site.guest("Bob").await;
    let mut table = bob.connect().await;
    let (id, _) =
        bob.make(json!({ "game": "chess", "seats": [computer(), { "who": "me" }] })).await;
    table.watch(&id, None).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut socket = site.guest("Anna").await.connect().await;
    let text = |tag| {
        let request = json!({ "type": "analyse", "tag": tag, "game": "chess", "time": 1000 });
        request.to_string()
    };
    socket.say_text(&text(2_000_001)).await;
    socket.say_text(&text(2_000_002)).await;
    let ToClient::Analysis { lines, end, time, .. } = socket.answer(2_000_001).await else {
        panic!("no analysis")
    };
    assert_eq!((lines.len(), end, time), (0, Some(AnalysisEnd::Stopped), 0));
}

#[tokio::test]
async fn a_computer_that_may_not_think_yet_says_why() {
    let site = Site::with(Config { think_time: Duration::from_secs(600), ..config() }).await;
    let anna = site.guest("Anna").await;
    let mut socket = anna.connect().await;
    // One runs, sixty-four wait, and one has no place.
    let mut games = Vec::new();
    for _ in 0..66 {
        let wish = json!({ "game": "chess", "seats": [computer(), computer()] });
        let (id, _) = anna.make(wish).await;
        socket.watch(&id, None).await;
        games.push(id);
    }
    loop {
        if let ToClient::Queued { id, version, code, .. } = socket.hear().await {
            assert_eq!((games.last(), version, code), (Some(&id), 2, Code::QueueFull));
            break;
        }
    }
    // Her own game is none of them.
    let wish =
        json!({ "game": "chess", "seats": [{ "who": "computer", "level": 1 }, { "who": "me" }] });
    let (id, _) = anna.make(wish).await;
    socket.watch(&id, None).await;
    assert_eq!(socket.event("moved").await.1.seats.len(), 2);
}

#[tokio::test]
async fn who_comes_back_to_the_table_is_answered_first() {
    let site = Site::with(Config { think_time: Duration::from_secs(600), ..config() }).await;
    let bob = site.guest("Bob").await;
    bot_games(&bob, 1).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    // Nobody is at this table, so its computer has to wait for the one that is watched.
    let anna = site.guest("Anna").await;
    let seats = [json!({ "who": "computer", "level": 1 }), json!({ "who": "me" })];
    let (id, _) = anna.make(json!({ "game": "chess", "pace": 0, "seats": seats })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(anna.get(&format!("/api/games/{id}")).await.1["state"]["ply"], 0);
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    assert_eq!(socket.event("moved").await.1.ply, 1);
}
