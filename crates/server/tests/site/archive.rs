//! The archive, the explorer, people's pages, and taking leave.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{PATIENCE, Person, Site, code};
use crate::ratings::played;

fn open_game(game: &str, more: &Value) -> Value {
    let mut wish = json!({ "game": game, "seats": [{ "who": "me" }, { "who": "open" }] });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wish
}

/// Waits until all games are filed.
async fn filed(site: &Site) {
    let wait = async {
        while !site.store.unarchived(i64::MAX, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap();
}

async fn ids(person: &Person, query: &str) -> Vec<String> {
    let (status, page) = person.get(&format!("/api/archive?{query}")).await;
    assert_eq!(status, 200, "{query}: {page}");
    let games = page["games"].as_array().unwrap();
    games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn games_are_found_by_whatever_was_in_them() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna Maria").await, site.guest("Bob").await);
    let long = ["a1", "d1", "g1", "a4", "g7", "a7"];
    let mirrored = ["a7", "d7", "g7", "a4"];
    let one = played(&anna, &bob, open_game("morris", &json!({})), &long).await;
    let two = played(&anna, &bob, open_game("morris", &json!({})), &mirrored).await;
    let rules = json!({ "rules": "layers=5" });
    let wide = played(&anna, &bob, open_game("morris", &rules), &["a1", "k11"]).await;
    let hidden = json!({ "listed": false });
    let (secret, key) = anna.make(open_game("morris", &hidden)).await;
    let path = format!("/api/games/{secret}/actions?key={key}");
    assert_eq!(bob.post(&path, json!({ "do": "sit" })).await.0, 200);
    for (who, ply, text) in [(&anna, 0, "a1"), (&bob, 1, "d1")] {
        let body = json!({ "do": "move", "ply": ply, "text": text });
        assert_eq!(who.post(&path, body).await.0, 200);
    }
    assert_eq!(anna.post(&path, json!({ "do": "resign" })).await.0, 200);
    filed(&site).await;
    let other = site.guest("Carl").await;
    assert_eq!(ids(&other, "game=morris").await, [wide.as_str(), two.as_str(), one.as_str()]);
    assert_eq!(ids(&anna, "mine=true").await.len(), 4);
    assert_eq!(ids(&other, "game=chess").await, [""; 0]);
    assert_eq!(ids(&other, "game=morris&rules=layers%3D5").await, [wide.as_str()]);
    assert_eq!(ids(&other, "player=mar").await.len(), 3);
    assert_eq!(ids(&other, "player=mar&shortest=5").await, [one.as_str()]);
    assert_eq!(ids(&other, "longest=2").await, [wide.as_str()]);
    assert_eq!(ids(&other, "result=drawn").await, [""; 0]);
    assert_eq!(ids(&anna, "mine=true&result=lost").await.len(), 4);
    assert_eq!(ids(&other, "until=1000").await, [""; 0]);
    assert_eq!(ids(&other, "from=1000").await.len(), 3);
    assert_eq!(ids(&other, &format!("person={}", bob.id)).await.len(), 3);
    // Page by page.
    let (_, first) = other.get("/api/archive?limit=2").await;
    let after = first["next"].as_str().unwrap();
    assert_eq!(ids(&other, &format!("limit=2&after={after}")).await, [one.as_str()]);
    // A position, however the board is turned: both of these were on it.
    let request = json!({ "game": "morris", "rules": "", "moves": ["g1", "d1", "a1", "g4"] });
    let (_, report) = other.post("/api/positions", request).await;
    let position = report["view"]["position"].as_str().unwrap().replace(' ', "%20");
    let query = format!("game=morris&position={position}");
    assert_eq!(ids(&other, &query).await, [two.as_str(), one.as_str()]);
    for (query, status) in [
        ("position=x", 400),
        ("game=morris&position=x", 422),
        ("game=morris&rules=layers%3D99", 422),
        ("game=ludo&rules=x", 422),
        ("result=lost", 400),
        ("after=x", 400),
        ("limit=0", 400),
        ("colour=red", 400),
    ] {
        assert_eq!(other.get(&format!("/api/archive?{query}")).await.0, status, "{query}");
    }
    assert_eq!(site.stranger().get("/api/archive?mine=true").await.0, 401);
    // A game that the host removes is gone here, too.
    let key = site.store.fact("host key").await.unwrap().unwrap();
    let host = Person { header: ("x-agon-host", key), ..other.clone() };
    assert_eq!(host.request("DELETE", &format!("/api/host/games/{two}"), None).await.0, 204);
    assert_eq!(ids(&other, &query).await, [one.as_str()]);
}

#[tokio::test]
async fn the_explorer_tells_what_was_played_and_how_it_ended() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    // The same first move on a turned board, and one that is another.
    for moves in [&["a1", "d1"], &["g7", "d7"], &["d2", "a1"]] {
        played(&anna, &bob, open_game("morris", &json!({})), moves).await;
    }
    filed(&site).await;
    let explore = async |moves: &[&str]| {
        let request = json!({ "game": "morris", "rules": "", "moves": moves });
        let (status, found) = anna.post("/api/explorer", request).await;
        assert_eq!(status, 200, "{found}");
        found
    };
    let start = explore(&[]).await;
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves[0]["site"], json!({ "games": 2, "won": [0, 2], "drawn": 0 }), "{start}");
    assert_eq!(moves[0]["same"].as_array().unwrap().len(), 7);
    assert_eq!(moves[1]["site"]["games"], 1);
    assert!(moves.iter().map(|m| m["engine"]["games"].as_u64().unwrap()).sum::<u64>() >= 200);
    assert_eq!(start["games"].as_array().unwrap().len(), 3);
    // From a corner that nobody began with, the answer is told as it looks from there.
    let corner = explore(&["g1"]).await;
    let answer = corner["moves"].as_array().unwrap().iter().find(|m| m["site"]["games"] == 2);
    let answer = answer.unwrap();
    let texts: Vec<&str> =
        answer["same"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(answer["text"] == "d1" || texts.contains(&"d1"), "{answer}");
    let wrong = json!({ "game": "morris", "rules": "", "position": "x" });
    assert_eq!(anna.post("/api/explorer", wrong).await.0, 422);
}

#[tokio::test]
async fn a_persons_page_tells_what_everybody_may_know() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let opening = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];
    let rated = json!({ "rated": true });
    for _ in 0..2 {
        played(&anna, &bob, open_game("chess", &rated), &opening).await;
    }
    let hidden =
        json!({ "listed": false, "seats": [{ "who": "me" }, { "who": "computer", "level": 1 }] });
    let (secret, _) = bob.make(open_game("chess", &hidden)).await;
    assert_eq!(bob.act(&secret, json!({ "do": "resign" })).await.0, 200);
    filed(&site).await;
    let (status, seen) = anna.get("/api/people/bob").await;
    assert_eq!(status, 200, "{seen}");
    assert_eq!(seen["games"][0]["score"], json!({ "won": 2, "drawn": 0, "lost": 0 }));
    assert_eq!(seen["opponents"][0]["person"]["name"], "Anna");
    assert_eq!(seen["opponents"].as_array().unwrap().len(), 1);
    assert_eq!(seen["games"][0]["openings"][0]["moves"], json!(opening));
    let history = seen["ratings"][0]["points"].as_array().unwrap();
    assert_eq!(history.len(), 2);
    assert_eq!(history[1]["points"], seen["ratings"][0]["rating"]["points"]);
    // Bob himself sees the one that nobody else may find.
    let (_, own) = bob.get(&format!("/api/people/{}", bob.id)).await;
    assert_eq!(own["games"][0]["score"], json!({ "won": 2, "drawn": 0, "lost": 1 }));
    assert_eq!((&own["me"], &own["opponents"][1]["computer"]["level"]), (&json!(true), &json!(1)));
    // A guest's page is their own.
    let guest = site.guest("Gus").await;
    let path = format!("/api/people/{}", guest.id);
    assert_eq!((guest.get(&path).await.0, anna.get(&path).await.0), (200, 404));
    assert_eq!(anna.get("/api/people/nobody").await.0, 404);
}

#[tokio::test]
async fn one_takes_ones_data_along_and_leaves() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let rated = json!({ "rated": true });
    let id = played(&anna, &bob, open_game("chess", &rated), &["e2e4", "e7e5"]).await;
    filed(&site).await;
    let (status, data) = bob.get("/api/me/data").await;
    assert_eq!(status, 200);
    assert_eq!((&data["me"]["name"], &data["more_games"]), (&json!("Bob"), &json!(false)));
    assert_eq!(data["games"][0]["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(data["games"][0]["verdict"], "black wins (resignation)");
    assert_eq!(data["ratings"][0]["points"].as_array().unwrap().len(), 1);
    let leave = async |body: Value| bob.request("DELETE", "/api/me", Some(body)).await;
    assert_eq!(code(&leave(json!({ "password": "wrong horse" })).await), (401, "bad_login"));
    assert_eq!(leave(json!({ "password": "correct horse" })).await.0, 204);
    assert_eq!(bob.get("/api/me").await.0, 401);
    assert_eq!(anna.get("/api/people/bob").await.0, 404);
    assert!(site.store.ratings_of(&bob.id).await.unwrap().is_empty());
    // The game stays with the other one, under a guest's name.
    let (_, game) = anna.get(&format!("/api/games/{id}")).await;
    assert_ne!(game["state"]["seats"][1]["occupant"]["name"], "Bob");
    // The name is free.
    site.registered("Bob").await;
}
