//! Lobbies: made, found, filled, closed.

use agon_protocol::action::Action;
use agon_protocol::error::Code;
use agon_protocol::message::{FromClient, ToClient};
use agon_protocol::state::Phase;
use serde_json::json;

use crate::harness::{Site, code, config};

#[tokio::test]
async fn the_lobby_is_live() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let mut watcher = site.stranger().connect().await;
    let ToClient::Lobby { games, .. } = watcher.ask(FromClient::Lobby { on: true }).await else {
        panic!("no lobby")
    };
    assert!(games.is_empty());
    let wish = json!({ "game": "tablut", "name": " <i>Evening</i> ", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(wish.clone()).await;
    let ToClient::Listed { game } = watcher.hear().await else { panic!("not listed") };
    assert_eq!((game.id.as_str(), game.phase), (id.as_str(), Phase::Open));
    assert_eq!(game.name.as_deref(), Some("iEvening/i"));
    // Unlisted ones stay out of it.
    let mut private = wish;
    private["listed"] = json!(false);
    let (hidden, key) = anna.make(private).await;
    assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
    let ToClient::Listed { game } = watcher.hear().await else { panic!("not listed") };
    assert_eq!((game.id.as_str(), game.phase), (id.as_str(), Phase::Playing));
    assert_eq!(anna.act(&id, json!({ "do": "resign" })).await.0, 200);
    let ToClient::Unlisted { id: gone } = watcher.hear().await else { panic!("still listed") };
    assert_eq!(gone, id);
    let off = watcher.ask(FromClient::Lobby { on: false }).await;
    assert!(matches!(off, ToClient::Done { version: None, .. }));

    // An unlisted game is for those with the key.
    assert_eq!(code(&bob.get(&format!("/api/games/{hidden}")).await), (403, "private"));
    assert_eq!(code(&bob.get(&format!("/api/games/{hidden}?key=x")).await), (403, "private"));
    assert_eq!(code(&bob.act(&hidden, json!({ "do": "sit" })).await), (403, "private"));
    let (status, seen) = bob.get(&format!("/api/games/{hidden}?key={key}")).await;
    assert_eq!((status, seen.get("key")), (200, None));
    assert_eq!(anna.get(&format!("/api/games/{hidden}")).await.1["key"], json!(key));
    let (_, listed) = bob.get("/api/games").await;
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let (_, mine) = anna.get("/api/games?mine=true").await;
    assert_eq!(mine.as_array().unwrap().len(), 2);
    let path = format!("/api/games/{hidden}/actions?key={key}");
    assert_eq!(bob.post(&path, json!({ "do": "sit" })).await.0, 200);
    assert_eq!(bob.get(&format!("/api/games/{hidden}")).await.0, 200);
    for path in ["file", "replay"] {
        let other = site.guest("Carl").await.get(&format!("/api/games/{hidden}/{path}")).await;
        assert_eq!(code(&other), (403, "private"));
    }
}

#[tokio::test]
async fn seats_are_taken_changed_given_back_and_filled() {
    let site = Site::start().await;
    let (anna, bob, carl) =
        (site.guest("Anna").await, site.guest("Bob").await, site.guest("Carl").await);
    let wish = json!({ "game": "chinese-checkers", "rules": "colors=gop",
        "seats": [{ "who": "me" }, { "who": "open" }, { "who": "open" }] });
    let (id, _) = anna.make(wish).await;
    let mut socket = bob.connect().await;
    socket.watch(&id, None).await;
    socket.act(&id, Action::Sit { seat: Some(1) }).await.unwrap();
    socket.act(&id, Action::Sit { seat: Some(2) }).await.unwrap();
    let snapshot = socket.watch(&id, None).await;
    assert_eq!((snapshot.state.phase, snapshot.mine), (Phase::Open, vec![2]));
    let refusal = |result: Result<u64, (Code, _)>| result.unwrap_err().0;
    assert_eq!(refusal(socket.act(&id, Action::Sit { seat: Some(0) }).await), Code::Full);
    assert_eq!(refusal(socket.act(&id, Action::Sit { seat: Some(9) }).await), Code::NotFound);
    assert_eq!(refusal(socket.play(&id, 0, "d1-e1").await), Code::NotStarted);
    assert_eq!(refusal(socket.act(&id, Action::Close).await), Code::NotAllowed);
    let fill = |seat| Action::Fill { seat, kind: None, level: 3 };
    assert_eq!(refusal(socket.act(&id, fill(1)).await), Code::NotAllowed);
    socket.act(&id, Action::Stand).await.unwrap();
    assert_eq!(refusal(socket.act(&id, Action::Stand).await), Code::NotYourSeat);
    let mut host = anna.connect().await;
    host.watch(&id, None).await;
    assert_eq!(refusal(host.act(&id, fill(0)).await), Code::Full);
    assert_eq!(refusal(host.act(&id, fill(7)).await), Code::NotFound);
    let strange = Action::Fill { seat: 1, kind: Some("oracle".into()), level: 3 };
    assert_eq!(refusal(host.act(&id, strange).await), Code::BadText);
    let mighty = Action::Fill { seat: 1, kind: None, level: 11 };
    assert_eq!(refusal(host.act(&id, mighty).await), Code::BadRequest);
    host.act(&id, fill(1)).await.unwrap();
    socket.act(&id, Action::Sit { seat: None }).await.unwrap();
    assert_eq!(socket.watch(&id, None).await.state.phase, Phase::Playing);
    let mut late = carl.connect().await;
    late.watch(&id, None).await;
    assert_eq!(refusal(late.act(&id, Action::Sit { seat: None }).await), Code::Full);
    assert_eq!(refusal(late.act(&id, Action::Resign { seat: None }).await), Code::NotYourSeat);
}

#[tokio::test]
async fn a_closed_lobby_says_so() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(wish.clone()).await;
    let mut waiting = bob.connect().await;
    waiting.watch(&id, None).await;
    assert_eq!(anna.act(&id, json!({ "do": "close" })).await.0, 200);
    waiting.event("closed").await;
    for action in ["sit", "resign", "rematch"] {
        assert_eq!(code(&bob.act(&id, json!({ "do": action })).await), (409, "closed"));
    }
    // Nobody may flood the lobby.
    for _ in 0..10 {
        anna.make(wish.clone()).await;
    }
    assert_eq!(code(&anna.post("/api/games", wish).await), (409, "too_many_games"));
}

#[tokio::test]
async fn a_deserted_lobby_closes_by_itself() {
    let site = Site::with(agon_server::Config { lobby_grace: 200, ..config() }).await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(wish).await;
    let mut host = anna.connect().await;
    host.watch(&id, None).await;
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let mut other = site.stranger().connect().await;
    assert_eq!(other.watch(&id, None).await.state.phase, Phase::Open);
    drop(host);
    other.event("closed").await;
}

#[tokio::test]
async fn games_are_found_in_the_archive() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna 100%").await, site.guest("Bob").await);
    for game in ["chess", "morris"] {
        let wish = json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }] });
        let (id, _) = anna.make(wish).await;
        bob.act(&id, json!({ "do": "sit" })).await;
        bob.act(&id, json!({ "do": "resign" })).await;
    }
    let count = async |query: &str| {
        let (status, list) = bob.get(&format!("/api/games{query}")).await;
        assert_eq!(status, 200, "{list}");
        list.as_array().unwrap().len()
    };
    assert_eq!(count("?phase=ended").await, 2);
    assert_eq!(count("?phase=ended&game=morris").await, 1);
    assert_eq!(count("?phase=open").await, 0);
    assert_eq!(count("?player=anna%20100%25").await, 2);
    assert_eq!(count("?player=a%25b").await, 0);
    assert_eq!(count("?limit=1").await, 1);
    let (_, list) = bob.get("/api/games?limit=1").await;
    let before = list[0]["updated"].as_u64().unwrap();
    assert_eq!(count(&format!("?before={before}")).await, 1);
    for query in ["?phase=dead", "?limit=0", "?limit=300", "?colour=red", "?before=-1"] {
        assert_eq!(code(&bob.get(&format!("/api/games{query}")).await), (400, "bad_request"));
    }
}
