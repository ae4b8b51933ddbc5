//! Lists as people see them: what is being played, their own games, how games ended.

use agon_protocol::action::Action;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::state::{Phase, Summary};
use serde_json::{Value, json};

use crate::harness::{Site, Socket, code, two};

/// The next game that is told to be new or changed.
async fn listed(socket: &mut Socket) -> Box<Summary> {
    loop {
        if let ToClient::Listed { game } = socket.hear().await {
            return game;
        }
    }
}

#[tokio::test]
async fn moves_are_told_with_what_the_board_looks_like() {
    let site = Site::start().await;
    let (id, mut first, mut second) = two(&site, json!({ "game": "chess" })).await;
    let mut watcher = site.stranger().connect().await;
    let ToClient::Lobby { games } = watcher.ask(FromClient::Lobby { on: true }).await else {
        panic!("no list")
    };
    assert_eq!((games.len(), games[0].ply), (1, 0));
    first.play(&id, 0, "e2e4").await.unwrap();
    let game = loop {
        let game = listed(&mut watcher).await;
        if game.ply == 1 {
            break game;
        }
    };
    let scene = game.scene.unwrap();
    assert_eq!(scene.last.unwrap().text, "e2e4");
    let pawns = scene.men.iter().find(|men| men.kind == "pawn" && men.seat.index() == 0).unwrap();
    assert!(pawns.cells.len() == 8 && pawns.cells.contains(&28) && !pawns.cells.contains(&12));
    // Whoever asks for a list gets the same, before the row is written, and when it is over.
    second.play(&id, 1, "e7e5").await.unwrap();
    let text = |list: &Value| list[0]["scene"]["last"]["text"].as_str().unwrap().to_owned();
    let (_, running) = site.stranger().get("/api/games?phase=playing").await;
    assert_eq!((text(&running), &running[0]["ply"]), ("e7e5".to_owned(), &json!(2)));
    first.act(&id, Action::Resign { seat: None }).await.unwrap();
    let (_, over) = site.stranger().get("/api/games?phase=ended").await;
    assert_eq!(text(&over), "e7e5");
}

#[tokio::test]
async fn my_own_games_are_told_to_me_alone() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let (mut mine, mut other) = (anna.connect().await, bob.connect().await);
    for socket in [&mut mine, &mut other] {
        socket.ask(FromClient::Lobby { on: true }).await;
    }
    let seats = json!([{ "who": "me" }, { "who": "me", "name": "Dad" }]);
    let (id, _) = anna.make(json!({ "game": "tablut", "seats": seats, "listed": false })).await;
    let game = listed(&mut mine).await;
    assert_eq!((game.id.as_str(), game.phase), (id.as_str(), Phase::Playing));
    let (_, seen) = anna.get(&format!("/api/games/{id}")).await;
    let text = &seen["view"]["moves"][0]["text"];
    let play = json!({ "do": "move", "ply": 0, "text": text });
    assert_eq!(anna.act(&id, play).await.0, 200);
    let game = listed(&mut mine).await;
    assert_eq!((game.ply, game.turn.map(|turn| turn.index())), (1, Some(1)));
    assert_eq!(anna.act(&id, json!({ "do": "abort" })).await.0, 200);
    assert_eq!(listed(&mut mine).await.phase, Phase::Ended);
    // Nobody else heard of it.
    assert!(matches!(other.ask(FromClient::Ping {}).await, ToClient::Pong { .. }));
    assert!(other.unread().is_none());
}

#[tokio::test]
async fn games_are_found_by_how_they_ended() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let ends = [
        (&anna, vec!["resign"]),
        (&bob, vec!["resign"]),
        (&bob, vec!["resign"]),
        (&anna, vec!["abort"]),
        (&anna, vec!["offer_draw"]),
    ];
    for (person, actions) in ends {
        let (id, _) = anna.make(wish.clone()).await;
        assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
        for action in actions {
            assert_eq!(person.act(&id, json!({ "do": action })).await.0, 200);
            if action == "offer_draw" {
                assert_eq!(bob.act(&id, json!({ "do": action })).await.0, 200);
            }
        }
    }
    let count = async |query: &str| {
        let (status, list) = anna.get(&format!("/api/games?phase=ended{query}")).await;
        assert_eq!(status, 200, "{list}");
        list.as_array().unwrap().len()
    };
    assert_eq!(count("&result=won").await, 3);
    assert_eq!(count("&result=won&mine=true").await, 2);
    assert_eq!(count("&result=lost&mine=true").await, 1);
    assert_eq!(count("&result=drawn").await, 1);
    assert_eq!(count("&result=unfinished&game=chess").await, 1);
    assert_eq!(count("&result=won&game=tablut").await, 0);
    assert_eq!(count("&result=won&player=bob").await, 3);
    for query in ["result=lost", "result=well"] {
        let answer = anna.get(&format!("/api/games?{query}")).await;
        assert_eq!(code(&answer), (400, "bad_request"));
    }
}
