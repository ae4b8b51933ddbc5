//! What people do at a table besides moving, over the wire.

use agon_protocol::action::Action;
use agon_protocol::error::{Code, Details};
use agon_protocol::event::Event;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::state::Phase;
use agon_protocol::units::Seat;
use serde_json::{Value, json};

use crate::harness::{Site, Socket, two};

/// What the server says to somebody who wants a hint: nothing, or why there is none.
async fn hint(socket: &mut Socket, id: &str) -> Result<(), Code> {
    match socket.ask(FromClient::Hint { id: id.into() }).await {
        ToClient::Hint { .. } => Ok(()),
        ToClient::Error { code, .. } => Err(code),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_budget_of_hints_is_kept_also_over_a_restart() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let (id, _) = anna.make(json!({ "game": "chess", "hint_budget": 1, "seats": seats })).await;
    let mut socket = anna.connect().await;
    assert_eq!(socket.watch(&id, None).await.state.hints_left, Some(vec![1, 1]));
    assert_eq!(hint(&mut socket, &id).await, Ok(()));
    let (event, state, _) = socket.event("hinted").await;
    assert!(matches!(event, Event::Hinted { seat: Seat(0) }), "{event:?}");
    assert_eq!(state.hints_left, Some(vec![0, 1]));
    // The same position once more costs nothing, the next one does.
    assert_eq!(hint(&mut socket, &id).await, Ok(()));
    socket.play(&id, 0, "e2e4").await.unwrap();
    socket.play(&id, 1, "e7e5").await.unwrap();
    assert_eq!(hint(&mut socket, &id).await, Err(Code::HintsSpent));
    let site = site.restart().await;
    let mut anna = anna;
    anna.url.clone_from(&site.url);
    let mut socket = anna.connect().await;
    assert_eq!(socket.watch(&id, None).await.state.hints_left, Some(vec![0, 1]));
    assert_eq!(hint(&mut socket, &id).await, Err(Code::HintsSpent));
}

#[tokio::test]
async fn between_people_there_are_hints_only_where_they_are_wished() {
    let site = Site::start().await;
    let (id, mut anna, _bob) = two(&site, json!({ "game": "chess" })).await;
    assert!(!anna.watch(&id, None).await.setup.hints);
    assert_eq!(hint(&mut anna, &id).await, Err(Code::NoHints));
    let (id, mut anna, _bob) = two(&site, json!({ "game": "chess", "hints": true })).await;
    assert_eq!(hint(&mut anna, &id).await, Ok(()));
}

#[tokio::test]
async fn a_game_against_the_computer_begins_again_as_it_was() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 2 }]);
    let clock = json!({ "kind": "move", "each": 60_000 });
    let wish = json!({ "game": "chess", "position": position, "clock": clock, "hint_budget": 3,
        "seats": seats });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    let before = socket.watch(&id, None).await;
    socket.play(&id, 0, "e2e4").await.unwrap();
    socket.act(&id, Action::Restart).await.unwrap();
    let after = socket.watch(&id, None).await;
    assert_eq!(after.state.phase, Phase::Ended);
    let next = socket.watch(&after.state.next.unwrap(), None).await;
    assert_eq!((next.state.phase, next.state.ply), (Phase::Playing, 0));
    let of = |setup: &agon_protocol::setup::Setup| serde_json::to_value(setup).unwrap();
    assert_eq!(of(&next.setup), of(&before.setup));
    assert_eq!(next.state.clock.unwrap().left.len(), 2);
}

#[tokio::test]
async fn another_game_is_declined_and_what_was_late_says_who_was_first() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    let late = Action::Move { ply: 0, version: None, text: "e7e5".into() };
    let late = FromClient::Act { id: id.clone(), key: None, action: late.into() };
    let ToClient::Error { code, details, .. } = bob.ask(late).await else { panic!("no error") };
    let first = Details { seat: Some(Seat(0)), ..Details::default() };
    assert_eq!((code, details), (Code::StalePly, first));
    bob.act(&id, Action::Abort).await.unwrap();
    let (event, ..) = anna.event("ended").await;
    assert!(matches!(event, Event::Ended { by: Some(Seat(1)), .. }), "{event:?}");
    let offer = anna.act(&id, Action::Rematch { swap: true, offer: None }).await.unwrap();
    bob.act(&id, Action::DeclineRematch { offer }).await.unwrap();
    let (event, state, _) = anna.event("rematch_declined").await;
    assert!(matches!(event, Event::RematchDeclined { .. }) && state.rematch.is_none());
}

/// How an imported game ended: winner, places, reason.
async fn imported(site: &Site, text: &str) -> (Value, Value, String) {
    let anna = site.guest("Anna").await;
    let (status, made) = anna.post("/api/import", json!({ "text": text })).await;
    assert_eq!(status, 201, "{made}");
    let (_, read) = anna.get(&format!("/api/games/{}", made["id"].as_str().unwrap())).await;
    let outcome = &read["state"]["outcome"];
    let reason = outcome["reason"].as_str().unwrap().to_owned();
    (outcome["winner"].clone(), outcome["places"].clone(), reason)
}

#[tokio::test]
async fn an_imported_game_has_the_result_that_its_file_tells() {
    let site = Site::start().await;
    let nobody = Value::Null;
    for (text, winner, places, reason) in [
        ("[Result \"1-0\"]\n\n1. e4 e5 1-0", json!(0), json!([1, 2]), "recorded"),
        ("1. e4 e5 0-1", json!(1), json!([2, 1]), "recorded"),
        ("1. e4 e5 1/2-1/2", nobody.clone(), json!([1, 1]), "recorded"),
        ("1. e4 e5 *", nobody.clone(), json!([]), "unfinished"),
        (
            "[Result \"0-1\"]\n[Termination \"black wins (resignation)\"]\n\n1. e4 0-1",
            json!(1),
            json!([2, 1]),
            "resignation",
        ),
        // What the board shows is what counts.
        ("1. f3 e5 2. g4 Qh4# 1-0", json!(1), json!([2, 1]), "checkmate"),
        (
            "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2",
            nobody.clone(),
            json!([1, 1]),
            "stalemate",
        ),
    ] {
        assert_eq!(imported(&site, text).await, (winner, places, reason.into()), "{text}");
    }
}
