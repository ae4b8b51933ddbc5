//! Games as files: export, import, replay.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_store::{GameRow, Write};
use serde_json::{Value, json};

use crate::harness::{Site, code, config};

#[tokio::test]
async fn a_game_goes_out_as_a_file_and_comes_in_again() {
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "open" }] });
    let (id, _) = anna.make(wish).await;
    bob.act(&id, json!({ "do": "sit" })).await;
    for (ply, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].iter().enumerate() {
        let player = if ply % 2 == 0 { &anna } else { &bob };
        let answer = player.act(&id, json!({ "do": "move", "ply": ply, "text": text })).await;
        assert_eq!(answer.0, 200, "{answer:?}");
    }
    let (_, file) = bob.get(&format!("/api/games/{id}/file")).await;
    let file = file.as_str().unwrap();
    assert!(file.contains("[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"0-1\"]"), "{file}");
    assert!(file.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{file}");
    let (_, frames) = bob.get(&format!("/api/games/{id}/replay")).await;
    let frames = frames.as_array().unwrap();
    assert_eq!(frames.len(), 5);
    for (ply, frame) in frames.iter().enumerate() {
        assert_eq!(frame["ply"], json!(ply));
    }
    assert!(
        frames[0]["view"]["position"].as_str().unwrap().starts_with("rnbqkbnr/pppppppp/8/8/8/8")
    );

    let (status, made) = bob.post("/api/import", json!({ "text": file })).await;
    assert_eq!(status, 201, "{made}");
    let copy = made["id"].as_str().unwrap();
    assert_eq!(code(&anna.get(&format!("/api/games/{copy}")).await), (403, "private"));
    let (_, read) = bob.get(&format!("/api/games/{copy}")).await;
    assert_eq!(read["state"]["outcome"]["verdict"], "black wins (checkmate)");
    assert_eq!(read["state"]["seats"][0]["occupant"], json!({ "who": "stranger", "name": "Anna" }));
    assert_eq!(read["steps"].as_array().unwrap().len(), 4);
    let (_, again) = bob.get(&format!("/api/games/{copy}/file")).await;
    assert_eq!(again.as_str().unwrap(), file);
    assert_eq!(code(&bob.act(copy, json!({ "do": "rematch" })).await), (403, "not_allowed"));
    assert_eq!(bob.get("/api/games?mine=true&player=anna").await.1.as_array().unwrap().len(), 2);
}

/// A copy of a game as it was stored before there was the option `guests`: its rules do not name it,
/// and a marble of yellow ends in the green point, which by today's usual rules none may.
#[tokio::test]
async fn a_stored_game_keeps_the_rules_that_it_was_played_by() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chinese-checkers", "rules": "colors=gyorpb,guests=stay",
        "seats": vec![json!({ "who": "me" }); 6] });
    let (id, _) = anna.make(wish).await;
    for (ply, text) in ["d4-e9", "f11-d4"].iter().enumerate() {
        let answer = anna.act(&id, json!({ "do": "move", "ply": ply, "text": text })).await;
        assert_eq!(answer.0, 200, "{answer:?}");
    }
    let row = site.store.game(&id).await.unwrap().unwrap();
    let mut events = site.store.events(&id, 0).await.unwrap();
    assert!(events[0].payload.contains("anti_block=on,guests=stay"), "{}", events[0].payload);
    events[0].payload = events[0].payload.replace(",guests=stay", "");
    let old: String = id.chars().rev().collect();
    let row = Some(GameRow { id: old.clone(), ..row });
    site.store.write(Write::Events { game: old.clone(), row, seats: None, events }).await.unwrap();

    let (status, read) = anna.get(&format!("/api/games/{old}")).await;
    assert_eq!(status, 200, "{read}");
    assert_eq!(read["setup"]["rules"], "colors=gyorpb,sets=1,anti_block=on,guests=stay");
    assert_eq!(read["steps"].as_array().unwrap().len(), 2);
    let answer = anna.act(&old, json!({ "do": "move", "ply": 2, "text": "j10-i9" })).await;
    assert_eq!(answer.0, 200, "{answer:?}");

    let today = json!({ "game": "chinese-checkers", "rules": "colors=gyorpb",
        "seats": vec![json!({ "who": "me" }); 6] });
    let (id, _) = anna.make(today).await;
    anna.act(&id, json!({ "do": "move", "ply": 0, "text": "d4-e9" })).await;
    let answer = anna.act(&id, json!({ "do": "move", "ply": 1, "text": "f11-d4" })).await;
    assert_eq!(code(&answer), (422, "illegal_move"));
}

#[tokio::test]
async fn files_of_other_programs_are_read() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let pgn = "[Event \"?\"]\n[White \"<b>A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1.e4 {!} e5 2. Nf3 1/2-1/2";
    let (status, made) = anna.post("/api/import", json!({ "text": pgn })).await;
    assert_eq!(status, 201, "{made}");
    let (_, read) = anna.get(&format!("/api/games/{}", made["id"].as_str().unwrap())).await;
    assert_eq!(read["state"]["outcome"]["verdict"], "draw (as recorded)");
    assert_eq!(read["state"]["seats"][0]["occupant"]["name"], "bA");
    let moves = json!({ "text": "1. a1b2 i5h5", "game": "abalone" });
    assert_eq!(anna.post("/api/import", moves).await.0, 201);
    for text in ["[Game \"go\"]", "1. e5", "[White", "[Rules \"x=1\"]", "{"] {
        assert_eq!(
            code(&anna.post("/api/import", json!({ "text": text })).await),
            (422, "bad_text"),
            "{text}"
        );
    }
    let huge = json!({ "text": "1. e4 ".repeat(100_000) });
    assert_eq!(code(&anna.post("/api/import", huge).await), (413, "too_large"));
}

#[tokio::test]
async fn a_resigned_game_is_replayed_to_its_last_position() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "morris", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (id, _) = anna.make(wish).await;
    anna.act(&id, json!({ "do": "move", "ply": 0, "text": "d6" })).await;
    anna.act(&id, json!({ "do": "resign" })).await;
    let (_, frames) = anna.get(&format!("/api/games/{id}/replay")).await;
    assert_eq!(frames.as_array().unwrap().len(), 2);
    let (_, file) = anna.get(&format!("/api/games/{id}/file")).await;
    assert!(file.as_str().unwrap().contains("[Termination \"red wins (resignation)\"]"), "{file}");
}

#[tokio::test]
async fn a_position_tells_where_the_other_player_would_begin() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let (_, start) = anna.post("/api/positions", json!({ "game": "chess" })).await;
    let passed = start["passed"].as_str().unwrap();
    let other = json!({ "game": "chess", "position": passed });
    let (status, report) = anna.post("/api/positions", other).await;
    assert_eq!((status, &report["view"]["turn"]), (200, &json!(1)));
    // Nobody passes while in check.
    let check = json!({ "game": "chess", "moves": ["e4", "f6", "Qh5+"] });
    let (_, report) = anna.post("/api/positions", check).await;
    assert!(report["passed"].is_null());
}

/// The longest time in which nothing else went on beside the work, and that of the whole work.
/// The tests have one thread, for the server too: whoever holds it holds up everything.
async fn longest_gap<T>(work: impl Future<Output = T>) -> (Duration, Duration, T) {
    let longest = Arc::new(Mutex::new(Duration::ZERO));
    let noted = Arc::clone(&longest);
    let ticking = tokio::spawn(async move {
        loop {
            let begin = Instant::now();
            tokio::time::sleep(Duration::from_millis(1)).await;
            let mut longest = noted.lock().unwrap();
            *longest = begin.elapsed().max(*longest);
        }
    });
    let begin = Instant::now();
    let result = work.await;
    let all = begin.elapsed();
    ticking.abort();
    let longest = *longest.lock().unwrap();
    (longest, all, result)
}

#[tokio::test]
async fn long_games_hold_up_nobody() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let moves: Vec<&str> =
        ["a1b2", "i5h4", "b2a1", "h4i5"].iter().cycle().take(2_000).copied().collect();
    let rules = "repetition=0,quiet_plies=0";
    let text = format!("[Game \"abalone\"]\n[Rules \"{rules}\"]\n\n{}", moves.join(" "));
    let bytes = async |path: String| {
        let request = anna.http.get(format!("{}{path}", site.url));
        let response = request.header("cookie", &anna.header.1).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.bytes().await.unwrap()
    };
    // A processor that is taken away for some milliseconds looks like being held up, but not each time.
    let mut measured: BTreeMap<&str, Vec<(Duration, Duration)>> = BTreeMap::new();
    for _ in 0..3 {
        let (gap, all, made) = longest_gap(anna.post("/api/import", json!({ "text": text }))).await;
        assert_eq!(made.0, 201, "{made:?}");
        measured.entry("import").or_default().push((gap, all));
        let id = made.1["id"].as_str().unwrap();
        for (what, path) in [("load", ""), ("file", "/file"), ("replay", "/replay")] {
            let (gap, all, _) = longest_gap(bytes(format!("/api/games/{id}{path}"))).await;
            measured.entry(what).or_default().push((gap, all));
        }
    }
    for (what, times) in measured {
        let is_held_up = times.iter().all(|&(gap, all)| gap >= all / 2);
        assert!(!is_held_up, "{what}: so long nothing else went on, of how long: {times:?}");
    }
}

#[tokio::test]
async fn what_a_file_says_is_cleaned_before_it_is_kept() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let termination = format!("\u{202e}<script>alert(1)</script>\u{2066} {}", "x".repeat(900));
    let pgn = format!(
        "[White \"<i>\u{202e}W\u{200b}\"]\n[Black \"{}\"]\n[Result \"1-0\"]\n\
         [Termination \"{termination}\"]\n\n1. e4 1-0",
        "B".repeat(500)
    );
    let (status, made) = anna.post("/api/import", json!({ "text": pgn })).await;
    assert_eq!(status, 201, "{made}");
    let listed = anna.get("/api/games?mine=true").await.1[0].clone();
    let verdict = listed["outcome"]["verdict"].as_str().unwrap();
    assert!(verdict.starts_with("scriptalert(1)/script xxx"), "{verdict}");
    assert_eq!(verdict.chars().count(), 100);
    assert_eq!(listed["seats"][0]["occupant"]["name"], "iW");
    assert_eq!(listed["seats"][1]["occupant"]["name"], "B".repeat(60));
    assert_eq!(listed["outcome"]["winner"], 0);
    // Nothing of it is anywhere in what is stored.
    let id = made["id"].as_str().unwrap();
    let events = site.store.events(id, 0).await.unwrap();
    let row = site.store.game(id).await.unwrap().unwrap();
    for text in events.iter().map(|event| &event.payload).chain([&row.summary]) {
        assert!(text.len() < 2_000 && !text.contains(['<', '\u{202e}', '\u{2066}']), "{text}");
    }
    let long = format!("[Result \"1-0\"]\n[Termination \"{}\"]\n\n1. e4 1-0", "x".repeat(200_000));
    let answer = anna.post("/api/import", json!({ "text": long })).await;
    assert_eq!(code(&answer), (422, "bad_text"));
    let message = answer.1["message"].as_str().unwrap();
    assert!(message.contains("tag Termination") && message.len() < 500, "{message}");
}

#[tokio::test]
async fn a_long_file_counts_as_several_games() {
    let site = Site::with(agon_server::Config { rate_limit: Some(1.0), ..config() }).await;
    let anna = site.guest("Anna").await;
    let moves = ["a1b2", "i5h4", "b2a1", "h4i5"].iter().cycle().take(1_500);
    let moves: Vec<&str> = moves.copied().collect();
    let rules = "[Game \"abalone\"]\n[Rules \"repetition=0,quiet_plies=0\"]";
    let file = json!({ "text": format!("{rules}\n\n{}", moves.join(" ")) });
    let mut taken = 0;
    while anna.post("/api/import", file.clone()).await.0 == 201 {
        taken += 1;
        assert!(taken <= 8, "twenty games at once are allowed, and this is four");
    }
    assert!(taken >= 4, "{taken}");
}

#[tokio::test]
async fn a_replay_goes_out_packed() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let wish = json!({ "game": "chess", "seats": [{ "who": "me" }, { "who": "me" }] });
    let (id, _) = anna.make(wish).await;
    let request = anna.http.get(format!("{}/api/games/{id}/replay", anna.url));
    let request = request.header(anna.header.0, &anna.header.1).header("accept-encoding", "gzip");
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-encoding"], "gzip");
    assert!(response.bytes().await.unwrap().starts_with(&[0x1f, 0x8b]));
}

/// The moves of the main line of a study.
fn moves(found: &Value) -> Vec<&str> {
    let nodes = found["study"]["nodes"].as_array().unwrap();
    let mut line = Vec::new();
    let mut at = 0;
    while let Some(next) = nodes.iter().position(|node| node["parent"] == json!(at)) {
        line.push(nodes[next]["text"].as_str().unwrap());
        at = next;
    }
    line
}

#[tokio::test]
async fn a_line_is_written_as_a_file_and_read_again() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let line = json!({ "game": "chess", "moves": ["e2e4", "e5", "Nf3"] });
    let (status, text) = anna.post("/api/file", line).await;
    assert_eq!(status, 200, "{text}");
    let text = text.as_str().unwrap();
    assert!(text.contains("[Game \"chess\"]") && text.ends_with("1. e4 e5 2. Nf3 *\n"), "{text}");
    let (_, found) = anna.post("/api/read", json!({ "text": text, "game": "chess" })).await;
    assert_eq!((&found["kind"], moves(&found)), (&json!("study"), vec!["e2e4", "e7e5", "g1f3"]));
    let illegal = anna.post("/api/file", json!({ "game": "chess", "moves": ["e5"] })).await;
    assert_eq!(code(&illegal), (422, "illegal_move"));
}

#[tokio::test]
async fn what_was_pasted_is_told_apart() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let read = async |mut board: Value, text: &str| {
        board["text"] = text.into();
        anna.post("/api/read", board).await
    };
    let chess = json!({ "game": "chess" });
    for text in [
        "1. e4 e5 2. Nf3 *",
        "e2e4, e7e5, g1f3",
        "\u{feff}  1.e4! {best} e5 (1... c5 (1... e6)) 2.Nf3 $1 ; and so on\n",
        "1. e4\n1... e5\n2. Nf3",
    ] {
        let (status, found) = read(chess.clone(), text).await;
        assert_eq!((status, moves(&found)), (200, vec!["e2e4", "e7e5", "g1f3"]), "{text}");
        assert_eq!(found["kind"], "study");
    }
    for text in ["", " \n", "*", "1-0", "1.", "{only words}"] {
        assert_eq!(read(chess.clone(), text).await, (200, json!({ "kind": "nothing" })), "{text}");
    }
    let (status, refused) = read(chess.clone(), "1. e4 Ke7").await;
    assert_eq!((status, refused["code"].as_str()), (422, Some("bad_text")), "{refused}");
    // A position, by the rules on the board or by its own.
    let text = "6k1/5ppp/8/8/8/8/8/K6R   w - - 0 1";
    let (_, found) = read(chess.clone(), text).await;
    assert_eq!(found["position"], "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1");
    assert!(found.get("moves").is_none(), "{found}");
    let (_, found) =
        read(json!({ "game": "morris", "rules": "layers=3" }), "r.r....r/b..b.b.. r 0 0 0").await;
    assert_eq!((found["kind"].as_str(), found.get("rules")), (Some("position"), None), "{found}");
    // Moves from where the board began, from what it shows, from the start.
    let begun = json!({ "game": "chess", "position": "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", "moves": ["h1h3"] });
    let (_, found) = read(begun.clone(), "h1h2").await;
    assert_eq!((moves(&found), &found["study"]["position"]), (vec!["h1h2"], &begun["position"]));
    let (_, found) = read(begun.clone(), "g8f8").await;
    assert_eq!(moves(&found), ["h1h3", "g8f8"]);
    let (_, found) = read(begun, "e4").await;
    assert_eq!((moves(&found), &found["study"]["position"]), (vec!["e2e4"], &Value::Null));
}

#[tokio::test]
async fn a_game_begins_after_moves() {
    let site = Site::start().await;
    let anna = site.guest("Anna").await;
    let seats = json!([{ "who": "me" }, { "who": "me" }]);
    let wish = json!({ "game": "chess", "moves": ["e4"], "seats": seats });
    let (id, _) = anna.make(wish).await;
    let (_, game) = anna.get(&format!("/api/games/{id}")).await;
    assert_eq!((&game["state"]["ply"], &game["state"]["turn"]), (&json!(0), &json!(1)));
    assert_eq!(game["setup"]["position"], game["view"]["position"]);
    let wish = json!({ "game": "chess", "moves": ["e5"], "seats": seats });
    assert_eq!(code(&anna.post("/api/games", wish).await), (422, "illegal_move"));
}
