//! How long the explorer takes with very many games. By hand:
//! `cargo nextest run --workspace --run-ignored only --no-capture -E 'test(speed::)'`, with `AGON_GAMES` for
//! another number than a million, and on PostgreSQL as all tests here.

use std::collections::HashMap;
use std::fmt::Write as _;
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
    let all = numbers(games);
    let columns = "game, phase, listed, secret, host, summary, version, due, created";
    let sql = format!(
        "INSERT INTO games (id, {columns}, updated, result) SELECT 'm' || n, {columns}, \
         1000 + n, result FROM games CROSS JOIN {all} WHERE id = '{template}'; \
         INSERT INTO archived_games (id, game, rules, plies, result, listed, updated, outcome, \
         line) SELECT 'm' || n, game, rules, plies, result, listed, 1000 + n, outcome, {line} \
         FROM archived_games CROSS JOIN {all} WHERE id = '{template}'"
    );
    run(site, "games", &sql).await;
    // The common part: how often each move was played, and in which games each position was.
    let mut counts: HashMap<(i64, i64, usize), usize> = HashMap::new();
    let mut through: HashMap<i64, Vec<usize>> = HashMap::new();
    for (way, (_, keys)) in ways.iter().enumerate() {
        for (ply, pair) in keys.windows(2).enumerate() {
            *counts.entry((pair[0], pair[1], (way + ply) % 3)).or_default() += games / WAYS;
        }
        for key in keys {
            let ways = through.entry(*key).or_default();
            if ways.last() != Some(&way) {
                ways.push(way);
            }
        }
    }
    let mut sql = String::new();
    for ((position, next, outcome), games) in counts {
        let _ = write!(
            sql,
            "INSERT INTO explorer VALUES ({position}, {next}, {outcome}, {games}) \
             ON CONFLICT DO NOTHING; "
        );
    }
    run(site, "common moves", &sql).await;
    let mut positions: Vec<(i64, Vec<usize>)> = through.into_iter().collect();
    positions.sort_unstable();
    for (number, (position, ways)) in positions.into_iter().enumerate() {
        let ways: Vec<String> = ways.iter().map(ToString::to_string).collect();
        let sql = format!(
            "INSERT INTO position_games (position, updated, id) SELECT {position}, 1000 + n, \
             'm' || n FROM {all} WHERE n % {WAYS} IN ({}) ORDER BY n DESC",
            ways.join(", ")
        );
        site.store.run_sql(&sql).await.unwrap();
        if number % 200 == 0 {
            println!("common positions: {number}");
        }
    }
    // Then every game is alone; the numbers are like keys of which one follows the other.
    let own = PLIES - COMMON;
    let sql = format!(
        "INSERT INTO explorer SELECT 4000000000000000 + n, 4000000000000001 + n, n % 3, 1 FROM {0}; \
         INSERT INTO position_games SELECT 4000000000000000 + n, 1000 + n / {own}, \
         'm' || (n / {own}) FROM {0}",
        numbers(games * own)
    );
    run(site, "moves of single games", &sql).await;
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
            "{game}: median {:.2} ms, 95% {:.2} ms, longest {:.2} ms; up to {most} games in a position",
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
