//! How long the explorer takes with very many games. By hand:
//! `cargo nextest run --workspace --run-ignored only --no-capture -E 'test(speed::)'`, with `AGON_GAMES` for
//! another number than a million, and on PostgreSQL as all tests here.

#![allow(clippy::print_stdout, reason = "a measurement tells what it found")]

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_games::AnyMatch;
use agon_games::canonical::Canonical;
use serde_json::json;

use crate::harness::{PATIENCE, Site};
use crate::ratings::played;

/// Ways in which games begin, and for how many plies; then each goes its own way.
const WAYS: usize = 200;
const COMMON: usize = 12;
/// Plies of a game that are known.
const PLIES: usize = 40;
const QUESTIONS: usize = 600;
/// Parts in which the database is filled.
const PIECES: usize = 40;

/// Random beginnings as texts and keys; the first moves of the list are the likeliest.
fn ways(game: &str, rng: &mut Rng) -> Vec<(Vec<String>, Vec<i64>)> {
    let start = agon_games::find(game).unwrap().open("", None).unwrap();
    let canonical = Canonical::of(&*start);
    let way = |_| {
        let mut game: Box<dyn AnyMatch> = start.fork();
        let (mut texts, mut keys) = (Vec::new(), vec![canonical.key(&*game).cast_signed()]);
        for _ in 0..COMMON {
            let moves = game.move_views();
            let chosen = rng.below(moves.len()).min(rng.below(moves.len()));
            texts.push(moves[chosen].text.clone());
            assert!(game.play_listed(chosen));
            keys.push(canonical.key(&*game).cast_signed());
        }
        (texts, keys)
    };
    (0..WAYS).map(way).collect()
}

async fn run(site: &Site, what: &str, sql: &str) {
    let begin = Instant::now();
    site.store.run_sql(sql).await.unwrap();
    println!("{what}: {:.1} s", begin.elapsed().as_secs_f64());
}

/// Numbers from 0 on, in either database.
fn numbers(count: usize) -> String {
    if agon_store::trial::is_postgres() {
        return format!("generate_series(0, {}) AS numbers (n)", count - 1);
    }
    format!(
        "(WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers \
         WHERE n + 1 < {count}) SELECT n FROM numbers) AS numbers"
    )
}

/// A million games that begin in one of these ways, as if each had been filed.
async fn fill(site: &Site, template: &str, ways: &[(Vec<String>, Vec<i64>)], games: usize) {
    let line = if agon_store::trial::is_postgres() { "''::bytea" } else { "x''" };
    let columns = "game, phase, listed, secret, host, summary, version, due, created";
    let begin = Instant::now();
    for piece in 0..PIECES {
        let (from, all) = (piece * games / PIECES, numbers(games / PIECES));
        let sql = format!(
            "INSERT INTO games (id, {columns}, updated, result) SELECT 'm' || ({from} + n), \
             {columns}, 1000 + {from} + n, result FROM games CROSS JOIN {all} \
             WHERE id = '{template}'; \
             INSERT INTO archived_games (id, game, rules, plies, result, listed, updated, outcome, \
             line) SELECT 'm' || ({from} + n), game, rules, plies, result, listed, \
             1000 + {from} + n, outcome, {line} FROM archived_games CROSS JOIN {all} \
             WHERE id = '{template}'"
        );
        site.store.run_sql(&sql).await.unwrap();
    }
    println!("games: {:.1} s", begin.elapsed().as_secs_f64());
    // The common part: how often each move was played, and in which games each position was.
    let of_one = games / WAYS;
    let mut counts: HashMap<(i64, i64, usize), usize> = HashMap::new();
    for (way, (_, keys)) in ways.iter().enumerate() {
        for (ply, pair) in keys.windows(2).enumerate() {
            *counts.entry((pair[0], pair[1], (way + ply) % 3)).or_default() += of_one;
        }
    }
    let counts: Vec<String> = counts
        .into_iter()
        .map(|((position, next, outcome), games)| {
            format!("({position}, {next}, {outcome}, {games})")
        })
        .collect();
    let sql = format!("INSERT INTO explorer VALUES {} ON CONFLICT DO NOTHING", counts.join(", "));
    run(site, "common moves", &sql).await;
    let begin = Instant::now();
    for (way, (_, keys)) in ways.iter().enumerate() {
        let keys: BTreeSet<String> = keys.iter().map(|key| format!("({key})")).collect();
        let keys: Vec<String> = keys.into_iter().collect();
        let sql = format!(
            "INSERT INTO position_games (position, updated, id) \
             SELECT column1, 1000 + n * {WAYS} + {way}, 'm' || (n * {WAYS} + {way}) \
             FROM (VALUES {}) AS keys CROSS JOIN {}",
            keys.join(", "),
            numbers(of_one)
        );
        site.store.run_sql(&sql).await.unwrap();
    }
    println!("common positions: {:.1} s", begin.elapsed().as_secs_f64());
    // Then every game is alone; the numbers are like keys of which one follows the other.
    let own = PLIES - COMMON;
    let begin = Instant::now();
    for piece in 0..PIECES {
        let (from, count) = (piece * games * own / PIECES, games * own / PIECES);
        let all = numbers(count);
        let sql = format!(
            "INSERT INTO explorer SELECT 4000000000000000 + {from} + n, \
             4000000000000001 + {from} + n, n % 3, 1 FROM {all}; \
             INSERT INTO position_games SELECT 4000000000000000 + {from} + n, \
             1000 + ({from} + n) / {own}, 'm' || (({from} + n) / {own}) FROM {all}"
        );
        site.store.run_sql(&sql).await.unwrap();
    }
    println!("moves of single games: {:.1} s", begin.elapsed().as_secs_f64());
    if agon_store::trial::is_postgres() {
        run(site, "statistics", "ANALYZE").await;
    }
}

#[tokio::test]
#[ignore = "fills a database with a million games"]
async fn the_explorer_answers_quickly_among_a_million_games() {
    let games = std::env::var("AGON_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let site = Site::start().await;
    let (anna, bob) = (site.guest("Anna").await, site.guest("Bob").await);
    let mut rng = Rng::new(1);
    for game in ["morris", "chess"] {
        let ways = ways(game, &mut rng);
        let seats = json!([{ "who": "me" }, { "who": "open" }]);
        let first: Vec<&str> = ways[0].0.iter().map(String::as_str).collect();
        let wish = json!({ "game": game, "seats": seats });
        let template = played(&anna, &bob, wish, &first).await;
        let wait = async {
            while site.store.is_unarchived(&template).await.unwrap() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.unwrap();
        if game == "morris" {
            fill(&site, &template, &ways, games).await;
        } else {
            // The other game has as many ways, with fewer games: what is asked for is the same work.
            for (_, keys) in &ways {
                let rows: Vec<String> = keys
                    .windows(2)
                    .map(|pair| format!("({}, {}, 1, 9)", pair[0], pair[1]))
                    .collect();
                let sql = format!(
                    "INSERT INTO explorer VALUES {} ON CONFLICT DO NOTHING",
                    rows.join(", ")
                );
                site.store.run_sql(&sql).await.unwrap();
            }
        }
        let mut times: Vec<Duration> = Vec::new();
        let mut most = 0;
        for _ in 0..QUESTIONS {
            let (texts, _) = &ways[rng.below(WAYS)];
            let moves = &texts[..rng.below(COMMON)];
            let request = json!({ "game": game, "rules": "", "moves": moves });
            let begin = Instant::now();
            let (status, found) = anna.post("/api/explorer", request).await;
            times.push(begin.elapsed());
            assert_eq!(status, 200);
            let counts = found["moves"].as_array().unwrap().iter();
            let sum = counts.map(|played| played["site"]["games"].as_u64().unwrap()).sum::<u64>();
            most = most.max(sum);
            assert!(sum > 0, "{moves:?}");
        }
        times.sort_unstable();
        let at = |share: usize| times[QUESTIONS * share / 100].as_secs_f64() * 1e3;
        println!(
            "{game}: median {:.2} ms, 95% {:.2} ms, 99% {:.2} ms; up to {most} games in a position",
            at(50),
            at(95),
            at(99)
        );
        assert!(at(50) < 10.0, "{:.2} ms", at(50));
    }
    let folder = site.folder.path().join("agon.db");
    if let Ok(file) = std::fs::metadata(folder) {
        println!("the file has {} MB", file.len() >> 20);
    }
}
