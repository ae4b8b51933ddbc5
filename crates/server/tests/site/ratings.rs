//! Ratings: which games count, what they change, and who is shown.

use std::time::Duration;

use agon_protocol::rating::TableRatings;
use serde_json::{Value, json};

use crate::harness::{PATIENCE, Person, Site, code};

fn rated(clock: &Value) -> Value {
    let seats = json!([{ "who": "me" }, { "who": "open" }]);
    json!({ "game": "chess", "seats": seats, "rated": true, "clock": clock })
}

fn blitz() -> Value {
    json!({ "kind": "increment", "main": 180_000, "add": 2_000 })
}

async fn ratings(person: &Person, id: &str) -> TableRatings {
    let (status, found) = person.get(&format!("/api/games/{id}/ratings")).await;
    assert_eq!(status, 200, "{found}");
    serde_json::from_value(found).unwrap()
}

/// Two play a game that the first one gives up, after some moves.
pub(crate) async fn played(anna: &Person, bob: &Person, wish: Value, moves: &[&str]) -> String {
    let (id, _) = anna.make(wish).await;
    assert_eq!(bob.act(&id, json!({ "do": "sit" })).await.0, 200);
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { anna } else { bob };
        let (status, answer) =
            mover.act(&id, json!({ "do": "move", "ply": ply, "text": text })).await;
        assert_eq!(status, 200, "{answer}");
    }
    assert_eq!(anna.act(&id, json!({ "do": "resign" })).await.0, 200);
    id
}

const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

#[tokio::test]
async fn a_game_that_counts_changes_both_ratings_once() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let id = played(&anna, &bob, rated(&blitz()), &OPENING).await;
    let found = ratings(&anna, &id).await;
    assert!(found.rated);
    let (loser, winner) = (found.seats[0].unwrap(), found.seats[1].unwrap());
    // Two newcomers: what one gets the other gives.
    assert!(winner.change.unwrap() > 100 && winner.change == loser.change.map(|c| -c), "{found:?}");
    assert_eq!(winner.rating.points, 1200 + winner.change.unwrap().cast_unsigned());
    assert!(winner.rating.provisional && winner.rating.games == 1);
    // Whoever asks, and whoever files it again, nothing changes any more; also after a restart.
    let site = site.restart().await;
    let (anna, bob) = (anna.at(&site), bob.at(&site));
    site.store.write(agon_store::Write::ArchiveAnew).await.unwrap();
    for person in [&anna, &bob, &site.stranger()] {
        assert_eq!(ratings(person, &id).await, found);
    }
    let stored = site.store.rating(&bob.id, "chess", "blitz").await.unwrap().unwrap();
    assert_eq!(stored.games, 1);
    // Another pace is another rating; a game that does not count changes none.
    assert!(site.store.rating(&bob.id, "chess", "unlimited").await.unwrap().is_none());
    let casual = json!({ "game": "chess", "clock": blitz(),
        "seats": [{ "who": "me" }, { "who": "open" }] });
    let other = played(&anna, &bob, casual, &OPENING).await;
    assert!(!ratings(&anna, &other).await.rated);
    assert_eq!(site.store.rating(&bob.id, "chess", "blitz").await.unwrap().unwrap(), stored);
    // One that is called off does not count either.
    let (id, _) = anna.make(rated(&blitz())).await;
    bob.act(&id, json!({ "do": "sit" })).await;
    assert!(ratings(&anna, &id).await.rated);
    assert_eq!(anna.act(&id, json!({ "do": "abort" })).await.0, 200);
    assert!(!ratings(&anna, &id).await.rated);
    assert_eq!(site.store.rating(&bob.id, "chess", "blitz").await.unwrap().unwrap(), stored);
}

#[tokio::test]
async fn many_games_at_once_count_all() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let wish = rated(&json!({ "kind": "none" }));
    let games = (0..6).map(|_| played(&anna, &bob, wish.clone(), &OPENING));
    let games = futures_util::future::join_all(games).await;
    let all = tokio::time::timeout(PATIENCE, async {
        while site.store.rating_changes(&bob.id, 99).await.unwrap().len() < games.len() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    all.await.unwrap();
    let rating = site.store.rating(&bob.id, "chess", "unlimited").await.unwrap().unwrap();
    assert_eq!(rating.games, 6);
    let mut changes = site.store.rating_changes(&bob.id, 99).await.unwrap();
    changes.sort_by_key(|change| change.rating);
    // Each begins where another one ended.
    assert_eq!(changes[0].before, 1_200_000);
    assert!(changes.windows(2).all(|pair| pair[0].rating == pair[1].before));
    assert_eq!(changes[5].rating, rating.rating);
}

#[tokio::test]
async fn against_a_level_it_is_played_to_the_end() {
    let site = Site::start().await;
    let anna = site.registered("Anna").await;
    let against = |level: u8| {
        let seats = json!([{ "who": "me" }, { "who": "computer", "level": level }]);
        json!({ "game": "tablut", "seats": seats, "rated": true, "pace": 0 })
    };
    let (id, _) = anna.make(against(1)).await;
    let begin = ratings(&anna, &id).await;
    assert_eq!(begin.seats[1].unwrap().rating.points, 600);
    assert_eq!(begin.seats[0].unwrap().rating.points, 1200);
    for refused in ["take_back", "pause", "restart"] {
        let (status, answer) = anna.act(&id, json!({ "do": refused })).await;
        assert_eq!((status, &answer["code"]), (403, &json!("not_allowed")), "{refused}");
    }
    let (_, game) = anna.get(&format!("/api/games/{id}")).await;
    assert_eq!(game["setup"]["hints"], false);
    // Whoever leaves has lost.
    assert_eq!(anna.act(&id, json!({ "do": "leave" })).await.0, 200);
    let found = ratings(&anna, &id).await;
    assert!(found.rated && found.seats[0].unwrap().change.unwrap() < -100, "{found:?}");
    assert_eq!(found.seats[1], begin.seats[1]);
}

#[tokio::test]
async fn who_and_what_cannot_count_is_refused() {
    let site = Site::start().await;
    let (anna, guest) = (site.registered("Anna").await, site.guest("Gus").await);
    let refused = async |person: &Person, more: Value| {
        let mut wish = rated(&blitz());
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = person.post("/api/games", wish).await;
        (answer.0, answer.1["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(refused(&guest, json!({})).await, (403, "registered_only".into()));
    let not_allowed = (403, "not_allowed".to_owned());
    let me = json!({ "who": "me" });
    for more in [
        json!({ "rules": "chess960=5" }),
        json!({ "position": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1" }),
        json!({ "hints": true }),
        json!({ "seats": [me, me] }),
        json!({ "seats": [me, { "who": "computer", "kind": "monte-carlo", "level": 3 }] }),
    ] {
        assert_eq!(refused(&anna, more.clone()).await, not_allowed, "{more}");
    }
    // A guest may not take the seat.
    let (id, _) = anna.make(rated(&blitz())).await;
    let answer = guest.act(&id, json!({ "do": "sit" })).await;
    assert_eq!(code(&answer), (403, "registered_only"));
}

#[tokio::test]
async fn the_best_are_listed_unless_the_host_says_no() {
    let site = Site::start().await;
    let (anna, bob) = (site.registered("Anna").await, site.registered("Bob").await);
    let leaders = async |who: &Person| who.get("/api/leaders/chess/unlimited?limit=1").await;
    assert_eq!(leaders(&anna).await.1["people"], json!([]));
    for _ in 0..12 {
        played(&anna, &bob, rated(&json!({ "kind": "none" })), &OPENING).await;
        played(&bob, &anna, rated(&json!({ "kind": "none" })), &OPENING).await;
        played(&anna, &bob, rated(&json!({ "kind": "none" })), &OPENING).await;
    }
    let (_, last) = tokio::time::timeout(PATIENCE, async {
        loop {
            let found = leaders(&anna).await;
            if found.1["mine"]["games"] == 36 {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .unwrap();
    assert_eq!(last["people"][0]["person"]["name"], "Bob", "{last}");
    assert_eq!((&last["more"], &last["levels"][0]), (&json!(true), &json!(600)));
    let (_, rest) = anna.get("/api/leaders/chess/unlimited?skip=1").await;
    assert_eq!(rest["people"][0]["person"]["name"], "Anna");
    assert_eq!(anna.get("/api/leaders/chess/slow").await.0, 404);
    assert_eq!(anna.get("/api/leaders/ludo/blitz").await.0, 422);
    // Switched off by the host: nobody is listed, nothing counts, and pages say nothing of it.
    let key = site.store.fact("host key").await.unwrap().unwrap();
    let host = Person { header: ("x-agon-host", key), ..anna.clone() };
    let off = json!({ "no_ratings": true, "no_profiles": true });
    assert_eq!(host.post("/api/host/site", off).await.0, 200);
    assert_eq!(leaders(&anna).await.0, 404);
    assert_eq!(anna.post("/api/games", rated(&blitz())).await.0, 403);
    assert_eq!(anna.get(&format!("/api/people/{}", bob.id)).await.0, 404);
    let (_, own) = bob.get(&format!("/api/people/{}", bob.id)).await;
    assert_eq!(own["ratings"], json!([]));
}
