//! What a strong player thinks of games that are over.

use std::time::{Duration, Instant};

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::report::{GameReport, Judgement};
use agon_server::Config;
use serde_json::json;

use crate::harness::{Person, Site, Socket, code, config};

/// The side that moves first gives its king away, after some moves that are in order.
const LOST: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Nbd2 a6 8. Nd4 exd4 \
    9. a3 dxc3 10. bxc3 d5 0-1";

fn quick() -> Config {
    Config { report_time: Duration::from_millis(1_200), ..config() }
}

async fn imported(person: &Person, moves: &str) -> String {
    let (status, made) =
        person.post("/api/import", json!({ "text": moves, "game": "chess" })).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().unwrap().into()
}

fn report(id: &str) -> FromClient {
    FromClient::Report { id: id.into(), key: None }
}

/// Hears until the report is there; how often it heard of progress before.
async fn hear_report(socket: &mut Socket, tag: u32) -> (usize, GameReport) {
    let mut told = 0;
    let mut last = 0;
    loop {
        match socket.answer(tag).await {
            ToClient::Report { done, all, report: None, .. } => {
                assert!(done >= last && done <= all.max(done), "{done} of {all} after {last}");
                (told, last) = (told + 1, done);
            }
            ToClient::Report { report: Some(report), .. } => return (told, *report),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_report_is_made_in_the_background_and_kept() {
    let site = Site::with(quick()).await;
    let anna = site.guest("Anna").await;
    let id = imported(&anna, LOST).await;
    let path = format!("/api/games/{id}/report");
    assert_eq!(code(&anna.get(&path).await), (404, "not_found"));
    let mut socket = anna.connect().await;
    socket.say_tagged(7, report(&id)).await;
    let (told, found) = hear_report(&mut socket, 7).await;
    assert!(told > 0, "nobody was told how far it is");
    assert_eq!((found.moves.len(), found.chances.len()), (20, 21));
    // A knight was put where a pawn takes it.
    assert_eq!(found.moves[14].judgement, Judgement::Blunder, "{:?}", found.moves[14]);
    let better = found.moves[14].better.as_ref().unwrap();
    assert_eq!(better.moves.len(), better.display.len());
    assert!(!better.moves.is_empty());
    assert!(found.accuracy[0] < found.accuracy[1], "{:?}", found.accuracy);
    // The next one who asks hears it at once, also after a restart, and nobody thinks again.
    let site = site.restart().await;
    let anna = anna.at(&site);
    let begin = Instant::now();
    let mut socket = anna.connect().await;
    socket.say_tagged(8, report(&id)).await;
    let (told, again) = hear_report(&mut socket, 8).await;
    assert_eq!((told, &again), (0, &found));
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    let (status, kept) = anna.get(&path).await;
    assert_eq!(status, 200);
    assert_eq!(serde_json::from_value::<GameReport>(kept).unwrap(), found);
}

#[tokio::test]
async fn there_is_no_report_of_a_game_that_goes_on_or_is_private() {
    let site = Site::with(quick()).await;
    let anna = site.guest("Anna").await;
    let me = json!({ "who": "me" });
    let wish = json!({ "game": "chess", "seats": [me, me], "listed": false });
    let (id, key) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    let refused = |answer: ToClient| match answer {
        ToClient::Error { code, .. } => code,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(socket.ask(report(&id)).await), Code::NotAllowed);
    assert_eq!(code(&anna.get(&format!("/api/games/{id}/report")).await), (403, "not_allowed"));
    socket.play(&id, 0, "e2e4").await.unwrap();
    socket.play(&id, 1, "e7e5").await.unwrap();
    socket.act(&id, Action::Resign { seat: None }).await.unwrap();
    let bob = site.guest("Bob").await;
    let mut other = bob.connect().await;
    assert_eq!(refused(other.ask(report(&id)).await), Code::Private);
    // A stranger may look at what is there, and lets nobody think.
    let mut stranger = site.stranger().connect().await;
    let with_key = FromClient::Report { id: id.clone(), key: Some(key) };
    assert_eq!(refused(stranger.ask(with_key.clone()).await), Code::NoIdentity);
    // Whoever has the link may ask, and both hear of the same one.
    other.say_tagged(3, with_key.clone()).await;
    socket.say_tagged(4, report(&id)).await;
    let (_, first) = hear_report(&mut other, 3).await;
    let (_, second) = hear_report(&mut socket, 4).await;
    assert_eq!(first, second);
    stranger.say_tagged(5, with_key).await;
    assert_eq!(hear_report(&mut stranger, 5).await.1, first);
}

#[tokio::test]
async fn one_person_has_a_few_reports_made_at_a_time_and_nobody_waits_for_them() {
    let slow = Config { report_time: Duration::from_secs(20), engine_threads: 2, ..config() };
    let site = Site::with(slow).await;
    let anna = site.guest("Anna").await;
    let mut socket = anna.connect().await;
    for tag in 0..3 {
        let id = imported(&anna, LOST).await;
        socket.say_tagged(tag, report(&id)).await;
        socket.say_tagged(100 + tag, FromClient::Ping {}).await;
        socket.answer(100 + tag).await;
    }
    let id = imported(&anna, LOST).await;
    let ToClient::Error { code, .. } = socket.ask(report(&id)).await else { panic!("accepted") };
    assert_eq!(code, Code::QueueFull);
    // Somebody else's computer answers as if there were none.
    let bob = site.guest("Bob").await;
    let seats = json!([{ "who": "me" }, { "who": "computer", "level": 10 }]);
    let (game, _) = bob.make(json!({ "game": "chess", "pace": 0, "seats": seats })).await;
    let mut playing = bob.connect().await;
    playing.watch(&game, None).await;
    let begin = Instant::now();
    playing.play(&game, 0, "e2e4").await.unwrap();
    let (_, mut state, _) = playing.event("moved").await;
    if state.ply == 1 {
        state = playing.event("moved").await.1;
    }
    assert_eq!(state.ply, 2);
    // It thinks for a tenth of a second.
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn every_game_has_reports() {
    let site = Site::with(quick()).await;
    let anna = site.guest("Anna").await;
    let mut socket = anna.connect().await;
    for (tag, game) in (1..).zip(agon_games::GAMES) {
        let me = vec![json!({ "who": "me" }); 2];
        let (id, _) = anna.make(json!({ "game": game.id(), "seats": me })).await;
        for ply in 0..6 {
            let snapshot = socket.watch(&id, None).await;
            let text = snapshot.view.moves[0].text.clone();
            socket.play(&id, ply, &text).await.unwrap();
        }
        socket.act(&id, Action::Resign { seat: None }).await.unwrap();
        socket.say_tagged(tag, report(&id)).await;
        let (_, found) = hear_report(&mut socket, tag).await;
        assert_eq!(found.moves.len(), 6, "{}", game.id());
        assert!(found.chances.iter().all(|shares| shares.len() == 2), "{}", game.id());
    }
}
