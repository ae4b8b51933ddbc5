//! How games begin, rest and end without anybody's doing.

use std::time::Duration;

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::event::Event;
use agon_protocol::state::Phase;
use agon_protocol::units::Seat;
use agon_server::Config;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::harness::{PATIENCE, Person, Site, code, config, two};

/// The next commit with an event of this kind fails.
async fn refuse(site: &Site, kind: &str) {
    let sqlite = format!(
        "CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.events WHEN NEW.kind = '{kind}' \
         BEGIN SELECT RAISE(ABORT, 'refused by the test'); END"
    );
    // A sequence counts on although the change is taken back.
    let postgres = format!(
        "DROP SEQUENCE IF EXISTS refusals; CREATE SEQUENCE refusals; \
         CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN \
         IF NEW.kind = '{kind}' AND nextval('refusals') = 1 THEN \
         RAISE EXCEPTION 'refused by the test'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql; \
         CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON events \
         FOR EACH ROW EXECUTE FUNCTION refuse()"
    );
    let sql = if site.store.is_shared() { postgres } else { sqlite };
    site.store.run_sql(&sql).await.unwrap();
}

async fn mine(person: &Person) -> Vec<Value> {
    person.get("/api/games?mine=true").await.1.as_array().unwrap().clone()
}

/// Waits until a game of the list is in this phase.
async fn until_phase(site: &Site, id: &str, phase: &str) -> Value {
    let begin = std::time::Instant::now();
    loop {
        let (_, list) = site.stranger().get(&format!("/api/games?phase={phase}")).await;
        let found = list.as_array().unwrap().iter().find(|game| game["id"] == id);
        if let Some(found) = found {
            return found.clone();
        }
        assert!(begin.elapsed() < PATIENCE, "{id} is not {phase}");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn in_memory(site: &Site) -> u64 {
    let (_, text) = site.stranger().get("/metrics").await;
    let text = text.as_str().unwrap().to_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("agon_games_in_memory "));
    line.unwrap().parse().unwrap()
}

async fn until_nothing_is_in_memory(site: &Site) {
    let begin = std::time::Instant::now();
    while in_memory(site).await > 0 {
        assert!(begin.elapsed() < PATIENCE, "games stay in memory");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_game_begins_with_its_start_or_not_at_all() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let alone = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    refuse(&site, "started").await;
    assert_eq!(code(&anna.post("/api/games", alone.clone()).await), (503, "storage"));
    assert!(mine(&anna).await.is_empty());
    let (id, _) = anna.make(alone).await;
    assert_eq!(anna.get(&format!("/api/games/{id}")).await.1["state"]["phase"], "playing");

    // The last seat of a lobby.
    let open = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(open).await;
    refuse(&site, "started").await;
    assert_eq!(code(&bob.act(&id, json!({ "do": "sit" })).await), (503, "storage"));
    let state = anna.get(&format!("/api/games/{id}")).await.1["state"].clone();
    assert_eq!((&state["phase"], &state["seats"][1]["occupant"]), (&json!("open"), &Value::Null));
    assert!(mine(&bob).await.is_empty());
    assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
    assert_eq!(anna.get(&format!("/api/games/{id}")).await.1["state"]["phase"], "playing");

    // A rematch: its offer, its game and its start are one.
    assert_eq!(bob.act(&id, json!({ "do": "resign" })).await.0, 200);
    assert_eq!(anna.act(&id, json!({ "do": "rematch" })).await.0, 200);
    for kind in ["started", "rematch"] {
        refuse(&site, kind).await;
        assert_eq!(code(&bob.act(&id, json!({ "do": "rematch" })).await), (503, "storage"));
        let state = anna.get(&format!("/api/games/{id}")).await.1["state"].clone();
        assert_eq!(state["next"], Value::Null);
        assert_eq!(state["rematch"]["agreed"].as_array().unwrap().len(), 1, "{kind}");
        assert_eq!((mine(&anna).await.len(), mine(&bob).await.len()), (2, 1), "{kind}");
    }
    assert_eq!(bob.act(&id, json!({ "do": "rematch" })).await.0, 200);
    let next = anna.get(&format!("/api/games/{id}")).await.1["state"]["next"].clone();
    let next = next.as_str().unwrap().to_owned();
    assert_eq!(anna.get(&format!("/api/games/{next}")).await.1["state"]["phase"], "playing");
    assert_eq!((mine(&anna).await.len(), mine(&bob).await.len()), (3, 2));
}

#[tokio::test]
async fn a_game_is_called_off_before_the_second_move() {
    let site = Site::start().await;
    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    let stranger = site.guest("Carl").await;
    let answer = stranger.act(&id, json!({ "do": "abort" })).await;
    assert_eq!(code(&answer), (403, "not_your_seat"));
    anna.play(&id, 0, "e2e4").await.unwrap();
    bob.act(&id, Action::Abort).await.unwrap();
    let (event, state, _) = anna.event("ended").await;
    let Event::Ended { outcome, .. } = event else { panic!("{event:?}") };
    assert_eq!(
        (outcome.reason.as_str(), outcome.winner, outcome.places.len()),
        ("aborted", None, 0)
    );
    assert_eq!(state.phase, Phase::Ended);
    assert_eq!(anna.act(&id, Action::Abort).await.unwrap_err().0, Code::Over);
    anna.act(&id, Action::Rematch { swap: false, offer: None }).await.unwrap();

    let (id, mut anna, mut bob) = two(&site, json!({ "game": "chess" })).await;
    anna.play(&id, 0, "e2e4").await.unwrap();
    bob.play(&id, 1, "e7e5").await.unwrap();
    assert_eq!(anna.act(&id, Action::Abort).await.unwrap_err().0, Code::UnderWay);
    anna.act(&id, Action::Leave).await.unwrap();
    let (_, state, _) = bob.event("ended").await;
    assert_eq!(state.outcome.unwrap().winner, Some(Seat(1)));
    let open = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = stranger.make(open).await;
    let answer = stranger.act(&id, json!({ "do": "abort" })).await;
    assert_eq!(code(&answer), (409, "not_started"));
}

#[tokio::test]
async fn whoever_plays_alone_puts_a_game_away_or_takes_it_off_the_list() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let computer = json!({ "who": "computer", "level": 1 });
    for seats in [json!([{ "who": "me" }, { "who": "me" }]), json!([computer, computer])] {
        let (id, _) = anna.make(json!({ "game": "tablut", "seats": seats })).await;
        assert_eq!(code(&bob.act(&id, json!({ "do": "leave" })).await), (403, "not_your_seat"));
        assert_eq!(anna.act(&id, json!({ "do": "leave" })).await.0, 200);
        let (_, seen) = anna.get(&format!("/api/games/{id}")).await;
        assert_eq!(seen["state"]["outcome"]["reason"], "unfinished");
    }
    let open = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(open).await;
    bob.act(&id, json!({ "do": "sit" })).await;
    assert_eq!((mine(&anna).await.len(), mine(&bob).await.len()), (3, 1));
    let hide = async |person: &Person, id: &str| {
        person.post(&format!("/api/games/{id}/hide"), json!({})).await
    };
    assert_eq!(hide(&anna, &id).await.0, 200);
    assert_eq!((mine(&anna).await.len(), mine(&bob).await.len()), (2, 1));
    // The game is what it was, for everybody.
    assert_eq!(anna.get(&format!("/api/games/{id}")).await.1["mine"], json!([0]));
    let answer = anna.act(&id, json!({ "do": "move", "ply": 0, "text": "e2e4" })).await;
    assert_eq!(answer.0, 200);
    assert_eq!(mine(&anna).await.len(), 2);
    let stranger = site.guest("Carl").await;
    assert_eq!(code(&hide(&stranger, &id).await), (404, "not_found"));
    assert_eq!(code(&hide(&anna, "unknown").await), (404, "not_found"));
    assert_eq!(code(&hide(&site.stranger(), &id).await), (401, "no_identity"));
}

#[tokio::test]
async fn a_game_that_nobody_goes_on_with_is_put_away() {
    let site = Site::with(Config { idle: Some(600), rest: 50, ..config() }).await;
    let anna = site.guest("Anna").await;
    let alone = |clock: Value| json!({ "game": "chess", "clock": clock, "seats": [{ "who": "me" }, { "who": "me" }] });
    let (left, _) = anna.make(alone(json!({ "kind": "none" }))).await;
    let (timed, _) = anna.make(alone(json!({ "kind": "days", "days": 2 }))).await;
    let (watched, _) = anna.make(alone(json!({ "kind": "none" }))).await;
    let mut socket = anna.connect().await;
    socket.watch(&watched, None).await;
    let ended = until_phase(&site, &left, "ended").await;
    assert_eq!(ended["outcome"]["reason"], "unfinished");
    sleep(Duration::from_millis(800)).await;
    let playing = site.stranger().get("/api/games?phase=playing").await.1;
    let mut ids: Vec<&str> =
        playing.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    let mut wanted = [timed.as_str(), watched.as_str()];
    ids.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(ids, wanted);
    // When the last one has gone it is this game's turn.
    drop(socket);
    until_phase(&site, &watched, "ended").await;
    // Nothing is deleted.
    assert_eq!(mine(&anna).await.len(), 3);
}

#[tokio::test]
async fn games_rest_in_the_store_until_they_are_due() {
    let site = Site::with(Config { rest: 50, ..config() }).await;
    let anna = site.guest("Anna").await;
    let days = json!({ "kind": "days", "days": 2 });
    let wish = |clock: &Value| json!({ "game": "chess", "clock": clock, "seats": [{ "who": "me" }, { "who": "me" }] });
    for _ in 0..8 {
        anna.make(wish(&days)).await;
    }
    until_nothing_is_in_memory(&site).await;
    let seconds = json!({ "kind": "increment", "main": 3_000, "add": 0 });
    let (quick, _) = anna.make(wish(&seconds)).await;
    let play = |ply: u32, text: &str| json!({ "do": "move", "ply": ply, "text": text });
    assert_eq!(anna.act(&quick, play(0, "e2e4")).await.0, 200);
    assert_eq!(anna.act(&quick, play(1, "e7e5")).await.0, 200);
    // A move writes no row, and lists know it nevertheless.
    let newest = mine(&anna).await[0].clone();
    assert_eq!(
        (&newest["id"], &newest["ply"], &newest["turn"]),
        (&json!(quick), &json!(2), &json!(0))
    );
    let site = site.restart().await;
    // The lists are there without any game, and as new as the games.
    assert!(in_memory(&site).await <= 1);
    let (_, playing) = site.stranger().get("/api/games?phase=playing").await;
    let playing = playing.as_array().unwrap();
    assert_eq!(playing.len(), 9);
    let listed = playing.iter().find(|game| game["id"] == *quick).unwrap();
    assert_eq!((&listed["ply"], &listed["turn"]), (&json!(2), &json!(0)));
    // Nobody looks, and the flag falls.
    let ended = until_phase(&site, &quick, "ended").await;
    assert_eq!(ended["outcome"]["verdict"], "black wins (time out)");
}

#[tokio::test]
async fn a_computer_moves_after_a_restart_although_nobody_looks() {
    let site = Site::with(Config { rest: 50, ..config() }).await;
    let anna = site.guest("Anna").await;
    let seats = [json!({ "who": "computer", "level": 1 }), json!({ "who": "me" })];
    let (id, _) = anna.make(json!({ "game": "tablut", "pace": 2_000, "seats": seats })).await;
    let site = site.restart().await;
    let begin = std::time::Instant::now();
    loop {
        let (_, list) = site.stranger().get("/api/games?phase=playing").await;
        assert_eq!(list[0]["id"], *id);
        if list[0]["ply"] == 1 {
            break;
        }
        assert!(begin.elapsed() < PATIENCE, "the computer does not move");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_lobby_without_its_host_is_closed_also_after_a_restart() {
    let site = Site::with(Config { lobby_grace: 900, rest: 50, ..config() }).await;
    let anna = site.guest("Anna").await;
    let open = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(open.clone()).await;
    let folder = site.stop().await;
    let site = Site::over(Config { lobby_grace: 900, rest: 50, ..config() }, folder).await;
    let (_, list) = site.stranger().get("/api/games?phase=open").await;
    assert_eq!(list.as_array().unwrap().len(), 1);
    until_phase(&site, &id, "closed").await;
}
