//! What happens in a game between people.

use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::{Departure, Event};
use agon_protocol::message::{ByeReason, FromClient, ToClient};
use agon_protocol::state::{Phase, Step};
use agon_protocol::units::{Millis, Seat, Version};
use serde_json::json;
use tokio::time::sleep;

use crate::harness::{Site, code, config, two};

fn refusal<T: std::fmt::Debug, U: std::fmt::Debug>(result: Result<T, (Code, U)>) -> Code {
    result.unwrap_err().0
}

#[tokio::test]
async fn moves_are_stored_told_and_refused_when_they_do_not_fit() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let version = anna.play(&id, 0, "e2e4").await.unwrap();
    let (event, state, view) = bob.event("moved").await;
    assert!(matches!(event, Event::Moved { seat: Seat(0), ply: 0, ref text, ref display, .. }
        if text == "e2e4" && display == "e4"));
    assert_eq!((state.version, state.ply, state.turn), (version, 1, Some(Seat(1))));
    assert_eq!(view.unwrap().moves.len(), 20);
    // Late, doubled, foreign, illegal: refused with how it stands, and nothing changes.
    let (stale, current) = anna.play(&id, 0, "e2e4").await.unwrap_err();
    assert_eq!((stale, current.unwrap().state.version), (Code::StalePly, version));
    assert_eq!(refusal(anna.play(&id, 1, "d2d4").await), Code::NotYourTurn);
    assert_eq!(refusal(bob.play(&id, 1, "e2e4").await), Code::IllegalMove);
    assert_eq!(refusal(bob.play(&id, 1, "nonsense").await), Code::IllegalMove);
    assert_eq!(refusal(bob.play(&id, 2, "e7e5").await), Code::StalePly);
    let mut carl = site.guest("Carl").await.connect().await;
    assert_eq!(refusal(carl.play(&id, 1, "e7e5").await), Code::NotYourSeat);
    assert_eq!(
        refusal(bob.act(&id, Action::Resign { seat: Some(Seat(0)) }).await),
        Code::NotYourSeat
    );
    // Other notations of players are understood.
    bob.play(&id, 1, "Nf6").await.unwrap();
    assert!(matches!(anna.event("moved").await.0, Event::Moved { seat: Seat(0), .. }));
    assert!(matches!(anna.event("moved").await.0, Event::Moved { ref text, .. } if text == "g8f6"));
}

#[tokio::test]
async fn an_event_shows_the_step_that_was_made() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    bob.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    let mut steps = Vec::new();
    while steps.len() < 2 {
        match anna.hear().await {
            ToClient::Event { recorded, step, .. } if recorded.version > Version(3) => {
                steps.push(step);
            }
            _ => {}
        }
    }
    let Some(Step::Move { seat: Seat(0), play }) = steps[0].as_deref() else { panic!("{steps:?}") };
    assert_eq!((play.from.len(), play.shifts.len(), play.display.as_str()), (1, 1, "e4"));
    assert!(steps[1].is_none());
}

#[tokio::test]
async fn a_client_resumes_from_the_version_it_knows() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let known = anna.play(&id, 0, "e2e4").await.unwrap();
    drop(anna);
    bob.play(&id, 1, "e7e5").await.unwrap();
    bob.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    let mut again = site.stranger().connect().await;
    let (events, current) = again.resume(&id, known).await;
    let versions: Vec<Version> = events.iter().map(|event| event.version).collect();
    assert_eq!(versions, [known.next(), known.next().next()]);
    assert_eq!((current.state.ply, current.state.draw_offers), (2, vec![Seat(1)]));
    let (events, _) = again.resume(&id, known.next().next()).await;
    assert!(events.is_empty());
    // A version that never was: everything.
    let all =
        again.ask(FromClient::Watch { id: id.clone(), key: None, since: Some(Version(99)) }).await;
    assert!(matches!(all, ToClient::Game { .. }));
    let gone = again.ask(FromClient::Unwatch { id: id.clone() }).await;
    assert!(matches!(gone, ToClient::Done { .. }));
}

#[tokio::test]
async fn draws_are_offered_declined_and_agreed() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let answer = |offer, accept| Action::AnswerDraw { offer, accept };
    assert_eq!(refusal(anna.act(&id, answer(Version(1), true)).await), Code::Nothing);
    let first = anna.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    assert_eq!(refusal(anna.act(&id, Action::OfferDraw { seat: None }).await), Code::Nothing);
    assert_eq!(refusal(anna.act(&id, answer(first, true)).await), Code::Nothing);
    bob.act(&id, answer(first, false)).await.unwrap();
    anna.event("draw_declined").await;
    let second = bob.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    // A yes to an older offer is not one to this.
    let (code, current) = anna.act(&id, answer(first, true)).await.unwrap_err();
    assert_eq!((code, current.unwrap().state.draw_version), (Code::Stale, Some(second)));
    anna.act(&id, answer(second, true)).await.unwrap();
    let (event, state, _) = bob.event("ended").await;
    assert!(matches!(event, Event::Ended { outcome, .. } if outcome.verdict == "draw (agreement)"));
    assert_eq!(state.phase, Phase::Ended);
    assert_eq!(refusal(anna.play(&id, 0, "e2e4").await), Code::Over);
    assert_eq!(refusal(anna.act(&id, Action::OfferDraw { seat: None }).await), Code::Over);
}

#[tokio::test]
async fn take_backs_need_consent_between_people() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let back = Action::TakeBack { ply: None };
    let answer = |offer, accept| Action::AnswerTakeBack { offer, accept };
    assert_eq!(refusal(anna.act(&id, back.clone()).await), Code::Nothing);
    assert_eq!(refusal(anna.act(&id, answer(Version(1), true)).await), Code::Nothing);
    anna.play(&id, 0, "e2e4").await.unwrap();
    bob.play(&id, 1, "e7e5").await.unwrap();
    let asked = anna.act(&id, back.clone()).await.unwrap();
    assert_eq!(refusal(anna.act(&id, back.clone()).await), Code::Nothing);
    assert_eq!(refusal(anna.act(&id, answer(asked, true)).await), Code::Nothing);
    bob.act(&id, answer(asked, false)).await.unwrap();
    anna.event("take_back_declined").await;
    let asked = anna.act(&id, back.clone()).await.unwrap();
    bob.act(&id, answer(asked, true)).await.unwrap();
    let (event, state, view) = anna.event("took_back").await;
    assert!(matches!(event, Event::TookBack { ply: 0, left: None }));
    assert_eq!((state.ply, state.turn, state.take_back), (0, Some(Seat(0)), None));
    assert!(view.unwrap().position.starts_with("rnbqkbnr/pppppppp/8"));
    anna.play(&id, 0, "d2d4").await.unwrap();
    let to_nowhere = Action::TakeBack { ply: Some(7) };
    assert_eq!(refusal(anna.act(&id, to_nowhere).await), Code::Nothing);
}

#[tokio::test]
async fn a_rematch_begins_when_both_want_it_with_the_seats_changed() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "tablut" })).await;
    let again = |swap| Action::Rematch { swap, offer: None };
    assert_eq!(refusal(anna.act(&id, again(true)).await), Code::NotAllowed);
    anna.act(&id, Action::Resign { seat: None }).await.unwrap();
    let (event, ..) = bob.event("withdrew").await;
    assert!(matches!(event, Event::Withdrew { seat: Seat(0), reason: Departure::Resigned }));
    let (_, state, _) = bob.event("ended").await;
    assert_eq!(state.outcome.unwrap().winner, Some(Seat(1)));
    let first = anna.act(&id, again(false)).await.unwrap();
    assert_eq!(refusal(anna.act(&id, again(false)).await), Code::Nothing);
    // Bob has seen that Anna asks, and wants it with other sides: now Anna is asked.
    let agree = |swap, offer| Action::Rematch { swap, offer: Some(offer) };
    let second = bob.act(&id, agree(true, first)).await.unwrap();
    let (_, state, _) = anna.event("rematch_offered").await;
    assert_eq!(state.rematch.unwrap().agreed.len(), 1);
    assert_eq!(refusal(anna.act(&id, agree(true, first)).await), Code::Stale);
    anna.act(&id, agree(true, second)).await.unwrap();
    let (_, state, _) = bob.event("rematch").await;
    let next = state.next.unwrap();
    assert_eq!(anna.watch(&next, None).await.mine, [Seat(1)]);
    assert_eq!(bob.watch(&next, None).await.mine, [Seat(0)]);
    assert_eq!(refusal(anna.act(&id, again(true)).await), Code::Nothing);
    let mut carl = site.guest("Carl").await.connect().await;
    assert!(matches!(refusal(carl.act(&id, again(true)).await), Code::Nothing));
    let first = carl.watch(&next, None).await.view.moves[0].text.clone();
    bob.play(&next, 0, &first).await.unwrap();
}

#[tokio::test]
async fn two_who_ask_for_a_rematch_at_once_meet() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "tablut" })).await;
    anna.act(&id, Action::Resign { seat: None }).await.unwrap();
    // Neither has seen what the other asks; Anna's wish came first.
    let again = |swap| Action::Rematch { swap, offer: None };
    anna.act(&id, again(false)).await.unwrap();
    bob.act(&id, again(true)).await.unwrap();
    let (_, state, _) = bob.event("rematch").await;
    let next = state.next.unwrap();
    assert_eq!(anna.watch(&next, None).await.mine, [Seat(0)]);
    assert_eq!(bob.watch(&next, None).await.mine, [Seat(1)]);
}

#[tokio::test]
async fn the_flag_falls_at_the_server() {
    let site = Site::start().await;
    let clock = json!({ "kind": "increment", "main": 1000, "add": 200 });
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess", "clock": clock })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    let (event, state, _) = bob.event("moved").await;
    let Event::Moved { left: Some(left), .. } = event else { panic!("no clock") };
    assert!((500..=1_200).contains(&left.0), "{left}");
    let clock = state.clock.unwrap();
    assert_eq!((clock.running, clock.left[0]), (Some(Seat(1)), left));
    let (event, ..) = anna.event("withdrew").await;
    assert!(matches!(event, Event::Withdrew { seat: Seat(1), reason: Departure::TimeOut }));
    let (_, state, _) = anna.event("ended").await;
    assert_eq!(state.outcome.unwrap().verdict, "white wins (time out)");
    assert_eq!(refusal(bob.play(&id, 1, "e7e5").await), Code::Over);
}

#[tokio::test]
async fn a_bare_king_cannot_win_on_time() {
    let site = Site::start().await;
    let clock = json!({ "kind": "delay", "main": 1000, "free": 100 });
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let wish = json!({ "game": "chess", "clock": clock, "position": position });
    let (_, mut anna, _bob) = two(&site, wish).await;
    let (_, state, _) = anna.event("ended").await;
    assert_eq!(state.outcome.unwrap().verdict, "draw (time out, but no way to win)");
}

#[tokio::test]
async fn whoever_stays_away_can_be_declared_lost() {
    // Presence is told within a second.
    let site = Site::with(agon_server::Config { grace: 3_000, ..config() }).await;
    let (id, mut anna, bob) = two(&site, json!({ "game": "morris" })).await;
    assert_eq!(refusal(anna.act(&id, Action::Claim).await), Code::Nothing);
    drop(bob);
    loop {
        if let ToClient::Presence { presence, .. } = anna.hear().await
            && presence.connected == [true, false]
            && presence.away_since[1].is_some()
        {
            assert_eq!(presence.grace, Some(Millis(3_000)));
            break;
        }
    }
    assert_eq!(refusal(anna.act(&id, Action::Claim).await), Code::TooEarly);
    sleep(Duration::from_millis(3_100)).await;
    anna.act(&id, Action::Claim).await.unwrap();
    let state = anna.watch(&id, None).await.state;
    assert_eq!(state.outcome.unwrap().reason, "left the game");
}

#[tokio::test]
async fn nobody_is_declared_lost_where_there_are_days_to_think() {
    let site = Site::start().await;
    let clock = json!({ "kind": "days", "days": 3 });
    let (id, mut anna, bob) = two(&site, json!({ "game": "morris", "clock": clock })).await;
    drop(bob);
    sleep(Duration::from_millis(400)).await;
    assert_eq!(refusal(anna.act(&id, Action::Claim).await), Code::NotAllowed);
}

#[tokio::test]
async fn of_three_players_two_play_on() {
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
    for socket in &mut sockets {
        socket.watch(&id, None).await;
    }
    let first = sockets[0].watch(&id, None).await.view.moves[0].text.clone();
    sockets[0].play(&id, 0, &first).await.unwrap();
    sockets[1].act(&id, Action::Leave).await.unwrap();
    let (event, state, view) = sockets[2].event("withdrew").await;
    assert!(matches!(event, Event::Withdrew { seat: Seat(1), reason: Departure::Left }));
    assert_eq!((state.phase, state.turn, state.ply), (Phase::Playing, Some(Seat(2)), 2));
    assert!(state.seats[1].out);
    let text = view.unwrap().moves[0].text.clone();
    sockets[2].play(&id, 2, &text).await.unwrap();
    assert_eq!(
        refusal(sockets[1].act(&id, Action::OfferDraw { seat: None }).await),
        Code::NotYourSeat
    );
    // What was before somebody left cannot be taken back.
    let back = Action::TakeBack { ply: Some(0) };
    assert_eq!(refusal(sockets[0].act(&id, back).await), Code::NotAllowed);
    sockets[2].act(&id, Action::Resign { seat: None }).await.unwrap();
    let (_, state, _) = sockets[0].event("ended").await;
    assert_eq!(state.outcome.unwrap().winner, Some(Seat(0)));
}

#[tokio::test]
async fn a_game_on_one_screen_can_be_paused_and_taken_back() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let clock = json!({ "kind": "increment", "main": 60000, "add": 0 });
    let wish = json!({ "game": "abalone", "clock": clock,
        "seats": [{ "who": "me" }, { "who": "me", "name": "Berta" }] });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    let snapshot = socket.watch(&id, None).await;
    assert_eq!((snapshot.mine, snapshot.state.phase), (vec![Seat(0), Seat(1)], Phase::Playing));
    let second = snapshot.state.seats[1].occupant.clone().unwrap();
    assert_eq!(second.name(), "Berta");
    let first = snapshot.view.moves[0].text.clone();
    assert_eq!(refusal(socket.act(&id, Action::Resume).await), Code::Paused);
    socket.act(&id, Action::Pause).await.unwrap();
    assert_eq!(refusal(socket.act(&id, Action::Pause).await), Code::Paused);
    assert_eq!(refusal(socket.play(&id, 0, &first).await), Code::Paused);
    assert_eq!(refusal(socket.act(&id, Action::Step).await), Code::NotYourTurn);
    let before = socket.watch(&id, None).await.state.clock.unwrap();
    sleep(Duration::from_millis(300)).await;
    let after = socket.watch(&id, None).await.state.clock.unwrap();
    assert_eq!((before.left, before.running), (after.left, None));
    socket.act(&id, Action::Resume).await.unwrap();
    socket.play(&id, 0, &first).await.unwrap();
    socket.act(&id, Action::TakeBack { ply: None }).await.unwrap();
    assert_eq!(socket.watch(&id, None).await.state.ply, 0);
    assert_eq!(refusal(socket.act(&id, Action::Claim).await), Code::NotAllowed);
    // Another person cannot stop it.
    let other = site.guest("Bob").await;
    assert_eq!(code(&other.act(&id, json!({ "do": "pause" })).await), (403, "not_your_seat"));
    let offer = socket.act(&id, Action::OfferDraw { seat: None }).await.unwrap();
    assert_eq!(socket.watch(&id, None).await.state.phase, Phase::Playing);
    socket.act(&id, Action::AnswerDraw { offer, accept: true }).await.unwrap();
    assert_eq!(socket.watch(&id, None).await.state.phase, Phase::Ended);
    // Another game begins at once.
    socket.act(&id, Action::Rematch { swap: false, offer: None }).await.unwrap();
    assert!(socket.watch(&id, None).await.state.next.is_some());
}

#[tokio::test]
async fn two_people_cannot_pause_each_other() {
    let site = Site::start().await;
    let (id, mut anna, _bob) = two(&site, json!({ "game": "chess" })).await;
    for action in [Action::Pause, Action::Resume, Action::Step, Action::Pace { ms: Millis(1) }] {
        assert_eq!(refusal(anna.act(&id, action).await), Code::NotAllowed);
    }
}

#[tokio::test]
async fn spectators_are_counted() {
    let site = Site::start().await;
    let (id, mut anna, _bob) = two(&site, json!({ "game": "chess" })).await;
    let guest = site.guest("Carl").await;
    let (mut one, mut two) = (guest.connect().await, guest.connect().await);
    let mut other = site.stranger().connect().await;
    for socket in [&mut one, &mut two, &mut other] {
        socket.watch(&id, None).await;
    }
    assert_eq!(anna.watch(&id, None).await.presence.spectators, 2);
    anna.forget();
    drop((one, two));
    loop {
        if let ToClient::Presence { presence, .. } = anna.hear().await
            && presence.spectators == 1
        {
            break;
        }
    }
}

#[tokio::test]
async fn a_restart_keeps_games_clocks_and_versions() {
    let site = Site::start().await;
    let clock = json!({ "kind": "increment", "main": 60000, "add": 0 });
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess", "clock": clock })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    let version = bob.play(&id, 1, "e7e5").await.unwrap();
    let mut site = site.restart().await;
    loop {
        match anna.try_hear().await {
            Some(ToClient::Bye { reason }) => assert_eq!(reason, ByeReason::Shutdown),
            Some(_) => {}
            None => break,
        }
    }
    let mut watcher = site.stranger().connect().await;
    let snapshot = watcher.watch(&id, None).await;
    assert_eq!(snapshot.state.ply, 2);
    // Nothing has happened meanwhile but that the time without a server was credited.
    let since = site.store.events(&id, version.0 as i64).await.unwrap();
    assert!(since.iter().all(|event| event.kind == "credited"), "{since:?}");
    assert_eq!(snapshot.state.version.0, version.0 + since.len() as u64);
    let left = snapshot.state.clock.unwrap().left;
    assert!(left.iter().all(|&left| left > Millis(50_000)), "{left:?}");
    // The list of running games is there, too.
    let ToClient::Lobby { games, .. } = watcher.ask(FromClient::Lobby { on: true }).await else {
        panic!("no lobby")
    };
    assert_eq!(games.len(), 1);
    site = site.restart().await;
    assert_eq!(site.stranger().get(&format!("/api/games/{id}")).await.0, 200);
}
