//! Studies: written, read, kept and given to others; positions that somebody sets up; where an analysis begins.

use serde_json::{Value, json};

use crate::harness::{Site, code};

/// `1. e4 (1. d4 d5 {quiet}) 1... e5 $1`, with an arrow at the beginning.
fn study() -> Value {
    json!({ "game": "chess", "tags": [["White", "Noa"]], "nodes": [
        { "drawn": [{ "tone": "Y", "from": "e2", "to": "e4" }] },
        { "parent": 0, "text": "e2e4" },
        { "parent": 1, "text": "e7e5", "glyphs": [1] },
        { "parent": 0, "text": "d2d4" },
        { "parent": 3, "text": "d7d5", "comment": "quiet" },
    ] })
}

#[tokio::test]
async fn a_study_goes_out_as_a_file_and_comes_back() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (status, text) = anna.post("/api/studies/file", study()).await;
    assert_eq!(status, 200, "{text}");
    let text = text.as_str().unwrap();
    let moves = "{[%cal Ye2e4]} 1. e4 (1. d4 d5 {quiet}) 1... e5 $1 *\n";
    assert!(text.contains("[White \"Noa\"]") && text.ends_with(moves), "{text}");
    let read = async |text: &str, pick: Value| {
        anna.post("/api/read", json!({ "text": text, "game": "chess", "pick": pick })).await
    };
    let (_, found) = read(text, Value::Null).await;
    assert_eq!(found["kind"], "study");
    let nodes = found["study"]["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 5);
    assert_eq!((&nodes[4]["parent"], &nodes[4]["comment"]), (&json!(3), &json!("quiet")));
    assert_eq!((&nodes[2]["display"], &nodes[2]["seat"]), (&json!("e5"), &json!(1)));

    // Several games: a list, with what is wrong with which, and one of them on request.
    let broken = text.replace("1... e5", "1... Ke4");
    let several = format!("{text}\n{broken}\n{text}");
    let (_, found) = read(&several, Value::Null).await;
    let games = found["games"].as_array().unwrap();
    assert_eq!(
        (games.len(), &games[0]["players"][0], &games[2]["moves"]),
        (3, &json!("Noa"), &json!(2))
    );
    let line = several.lines().position(|line| line.contains("Ke4")).unwrap();
    let column = several.lines().nth(line).unwrap().find("Ke4").unwrap() + 1;
    let (line, column) = (json!(line + 1), json!(column));
    let fault = &games[1]["fault"];
    assert_eq!(
        (&fault["code"], &fault["line"], &fault["found"]),
        (&json!("bad_text"), &line, &json!("Ke4"))
    );
    assert_eq!(read(&several, json!(2)).await.1["kind"], "study");
    let (status, refused) = read(&several, json!(1)).await;
    assert_eq!((status, &refused["line"], &refused["column"]), (422, &line, &column), "{refused}");
    assert_eq!(code(&read(&several, json!(3)).await), (404, "not_found"));

    // What does not hold together is refused.
    let wrong = |at: usize, field: &str, value: Value| {
        let mut study = study();
        study["nodes"][at][field] = value;
        study
    };
    for (study, expected) in [
        (wrong(2, "text", json!("e7e4")), (422, "illegal_move")),
        (wrong(4, "parent", json!(2)), (400, "bad_request")),
        (wrong(3, "text", json!("e2e4")), (400, "bad_request")),
        (wrong(0, "drawn", json!([{ "tone": "Y", "from": "e2", "to": "e9" }])), (422, "bad_text")),
        (wrong(1, "glyphs", json!([0])), (400, "bad_request")),
        (wrong(1, "comment", json!("x".repeat(4_001))), (422, "bad_text")),
        (json!({ "game": "chess", "nodes": [] }), (400, "bad_request")),
    ] {
        assert_eq!(code(&anna.post("/api/studies/file", study.clone()).await), expected, "{study}");
    }
}

#[tokio::test]
async fn a_study_is_kept_for_its_owner_and_read_by_its_link() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let new = |title: &str| json!({ "title": title, "study": study() });
    let (status, kept) = anna.post("/api/studies", new("Openings")).await;
    assert_eq!(status, 201, "{kept}");
    let path = format!("/api/studies/{}", kept["id"].as_str().unwrap());
    let (_, read) = bob.get(&path).await;
    assert_eq!(
        (&read["title"], &read["owner"], &read["mine"]),
        (&json!("Openings"), &json!("Anna"), &json!(false))
    );
    assert_eq!(read["study"]["nodes"].as_array().unwrap().len(), 5);
    let mut next = read["study"].clone();
    next["nodes"][1]["comment"] = json!("best by test");
    let save = |version: u32| json!({ "title": "Openings", "study": next, "version": version });
    assert_eq!(code(&bob.request("PUT", &path, Some(save(1))).await), (403, "not_allowed"));
    let (status, saved) = anna.request("PUT", &path, Some(save(1))).await;
    assert_eq!((status, &saved["version"]), (200, &json!(2)), "{saved}");
    // Whoever saves from an old version is told.
    assert_eq!(code(&anna.request("PUT", &path, Some(save(1))).await), (409, "stale"));
    let (_, read) = anna.get(&path).await;
    assert_eq!(
        (&read["study"]["nodes"][1]["comment"], &read["mine"]),
        (&json!("best by test"), &json!(true))
    );
    // A copy is a study of one's own.
    let copy = json!({ "title": "Copy", "study": read["study"] });
    assert_eq!(bob.post("/api/studies", copy).await.0, 201);
    let (_, mine) = bob.get("/api/studies").await;
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["title"]), (1, &json!("Copy")));
    assert_eq!(code(&bob.request("DELETE", &path, None).await), (403, "not_allowed"));
    assert_eq!(anna.request("DELETE", &path, None).await.0, 204);
    assert_eq!(code(&anna.get(&path).await), (404, "not_found"));
    assert_eq!(code(&anna.post("/api/studies", new(" \n")).await), (422, "bad_name"));
    let mut large = study();
    for node in 0..5 {
        large["nodes"][node]["comment"] = json!("word ".repeat(700));
    }
    let fine = anna.post("/api/studies", json!({ "title": "Long", "study": large })).await;
    assert_eq!(fine.0, 201, "{}", fine.1);
}

#[tokio::test]
async fn a_position_is_set_up_and_the_rules_say_what_is_wrong() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    for game in ["chess", "tablut", "abalone", "morris", "chinese-checkers"] {
        let (status, start) = anna.post("/api/setup", json!({ "game": game })).await;
        assert_eq!((status, start.get("fault")), (200, None), "{game}: {start}");
        let cells = start["cells"].as_str().unwrap();
        assert_eq!(cells.chars().count(), start["board"]["cells"].as_array().unwrap().len());
        let values: Vec<&Value> =
            start["fields"].as_array().unwrap().iter().map(|field| &field["value"]).collect();
        let again = json!({ "game": game, "cells": cells, "values": values });
        let (_, same) = anna.post("/api/setup", again.clone()).await;
        assert_eq!((&same["position"], same.get("fault")), (&start["position"], None), "{game}");
        // Too many of one kind.
        let letter = start["men"][0]["letter"].as_str().unwrap();
        let full = letter.repeat(cells.chars().count());
        let (status, wrong) =
            anna.post("/api/setup", json!({ "game": game, "cells": full, "values": values })).await;
        assert_eq!((status, &wrong["fault"]["code"]), (200, &json!("bad_text")), "{game}: {wrong}");
        assert!(wrong["fault"]["expected"].is_string(), "{wrong}");
        // The text alone leads to the same board.
        let (_, by_text) =
            anna.post("/api/setup", json!({ "game": game, "position": wrong["position"] })).await;
        assert_eq!(
            (&by_text["cells"], &by_text["fault"]["part"]),
            (&wrong["cells"], &wrong["fault"]["part"])
        );
        let nonsense = json!({ "game": game, "position": "nonsense" });
        assert_eq!(code(&anna.post("/api/setup", nonsense).await), (422, "bad_text"));
        let short = json!({ "game": game, "cells": "x", "values": values });
        assert_eq!(code(&anna.post("/api/setup", short).await), (400, "bad_request"));
    }
    let five = json!({ "game": "morris", "rules": "layers=5" });
    assert_eq!(
        anna.post("/api/setup", five).await.1["board"]["cells"].as_array().unwrap().len(),
        40
    );
}

#[tokio::test]
async fn an_analysis_begins_before_the_move_that_ended_the_game() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let text = "1. f3 e5 2. g4 Qh4# 0-1";
    let (_, made) = anna.post("/api/import", json!({ "text": text, "game": "chess" })).await;
    let path = format!("/api/games/{}/moment", made["id"].as_str().unwrap());
    assert_eq!(anna.get(&path).await.1, json!({ "ply": 3, "turning": false }));
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (id, _) = anna.make(wish).await;
    anna.act(&id, json!({ "do": "move", "ply": 0, "text": "e2e4" })).await;
    let path = format!("/api/games/{id}/moment");
    assert_eq!(anna.get(&path).await.1, json!({ "ply": 1, "turning": false }));
}
