//! How well people solve puzzles.

use serde_json::{Value, json};

use crate::harness::{Site, code};

/// Ids of shipped puzzles, with their ratings.
fn shipped(game: &str) -> Vec<(String, u64)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = std::fs::read_to_string(root.join(format!("web/exercises/{game}.jsonl"))).unwrap();
    let puzzle = |line: &str| {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        (puzzle["id"].as_str().unwrap().to_owned(), puzzle["rating"].as_u64().unwrap())
    };
    file.lines().map(puzzle).collect()
}

#[tokio::test]
async fn the_first_try_counts() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (status, begin) = anna.get("/api/puzzles/tablut").await;
    assert_eq!((status, &begin["rating"], &begin["tried"]), (200, &json!(1200), &json!(0)));
    let puzzles = shipped("tablut");
    let (one, other) = (&puzzles[0].0, &puzzles[1].0);
    let attempt = |puzzle: &str, solved: bool| json!({ "puzzle": puzzle, "solved": solved });
    let (_, solved) = anna.post("/api/puzzles/tablut", attempt(one, true)).await;
    assert!(solved["rating"].as_u64() > begin["rating"].as_u64(), "{solved}");
    assert!(solved["deviation"].as_u64() < begin["deviation"].as_u64(), "{solved}");
    assert_eq!((&solved["streak"], &solved["solved"]), (&json!(1), &json!(1)));
    // A second try of the same puzzle changes nothing, whatever came of it.
    let (_, again) = anna.post("/api/puzzles/tablut", attempt(one, false)).await;
    assert_eq!(again, solved);
    let (_, failed) = anna.post("/api/puzzles/tablut", attempt(other, false)).await;
    assert!(failed["rating"].as_u64() < solved["rating"].as_u64(), "{failed}");
    assert_eq!(
        (&failed["streak"], &failed["longest"], &failed["tried"]),
        (&json!(0), &json!(1), &json!(2))
    );
    assert_eq!(failed["done"], json!([one, other]));
    assert_eq!(anna.get("/api/puzzles/tablut").await.1, failed);
    // Each game has a rating of its own, and so has everybody.
    assert_eq!(anna.get("/api/puzzles/morris").await.1, begin);
    assert_eq!(site.guest("Bob").await.get("/api/puzzles/tablut").await.1, begin);
}

#[tokio::test]
async fn what_is_no_puzzle_is_refused() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    for (game, puzzle) in
        [("tablut", "nothing"), ("tablut", ""), ("tablut", "\",\""), ("ludo", "x")]
    {
        let body = json!({ "puzzle": puzzle, "solved": true });
        let answer = anna.post(&format!("/api/puzzles/{game}"), body).await;
        assert_eq!(code(&answer), (404, "not_found"), "{game} {puzzle}");
    }
    let answer = site.stranger().get("/api/puzzles/tablut").await;
    assert_eq!(code(&answer), (401, "no_identity"));
}
