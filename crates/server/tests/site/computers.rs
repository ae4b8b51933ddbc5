//! Computers in seats, hints and analysis.

use std::time::{Duration, Instant};

use agon_protocol::action::Action;
use agon_protocol::analysis::{AnalysisEnd, AnalysisRequest};
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::position::PositionRequest;
use agon_protocol::state::Phase;
use agon_protocol::units::{Millis, Seat};
use serde_json::{Value, json};

use crate::harness::{Site, code};

fn computer(level: u8) -> Value {
    json!({ "who": "computer", "level": level })
}

#[tokio::test]
async fn a_computer_answers_and_lets_take_back() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chess", "pace": 0, "seats": [{ "who": "me" }, computer(2)] });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    socket.play(&id, 0, "e2e4").await.unwrap();
    let (_, state, _) = socket.event("moved").await;
    let state = if state.ply == 1 { socket.event("moved").await.1 } else { state };
    assert_eq!((state.ply, state.turn), (2, Some(Seat(0))));
    // Back to one's own move, without asking anybody.
    socket.act(&id, Action::TakeBack { ply: None }).await.unwrap();
    assert_eq!(socket.watch(&id, None).await.state.ply, 0);
    // A draw is declined early in the game.
    socket.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    socket.event("draw_declined").await;
}

#[tokio::test]
async fn a_computer_that_is_asked_to_takes_its_time() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = [computer(1), json!({ "who": "me" })];
    let begin = Instant::now();
    let wish = json!({ "game": "chess", "pace": 0, "leisure": true, "seats": seats });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    assert_eq!(socket.watch(&id, None).await.state.ply, 0);
    socket.event("moved").await;
    // Even the quickest person takes longer than the search of this level, a few milliseconds.
    assert!(begin.elapsed() >= Duration::from_millis(200), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn computers_play_each_other_and_can_be_paused_and_stepped() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = [computer(1), json!({ "who": "computer", "kind": "monte-carlo", "level": 1 })];
    let (id, _) = anna.make(json!({ "game": "morris", "pace": 60000, "seats": seats })).await;
    let mut socket = anna.connect().await;
    let snapshot = socket.watch(&id, None).await;
    assert_eq!((snapshot.state.phase, snapshot.mine.len()), (Phase::Playing, 0));
    let stranger = site.guest("Bob").await;
    assert_eq!(code(&stranger.act(&id, json!({ "do": "pause" })).await), (403, "not_your_seat"));
    assert_eq!(socket.act(&id, Action::Step).await.unwrap_err().0, Code::Paused);
    socket.act(&id, Action::Pause).await.unwrap();
    socket.act(&id, Action::Pace { ms: Millis(0) }).await.unwrap();
    let slow = Action::Pace { ms: Millis(999_999) };
    assert_eq!(socket.act(&id, slow).await.unwrap_err().0, Code::BadRequest);
    for ply in 1..=3 {
        socket.act(&id, Action::Step).await.unwrap();
        assert_eq!(socket.event("moved").await.1.ply, ply);
    }
    assert_eq!(socket.watch(&id, None).await.state.ply, 3);
    socket.act(&id, Action::Resume).await.unwrap();
    let (event, ..) = socket.event("ended").await;
    assert!(matches!(event, Event::Ended { .. }));
    socket.act(&id, Action::Rematch { swap: true, offer: None }).await.unwrap();
    assert!(socket.watch(&id, None).await.state.next.is_some());
}

#[tokio::test]
async fn a_restart_lets_the_computer_make_its_move() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    // The computer would wait for a minute: until after the restart.
    let wish = json!({ "game": "tablut", "pace": 60000, "seats": [computer(1), { "who": "me" }] });
    let mut wish = wish;
    wish["seats"] = json!([computer(1), { "who": "me" }]);
    let (id, _) = anna.make(wish).await;
    let paced = anna.act(&id, json!({ "do": "pace", "ms": 500 })).await;
    assert_eq!(paced.0, 200, "{paced:?}");
    let site = site.restart().await;
    let mut back = anna.clone();
    back.url.clone_from(&site.url);
    let mut socket = back.connect().await;
    let state = socket.watch(&id, None).await.state;
    if state.ply == 0 {
        assert_eq!(socket.event("moved").await.1.ply, 1);
    }
}

#[tokio::test]
async fn computers_among_themselves_wait_for_somebody_to_watch() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "tablut", "pace": 0, "seats": [computer(1), computer(1)] });
    let (id, _) = anna.make(wish).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(anna.get(&format!("/api/games/{id}")).await.1["state"]["ply"], 0);
    let mut socket = site.stranger().connect().await;
    socket.watch(&id, None).await;
    socket.event("ended").await;
}

#[tokio::test]
async fn hints_are_for_the_player_to_move() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (id, _) =
        anna.make(json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] })).await;
    let mut socket = anna.connect().await;
    let snapshot = socket.watch(&id, None).await;
    let hint = FromClient::Hint { id: id.clone() };
    let ToClient::Hint { ply, text, .. } = socket.ask(hint).await else { panic!("no hint") };
    assert_eq!(ply, 0);
    assert!(snapshot.view.moves.iter().any(|m| m.text == text));
    let mut other = site.guest("Bob").await.connect().await;
    let refused = other.ask(FromClient::Hint { id: id.clone() }).await;
    assert!(matches!(refused, ToClient::Error { code: Code::NotYourTurn, .. }), "{refused:?}");
    let refused = socket.ask(FromClient::Hint { id: "nothing".into() }).await;
    assert!(matches!(refused, ToClient::Error { code: Code::NotFound, .. }), "{refused:?}");
    let wish =
        json!({ "game": "chess", "hints": false, "seats": [{ "who": "me" }, { "who": "me" }] });
    let (strict, _) = anna.make(wish).await;
    let refused = socket.ask(FromClient::Hint { id: strict }).await;
    assert!(matches!(refused, ToClient::Error { code: Code::NoHints, .. }), "{refused:?}");
}

#[tokio::test]
async fn analysis_streams_lines_until_it_is_stopped() {
    let site = Site::start().await;
    let mut socket = site.guest("Anna").await.connect().await;
    let after = |position: Option<&str>, moves: &[&str]| PositionRequest {
        game: "chess".into(),
        position: position.map(Into::into),
        moves: moves.iter().map(|&text| text.into()).collect(),
        ..PositionRequest::default()
    };
    let request = |time| AnalysisRequest {
        position: after(None, &["e4", "e7e5"]),
        lines: 3,
        time: Millis(time),
    };
    let answer = socket.ask(FromClient::Analyse(request(300))).await;
    let ToClient::Analysis { lines, depth, time, done: true, end, .. } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!((lines.len(), end), (3, Some(AnalysisEnd::Time)));
    assert!(time >= Millis(280), "{time}");
    assert!(depth > 2 && lines[0].score.is_some() && !lines[0].display.is_empty());
    // A mate is told in plies.
    let mate = AnalysisRequest {
        position: after(Some("6k1/5ppp/8/8/8/8/8/K6R w - - 0 1"), &["h1h3", "a7a6"]),
        ..request(100)
    };
    let refused = socket.ask(FromClient::Analyse(mate)).await;
    assert!(matches!(refused, ToClient::Error { code: Code::IllegalMove, .. }), "{refused:?}");
    let mate = AnalysisRequest {
        position: after(Some("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"), &[]),
        ..request(100)
    };
    let answer = socket.ask(FromClient::Analyse(mate)).await;
    let ToClient::Analysis { lines, end, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(end, Some(AnalysisEnd::Settled));
    assert_eq!(
        (lines[0].score, lines[0].mate, lines[0].display[0].as_str()),
        (None, Some(1), "Re8#")
    );

    socket.say_tagged(1_000_000, FromClient::Analyse(request(30_000))).await;
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let begin = std::time::Instant::now();
    socket.say_tagged(1_000_001, FromClient::StopAnalysis {}).await;
    let mut ended = (false, false);
    while ended != (true, true) {
        match socket.hear_tagged().await {
            (Some(1_000_000), ToClient::Analysis { done: true, end, .. }) => {
                assert_eq!(end, Some(AnalysisEnd::Stopped));
                ended.0 = true;
            }
            (Some(1_000_001), ToClient::Done { .. }) => ended.1 = true,
            _ => {}
        }
    }
    assert!(begin.elapsed().as_secs() < 10);
    // A person has one at a time, whatever the number of connections.
    let person = site.guest("Berta").await;
    let (mut one, mut two) = (person.connect().await, person.connect().await);
    one.say_tagged(1_000_002, FromClient::Analyse(request(30_000))).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let answer = two.ask(FromClient::Analyse(request(50))).await;
    assert!(matches!(answer, ToClient::Analysis { done: true, .. }));
    let stopped = Some(AnalysisEnd::Stopped);
    let answer = one.answer(1_000_002).await;
    assert!(matches!(answer, ToClient::Analysis { end, .. } if end == stopped), "{answer:?}");
    for bad in [AnalysisRequest { lines: 9, ..request(1) }, request(90_000)] {
        let refused = socket.ask(FromClient::Analyse(bad)).await;
        assert!(matches!(refused, ToClient::Error { code: Code::BadRequest, .. }), "{refused:?}");
    }
    let go = PositionRequest { game: "go".into(), ..PositionRequest::default() };
    let unknown = AnalysisRequest { position: go, ..request(1) };
    let refused = socket.ask(FromClient::Analyse(unknown)).await;
    assert!(matches!(refused, ToClient::Error { code: Code::UnknownGame, .. }), "{refused:?}");
    let mut stranger = site.stranger().connect().await;
    let refused = stranger.ask(FromClient::Analyse(request(1))).await;
    assert!(matches!(refused, ToClient::Error { code: Code::NoIdentity, .. }), "{refused:?}");
}
