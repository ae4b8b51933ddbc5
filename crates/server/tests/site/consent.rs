//! What is done is what was meant: answers to offers, late copies of moves, repeated actions.

use agon_protocol::action::{Action, Command};
use agon_protocol::error::Code;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::units::{Seat, Version};
use serde_json::json;

use crate::harness::{Site, Socket, code, two};

async fn command(
    socket: &mut Socket,
    game: &str,
    id: &str,
    action: Action,
) -> Result<Version, Code> {
    let (game, id) = (game.to_owned(), Some(id.to_owned()));
    let action = Command { id, action };
    match socket.ask(FromClient::Act { id: game, key: None, action }).await {
        ToClient::Done { version, .. } => Ok(version.unwrap()),
        ToClient::Error { code, .. } => Err(code),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_late_yes_does_not_take_the_whole_game_back() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4"].iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut anna } else { &mut bob };
        mover.play(&id, ply as u32, text).await.unwrap();
    }
    let first = anna.act(&id, Action::TakeBack { ply: Some(6) }).await.unwrap();
    anna.act(&id, Action::AnswerTakeBack { offer: first, accept: false }).await.unwrap();
    let second = anna.act(&id, Action::TakeBack { ply: Some(0) }).await.unwrap();
    // Bob said yes to the first request, and it comes late.
    let (code, current) =
        bob.act(&id, Action::AnswerTakeBack { offer: first, accept: true }).await.unwrap_err();
    let current = current.unwrap().state;
    assert_eq!((code, current.ply), (Code::Stale, 7));
    assert_eq!(current.take_back.unwrap().version, second);
    // Nor does a late no end the second one.
    let no = Action::AnswerTakeBack { offer: first, accept: false };
    assert_eq!(bob.act(&id, no).await.unwrap_err().0, Code::Stale);
    bob.act(&id, Action::AnswerTakeBack { offer: second, accept: true }).await.unwrap();
    assert_eq!(anna.watch(&id, None).await.state.ply, 0);
}

#[tokio::test]
async fn a_late_copy_of_a_move_that_was_taken_back_is_not_a_new_move() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let version = anna.watch(&id, None).await.state.version;
    let first = |version| Action::Move { ply: 0, version, text: "e2e4".into() };
    anna.act(&id, first(Some(version))).await.unwrap();
    let offer = anna.act(&id, Action::TakeBack { ply: None }).await.unwrap();
    bob.act(&id, Action::AnswerTakeBack { offer, accept: true }).await.unwrap();
    assert_eq!(anna.act(&id, first(Some(version))).await.unwrap_err().0, Code::Stale);
    assert_eq!(anna.act(&id, first(Some(Version(9_999)))).await.unwrap_err().0, Code::Stale);
    // What does not change the position does not matter to a move.
    let version = anna.watch(&id, None).await.state.version;
    bob.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    anna.act(&id, first(Some(version))).await.unwrap();
    // A client that knows only plies is served as before.
    let version = bob.play(&id, 1, "e7e5").await.unwrap();
    assert_eq!(anna.watch(&id, None).await.state.version, version);
}

#[tokio::test]
async fn the_same_id_gets_the_first_answer_also_after_a_restart() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    let go = |ply, text: &str| Action::Move { ply, version: None, text: text.into() };
    let first = command(&mut socket, &id, "a", go(0, "e2e4")).await.unwrap();
    assert_eq!(command(&mut socket, &id, "a", go(0, "e2e4")).await, Ok(first));
    command(&mut socket, &id, "b", go(1, "e7e5")).await.unwrap();
    let back = Action::TakeBack { ply: None };
    let taken = command(&mut socket, &id, "c", back.clone()).await.unwrap();
    // Alone, every take-back goes one move further: a copy does not.
    assert_eq!(command(&mut socket, &id, "c", back.clone()).await, Ok(taken));
    assert_eq!(command(&mut socket, &id, "a", go(0, "e2e4")).await, Ok(first));
    assert_eq!(socket.watch(&id, None).await.state.ply, 1);
    // Over HTTP it is the same.
    let (status, done) = anna.act(&id, json!({ "do": "take_back", "id": "c" })).await;
    assert_eq!((status, done["version"].as_u64()), (200, Some(taken.0)));
    // What was refused was not carried out: it may be tried again.
    assert_eq!(command(&mut socket, &id, "d", go(7, "e7e5")).await, Err(Code::StalePly));
    let again = command(&mut socket, &id, "d", go(1, "e7e5")).await.unwrap();
    // The end of the game belongs to the action that led to it.
    let end = command(&mut socket, &id, "e", Action::Resign { seat: None }).await.unwrap();
    assert_eq!(end, again.next().next());
    for bad in [String::new(), "x".repeat(65)] {
        let answer = anna.act(&id, json!({ "do": "resign", "id": bad })).await;
        assert_eq!(code(&answer), (400, "bad_request"));
    }
    // Another person's ids are others.
    let bob = site.guest("Bob").await;
    let answer = bob.act(&id, json!({ "do": "resign", "id": "a" })).await;
    assert_eq!(code(&answer), (409, "over"));

    let site = site.restart().await;
    let mut anna = anna;
    anna.url.clone_from(&site.url);
    for (name, version) in [("a", first), ("c", taken), ("e", end)] {
        let (status, done) = anna.act(&id, json!({ "do": "resign", "id": name })).await;
        assert_eq!((status, done["version"].as_u64()), (200, Some(version.0)), "{name}");
    }
    let (_, seen) = anna.get(&format!("/api/games/{id}")).await;
    assert_eq!(seen["state"]["version"].as_u64(), Some(end.0));
    assert!(!seen.to_string().contains("command"), "{seen}");
}

#[tokio::test]
async fn offers_end_when_somebody_is_out() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chinese-checkers", "rules": "colors=gop",
        "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }] });
    let (id, _) = anna.make(wish).await;
    let mut sockets = vec![anna.connect().await];
    for name in ["Bob", "Carl"] {
        let mut socket = site.guest(name).await.connect().await;
        socket.act(&id, Action::Sit { seat: None }).await.unwrap();
        sockets.push(socket);
    }
    for (ply, socket) in sockets.iter_mut().enumerate() {
        let text = socket.watch(&id, None).await.view.moves[0].text.clone();
        socket.play(&id, ply as u32, &text).await.unwrap();
    }
    let offer = sockets[0].act(&id, Action::TakeBack { ply: Some(0) }).await.unwrap();
    let yes = Action::AnswerTakeBack { offer, accept: true };
    sockets[1].act(&id, yes.clone()).await.unwrap();
    sockets[2].act(&id, Action::Resign { seat: None }).await.unwrap();
    let state = sockets[0].watch(&id, None).await.state;
    assert_eq!((state.ply, state.turn, state.take_back), (4, Some(Seat(0)), None));
    assert_eq!(sockets[1].act(&id, yes).await.unwrap_err().0, Code::Nothing);
    for (ply, socket) in (4..6).zip(&mut sockets) {
        let text = socket.watch(&id, None).await.view.moves[0].text.clone();
        socket.play(&id, ply, &text).await.unwrap();
    }
}
