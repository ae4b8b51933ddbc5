//! Names and pictures, and how a change of them is seen everywhere.

use agon_protocol::action::Action;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::units::Seat;
use serde_json::{Value, json};

use crate::harness::{Person, Site, Socket, code};

fn table(listed: bool) -> Value {
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    json!({ "game": "morris", "seats": seats, "listed": listed })
}

fn occupant(game: &Value, seat: usize) -> Value {
    game["seats"][seat]["occupant"].clone()
}

/// The name and picture on a seat, when the next change of them is told.
async fn told(socket: &mut Socket, seat: usize) -> Value {
    loop {
        if let ToClient::Seats { seats, .. } = socket.hear().await {
            return serde_json::to_value(&seats[seat].occupant).unwrap();
        }
    }
}

#[tokio::test]
async fn everybody_has_a_picture_and_can_choose_another() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let me = anna.get("/api/me").await.1;
    assert_eq!(me["picture"], json!(anna.id));
    let chosen = anna.post("/api/me", json!({ "picture": "fox22222" })).await.1;
    assert_eq!((&chosen["name"], &chosen["picture"]), (&json!("Anna"), &json!("fox22222")));
    assert_eq!(anna.get("/api/me").await.1["picture"], "fox22222");
    for wrong in ["", "<svg>", "a b", "שועל", &"x".repeat(25)] {
        let answer = anna.post("/api/me", json!({ "picture": wrong })).await;
        assert_eq!(code(&answer), (422, "bad_text"), "{wrong}");
    }
    // A newcomer may bring one along.
    let (_, ben) = site.stranger().post("/api/me", json!({ "picture": "owl33333" })).await;
    assert_eq!(ben["picture"], "owl33333");
}

#[tokio::test]
async fn a_new_name_is_seen_at_once_in_games_lists_and_other_windows() {
    let site = Site::start().await;
    let (anna, ben) = (site.guest("Anna").await, site.guest("Ben").await);
    let (game, _) = anna.make(table(true)).await;
    let mut bens = ben.connect().await;
    bens.act(&game, Action::Sit { seat: Some(Seat(1)) }).await.unwrap();
    bens.watch(&game, None).await;
    let mut stranger = site.stranger().connect().await;
    let ToClient::Lobby { games } = stranger.ask(FromClient::Lobby { on: true }).await else {
        panic!("no lobby")
    };
    assert_eq!(games[0].seats[0].occupant.as_ref().unwrap().name(), "Anna");
    // A second window of Anna, on a page without a game.
    let mut window = anna.connect().await;
    let wish = json!({ "name": "Hanna", "picture": "fox22222" });
    assert_eq!(anna.post("/api/me", wish).await.0, 200);
    let hanna = json!({
        "who": "person", "id": anna.id, "name": "Hanna", "picture": "fox22222"
    });
    assert_eq!(told(&mut bens, 0).await, hanna);
    let ToClient::You { person } = window.hear().await else { panic!("not told") };
    assert_eq!((person.name.as_str(), person.picture.as_str()), ("Hanna", "fox22222"));
    loop {
        if let ToClient::Listed { game } = stranger.hear().await {
            let listed = serde_json::to_value(&game.seats[0].occupant).unwrap();
            assert_eq!(listed, hanna);
            break;
        }
    }
    let list = ben.get("/api/games?mine=true").await.1;
    assert_eq!(occupant(&list[0], 0), hanna);
    // Whoever sits down from that window does so under the new name.
    let (other, _) = ben.make(table(true)).await;
    window.act(&other, Action::Sit { seat: Some(Seat(1)) }).await.unwrap();
    let seen = ben.get(&format!("/api/games/{other}")).await.1;
    assert_eq!(occupant(&seen["state"], 1), hanna);
    assert_eq!(seen["setup"]["host"]["name"], "Ben");
}

#[tokio::test]
async fn a_game_that_nobody_watched_has_the_new_name_later() {
    let site = Site::start().await;
    let (anna, ben) = (site.guest("Anna").await, site.guest("Ben").await);
    let (game, _) = anna.make(table(true)).await;
    assert_eq!(ben.act(&game, json!({ "do": "sit", "seat": 1 })).await.0, 200);
    assert_eq!(ben.act(&game, json!({ "do": "resign" })).await.0, 200);
    let site = site.restart().await;
    let at = |person: &Person| Person { url: site.url.clone(), ..person.clone() };
    let (anna, ben) = (at(&anna), at(&ben));
    assert_eq!(ben.post("/api/me", json!({ "name": "Benjamin" })).await.0, 200);
    let seen = anna.get(&format!("/api/games/{game}")).await.1;
    assert_eq!(occupant(&seen["state"], 1)["name"], "Benjamin");
    // The archive says the same, and finds the game by the new name as by the old one.
    for name in ["benj", "ben"] {
        let list = anna.get(&format!("/api/games?phase=ended&player={name}")).await.1;
        assert_eq!(occupant(&list[0], 1)["name"], "Benjamin", "{name}");
    }
    assert_eq!(anna.get("/api/games?player=charlie").await.1, json!([]));
}

#[tokio::test]
async fn others_on_the_same_screen_keep_their_names() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "me", "name": "Grandpa" }]);
    let (game, _) = anna.make(json!({ "game": "morris", "seats": seats })).await;
    let mut socket = anna.connect().await;
    socket.watch(&game, None).await;
    anna.post("/api/me", json!({ "name": "Hanna" })).await;
    assert_eq!(told(&mut socket, 0).await["name"], "Hanna");
    let seen = anna.get(&format!("/api/games/{game}")).await.1;
    let grandpa = json!({ "who": "person", "id": anna.id, "name": "Grandpa" });
    assert_eq!(occupant(&seen["state"], 1), grandpa);
    let list = anna.get("/api/games?mine=true").await.1;
    assert_eq!((&occupant(&list[0], 0)["name"], occupant(&list[0], 1)), (&json!("Hanna"), grandpa));
}

#[tokio::test]
async fn a_name_that_somebody_registered_is_shown_as_a_guests() {
    let site = Site::start().await;
    let (guest, anna) = (site.guest("Anna").await, site.guest("Someone").await);
    let (game, _) = guest.make(table(true)).await;
    anna.register("Anna", "correct horse").await;
    let site = site.restart().await;
    let list = site.stranger().get("/api/games").await.1;
    let name = occupant(&list[0], 0)["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("Guest "), "{name}");
    let seen = site.stranger().get(&format!("/api/games/{game}")).await.1;
    assert_eq!(occupant(&seen["state"], 0)["name"], json!(name));
}
