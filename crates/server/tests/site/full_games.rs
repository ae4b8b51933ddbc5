//! Whole games of every kind over the WebSocket, from the first move to the result.

use std::sync::atomic::AtomicBool;

use agon_games::{GAMES, Order, Searcher};
use agon_protocol::action::Action;
use agon_protocol::event::Event;
use agon_protocol::message::ToClient;
use agon_protocol::setup::Setup;
use agon_protocol::state::{Phase, Snapshot};
use agon_protocol::units::{Seat, Version};
use agon_search::Level;
use serde_json::{Value, json};

use crate::harness::{Site, Socket, two};

/// How the scripted clients choose: each sees the position as text, as any program would, and
/// thinks for itself; the first one a little more than the others, so that games come to an end.
pub(crate) struct Bots(Searcher);

impl Bots {
    pub(crate) fn new(seed: u64) -> Bots {
        Bots(Searcher::new(1, seed))
    }

    fn choose(&mut self, setup: &Setup, position: &str, seat: usize) -> String {
        let game =
            agon_games::find(&setup.game).unwrap().open(&setup.rules, Some(position)).unwrap();
        let level = Level::new(if seat == 0 { 5 } else { 2 }).unwrap();
        let order = Order { level, ..Order::default() };
        self.0.clear();
        let stop = AtomicBool::new(false);
        game.think(&mut self.0, &order, &stop, &mut |_| {}).unwrap().best.unwrap()
    }
}

/// Clients that know only what they are told play until the end; every one sees the same events
/// with versions that have no gap. Beyond `most` plies they agree to a draw.
pub(crate) async fn play_out(id: &str, players: &mut [Socket], bots: &mut Bots, most: u32) {
    let mut seen = None;
    for player in players.iter_mut() {
        seen = Some(player.watch(id, None).await);
    }
    let Snapshot { setup, mut state, mut view, .. } = *seen.unwrap();
    while state.phase == Phase::Playing {
        if state.ply >= most {
            for player in players.iter_mut() {
                player.act(id, Action::OfferDraw { seat: None }).await.unwrap();
            }
            for player in players.iter_mut() {
                player.event("ended").await;
            }
            return;
        }
        let (turn, version) = (state.turn.unwrap().index(), state.version);
        let text = bots.choose(&setup, &view.position, turn);
        assert!(view.moves.iter().any(|legal| legal.text == text), "{text} is listed");
        players[turn].play(id, state.ply, &text).await.unwrap();
        for player in players.iter_mut() {
            let (event, seen, shown) = next_event(player, version.next()).await;
            assert!(matches!(event, Event::Moved { text: ref played, .. } if *played == text));
            (state, view) = (seen, *shown.unwrap());
        }
        if view.moves.is_empty() {
            for player in players.iter_mut() {
                let (event, seen, _) = next_event(player, version.next().next()).await;
                assert!(matches!(event, Event::Ended { .. }), "{event:?}");
                state = seen;
            }
        }
    }
    assert!(state.outcome.is_some());
}

async fn next_event(
    player: &mut Socket,
    version: Version,
) -> (Event, agon_protocol::state::GameState, Option<Box<agon_protocol::board::View>>) {
    loop {
        if let ToClient::Event { recorded, state, view, .. } = player.hear().await
            && recorded.version >= version
        {
            assert_eq!(recorded.version, version, "a version is missing");
            return (recorded.event, *state, view);
        }
    }
}

#[tokio::test]
async fn two_people_play_every_game_to_its_end() {
    let site = Site::start().await;
    for (seed, game) in GAMES.iter().enumerate() {
        let (id, anna, bob) = two(&site, json!({ "game": game.id() })).await;
        play_out(&id, &mut [anna, bob], &mut Bots::new(seed as u64), 200).await;
        let (_, seen) = site.stranger().get(&format!("/api/games/{id}")).await;
        assert_eq!(seen["state"]["phase"], "ended", "{}", game.id());
    }
}

#[tokio::test]
async fn six_people_play_chinese_checkers() {
    let site = Site::start().await;
    let host = site.guest("Host").await;
    let mut seats = vec![json!({ "who": "open" }); 6];
    seats[0] = json!({ "who": "me" });
    let wish = json!({ "game": "chinese-checkers", "rules": "colors=gyorpb", "seats": seats });
    let (id, _) = host.make(wish).await;
    let mut players = vec![host.connect().await];
    for i in 1..6 {
        let mut player = site.guest(&format!("Player {i}")).await.connect().await;
        player.act(&id, Action::Sit { seat: Some(Seat(i)) }).await.unwrap();
        players.push(player);
    }
    play_out(&id, &mut players, &mut Bots::new(1), 600).await;
    let (_, seen) = site.stranger().get(&format!("/api/games/{id}")).await;
    assert_eq!(seen["state"]["phase"], "ended");
    assert!(seen["state"]["outcome"]["winner"].is_u64(), "{}", seen["state"]["outcome"]);
}

/// One person and computers, or computers alone, to the end.
pub(crate) async fn against(site: &Site, game: &str, seats: Value) -> Value {
    let anna = site.guest("Anna").await;
    let (id, _) = anna.make(json!({ "game": game, "pace": 0, "seats": seats })).await;
    let mut socket = anna.connect().await;
    let mut bots = Bots::new(11);
    loop {
        let snapshot = socket.watch(&id, None).await;
        let state = snapshot.state;
        if state.phase == Phase::Ended {
            return anna.get(&format!("/api/games/{id}")).await.1;
        }
        if state.turn.is_some_and(|turn| snapshot.mine.contains(&turn)) {
            if state.ply >= 120 {
                socket.act(&id, Action::Resign { seat: None }).await.unwrap();
                continue;
            }
            let seat = state.turn.map_or(0, Seat::index);
            let text = bots.choose(&snapshot.setup, &snapshot.view.position, seat);
            socket.play(&id, state.ply, &text).await.unwrap();
        } else {
            // Until something happens.
            while !matches!(socket.hear().await, ToClient::Event { .. }) {}
        }
    }
}

#[tokio::test]
async fn a_person_plays_every_game_against_a_computer() {
    let site = Site::start().await;
    for game in GAMES {
        let computer = json!({ "who": "computer", "level": 3 });
        let seen = against(&site, game.id(), json!([{ "who": "me" }, computer])).await;
        assert_eq!(seen["state"]["phase"], "ended", "{}", game.id());
        assert!(seen["state"]["ply"].as_u64().unwrap() > 0, "{}", game.id());
    }
}

#[tokio::test]
async fn computers_play_every_game_against_each_other() {
    let site = Site::start().await;
    for game in GAMES {
        let computer = |level: u8| json!({ "who": "computer", "level": level });
        let seen = against(&site, game.id(), json!([computer(2), computer(1)])).await;
        assert!(seen["state"]["outcome"]["verdict"].is_string(), "{}", game.id());
    }
}
