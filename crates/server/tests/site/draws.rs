//! How computers answer the offer of a draw.

use std::time::{Duration, Instant};

use agon_protocol::action::Action;
use agon_protocol::event::Event;
use agon_protocol::message::ToClient;
use agon_protocol::state::Phase;
use agon_protocol::units::Seat;
use agon_server::Config;
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket, config};

/// An answer comes within this time, also on a busy machine.
const SOON: Duration = Duration::from_secs(6);

fn computer(level: u8) -> Value {
    json!({ "who": "computer", "level": level })
}

/// A game of the person against a computer of this level that begins here, the person to move.
async fn game(person: &Person, position: Option<&str>, level: u8) -> (String, Socket) {
    let seats = [json!({ "who": "me" }), computer(level)];
    let wish = json!({ "game": "chess", "pace": 0, "position": position, "seats": seats });
    let (id, _) = person.make(wish).await;
    let mut socket = person.connect().await;
    socket.watch(&id, None).await;
    (id, socket)
}

/// Is the offer accepted? Somebody always says so.
async fn offered(id: &str, socket: &mut Socket) -> bool {
    socket.act(id, Action::OfferDraw { seat: None }).await.unwrap();
    answered(socket).await
}

async fn answered(socket: &mut Socket) -> bool {
    let begin = Instant::now();
    loop {
        let ToClient::Event { recorded, .. } = socket.hear().await else { continue };
        match recorded.event {
            Event::DrawDeclined { .. } => break,
            Event::Ended { outcome, .. } => {
                assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "agreement"));
                return true;
            }
            Event::Moved { seat: Seat(1), .. } => {
                panic!("the computer moves before it has answered")
            }
            _ => {}
        }
    }
    assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
    false
}

#[tokio::test]
async fn who_stands_better_plays_on_and_who_is_lost_is_glad() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    // The computer, black, has a queen more; then a queen less.
    for (position, level, accepts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", 10, false),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10, true),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", 1, false),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, true),
    ] {
        let (id, mut socket) = game(&anna, Some(position), level).await;
        assert_eq!(offered(&id, &mut socket).await, accepts, "{position} at level {level}");
    }
}

#[tokio::test]
async fn at_the_start_everything_is_equal_and_nobody_agrees_to_a_draw() {
    let site = Site::start().await;
    let (id, mut socket) = game(&site.guest("Anna").await, None, 5).await;
    assert!(!offered(&id, &mut socket).await);
    // The game goes on, and may be offered as a draw again.
    socket.play(&id, 0, "e2e4").await.unwrap();
    assert_eq!(socket.event("moved").await.1.ply, 1);
    assert_eq!(socket.event("moved").await.1.ply, 2);
    assert!(!offered(&id, &mut socket).await);
}

#[tokio::test]
async fn where_nobody_can_get_on_it_is_a_draw_after_twenty_moves() {
    // Every pawn is blocked, and no king gets through:
    //
    //     . . . . k . . .
    //     . . . . . . . .
    //     . . . . . . . .
    //     p . p . p . p .
    //     P . P . P . P .
    //     . . . . . . . .
    //     . . . . . . . .
    //     K . . . . . . .
    let blocked = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
    let walk = "a1 b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2 a3 b3 c3 d3 e3";
    let site = Site::start().await;
    let (id, mut socket) = game(&site.guest("Anna").await, Some(blocked), 1).await;
    let squares: Vec<&str> = walk.split(' ').collect();
    for (i, step) in squares.windows(2).enumerate() {
        if i == 19 {
            assert!(!offered(&id, &mut socket).await, "too early");
        }
        socket.play(&id, 2 * i as u32, &step.concat()).await.unwrap();
        while socket.event("moved").await.1.turn != Some(Seat(0)) {}
    }
    // The king of a beginner walks at random and may stand a little better for a moment: then it is asked
    // again.
    let mut accepted = offered(&id, &mut socket).await;
    for (i, step) in (20..32).zip(["e3e2", "e2e3"].into_iter().cycle()) {
        if accepted {
            break;
        }
        socket.play(&id, 2 * i, step).await.unwrap();
        while socket.event("moved").await.1.turn != Some(Seat(0)) {}
        accepted = offered(&id, &mut socket).await;
    }
    assert!(accepted);
}

#[tokio::test]
async fn with_more_than_two_players_computers_decline() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = [json!({ "who": "me" }), computer(1), computer(1)];
    let wish = json!({ "game": "chinese-checkers", "rules": "three", "seats": seats });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    assert!(!offered(&id, &mut socket).await);
}

#[tokio::test]
async fn who_offers_has_an_answer_also_when_all_computers_are_busy() {
    let think_time = Duration::from_secs(600);
    let site = Site::with(Config { think_time, ..config() }).await;
    // The only computer thinks about somebody else's move, for minutes.
    let bob = site.guest("Bob").await;
    let wish = json!({ "game": "chess", "seats": [computer(10), { "who": "me" }] });
    let (other, _) = bob.make(wish).await;
    let mut watching = bob.connect().await;
    watching.watch(&other, None).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let lost = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (id, mut socket) = game(&site.guest("Anna").await, Some(lost), 1).await;
    assert!(!offered(&id, &mut socket).await);
    let state = watching.watch(&other, None).await.state;
    assert_eq!((state.phase, state.ply), (Phase::Playing, 0));
}

#[tokio::test]
async fn a_computer_that_is_to_move_answers_first() {
    let site = Site::with(Config { think_time: Duration::from_secs(600), ..config() }).await;
    let anna = site.guest("Anna").await;
    // The computer is white and a queen down.
    let lost = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    let seats = [computer(10), json!({ "who": "me" })];
    let wish = json!({ "game": "chess", "position": lost, "seats": seats });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    assert_eq!(socket.watch(&id, None).await.state.turn, Some(Seat(0)));
    assert!(offered(&id, &mut socket).await);
}

#[tokio::test]
async fn an_offer_is_answered_after_a_restart() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (id, mut socket) = game(&anna, None, 1).await;
    socket.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    let site = site.restart().await;
    let mut back = anna.clone();
    back.url.clone_from(&site.url);
    let mut socket = back.connect().await;
    if !socket.watch(&id, None).await.state.draw_offers.is_empty() {
        assert!(!answered(&mut socket).await);
    }
}
