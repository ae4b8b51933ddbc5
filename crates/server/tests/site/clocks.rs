//! What clocks charge, and what they do not.

use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::units::{Millis, Seat};
use agon_server::Config;
use agon_server::time::now;
use agon_store::{Write, trial};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::harness::{Person, Site, config, two};

const FIVE_YEARS: u64 = 5 * 365 * 86_400_000;

async fn make(person: &Person, main: u64, add: u64) -> String {
    let clock = json!({ "kind": "increment", "main": main, "add": add });
    let seats = [json!({ "who": "me" }), json!({ "who": "me" })];
    person.make(json!({ "game": "chess", "clock": clock, "seats": seats })).await.0
}

async fn clock(site: &Site, id: &str) -> Value {
    site.stranger().get(&format!("/api/games/{id}")).await.1["state"]["clock"].clone()
}

#[tokio::test]
async fn taking_back_gains_no_time() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let id = make(&anna, 60_000, 5_000).await;
    let mut socket = anna.connect().await;
    socket.watch(&id, None).await;
    let mut before = Millis(60_000);
    for _ in 0..6 {
        sleep(Duration::from_millis(60)).await;
        socket.play(&id, 0, "e2e4").await.unwrap();
        socket.act(&id, Action::TakeBack { ply: Some(0) }).await.unwrap();
        let (event, state, _) = socket.event("took_back").await;
        assert!(matches!(event, Event::TookBack { ply: 0, left: Some(_) }));
        let left = state.clock.unwrap().left;
        assert!(left[0] + Millis(50) < before, "{left:?} after {before}");
        before = left[0];
    }
    assert!(before > Millis(50_000), "{before}");
}

#[tokio::test]
async fn who_has_thought_for_too_long_cannot_take_that_much_back() {
    let site = Site::start().await;
    let clock = json!({ "kind": "increment", "main": 1_000, "add": 30_000 });
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess", "clock": clock })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    bob.play(&id, 1, "e7e5").await.unwrap();
    sleep(Duration::from_millis(1_100)).await;
    let back = Action::TakeBack { ply: Some(0) };
    assert_eq!(anna.act(&id, back.clone()).await.unwrap_err().0, Code::NoTime);
    // The other one has thought for a moment only.
    let offer = bob.act(&id, Action::TakeBack { ply: Some(1) }).await.unwrap();
    anna.act(&id, Action::AnswerTakeBack { offer, accept: true }).await.unwrap();
    let state = bob.watch(&id, None).await.state;
    assert_eq!((state.ply, state.turn), (1, Some(Seat(1))));
}

#[tokio::test]
async fn a_start_with_a_date_in_the_future_stops_no_clock() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let untouched = make(&anna, 60_000, 0).await;
    let touched = make(&anna, 60_000, 0).await;
    let short = make(&anna, 2_500, 0).await;
    let folder = site.stop().await;
    // As a server leaves it that ran with a date five years ahead, in which one game went on.
    let store = trial::open(folder.path()).await.unwrap();
    let later = now().0 + FIVE_YEARS;
    store.write(Write::Downtime { begin: now().0 as i64, until: later as i64 }).await.unwrap();
    store.write(Write::Fact { name: "alive".into(), value: later.to_string() }).await.unwrap();
    let ids = format!("('{touched}', '{short}')");
    let sql = format!(
        "UPDATE events SET at = at + {FIVE_YEARS} WHERE game IN {ids} AND version > 1; \
         UPDATE games SET updated = updated + {FIVE_YEARS} WHERE id IN {ids}; \
         UPDATE games SET due = due + {FIVE_YEARS};"
    );
    store.run_sql(&sql).await.unwrap();
    store.close().await;
    let site = Site::over(config(), folder).await;
    for id in [&untouched, &touched] {
        let first = clock(&site, id).await;
        assert_eq!(first["running"], 0, "{first}");
        sleep(Duration::from_millis(300)).await;
        let second = clock(&site, id).await;
        let spent = first["left"][0].as_u64().unwrap() - second["left"][0].as_u64().unwrap();
        assert!((250..5_000).contains(&spent), "{first} {second}");
        assert!(second["left"][0].as_u64().unwrap() > 50_000, "{second}");
    }
    // Nobody looks at the third one, and its flag falls today.
    let begin = std::time::Instant::now();
    loop {
        let (_, list) = site.stranger().get("/api/games?phase=ended").await;
        if list.as_array().unwrap().iter().any(|game| game["id"] == *short) {
            break;
        }
        assert!(begin.elapsed() < crate::harness::PATIENCE, "its clock stands still");
        sleep(Duration::from_millis(100)).await;
    }
    // After another restart the time that was spent since is still spent.
    let before = clock(&site, &touched).await["left"][0].as_u64().unwrap();
    let site = site.restart().await;
    let after = clock(&site, &touched).await["left"][0].as_u64().unwrap();
    assert!(after <= before, "{after} after {before}");
}

#[tokio::test]
async fn no_clock_runs_while_a_game_is_paused_also_after_a_single_step() {
    let site = Site::with(Config { think_time: Duration::from_millis(20), ..config() }).await;
    let anna = site.guest("Anna").await;
    let clock = json!({ "kind": "increment", "main": 60_000, "add": 0 });
    let computer = json!({ "who": "computer", "level": 1 });
    let seats = [json!({ "who": "me" }), computer];
    let wish = json!({ "game": "tablut", "pace": 60_000, "clock": clock, "seats": seats });
    let (id, _) = anna.make(wish).await;
    let mut socket = anna.connect().await;
    let first = socket.watch(&id, None).await.view.moves[0].text.clone();
    socket.play(&id, 0, &first).await.unwrap();
    socket.act(&id, Action::Pause).await.unwrap();
    socket.act(&id, Action::Pace { ms: Millis(0) }).await.unwrap();
    socket.act(&id, Action::Step).await.unwrap();
    while socket.event("moved").await.1.ply < 2 {}
    let before = socket.watch(&id, None).await.state.clock.unwrap();
    sleep(Duration::from_millis(200)).await;
    let after = socket.watch(&id, None).await.state.clock.unwrap();
    assert_eq!((after.running, before.left), (None, after.left));
}
