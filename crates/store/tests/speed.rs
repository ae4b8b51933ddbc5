//! How many moves are stored in a second. By hand:
//! `cargo nextest run -p agon-store --run-ignored only --no-capture -E 'test(moves_per_second)'`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

mod common;

use std::time::Instant;

use agon_store::{EventRow, Write};
use common::{events, open};

/// Games that are played at the same time.
const GAMES: usize = 400;
/// Moves in each game.
const MOVES: i64 = 100;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn moves_per_second() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let begin = Instant::now();
    let play = async |with_row: bool, from: i64| {
        let games = (0..GAMES).map(|game| {
            let store = store.clone();
            tokio::spawn(async move {
                let game = format!("g{game}");
                for version in from..from + MOVES {
                    let write = if with_row || version == 1 {
                        events(&game, version, 1)
                    } else {
                        let payload =
                            format!("{{\"kind\":\"moved\",\"move\":\"e2e4\",\"v\":{version}}}");
                        let event =
                            EventRow { version, kind: "moved".into(), payload, at: version };
                        Write::Events {
                            game: game.clone(),
                            row: None,
                            seats: None,
                            events: vec![event],
                        }
                    };
                    store.write(write).await.unwrap();
                }
            })
        });
        for game in games.collect::<Vec<_>>() {
            game.await.unwrap();
        }
    };
    play(false, 1).await;
    let moves = begin.elapsed();
    play(true, 1 + MOVES).await;
    let rows = begin.elapsed() - moves;
    let rate =
        |time: std::time::Duration| (GAMES as f64 * MOVES as f64 / time.as_secs_f64()) as u64;
    println!("{} moves a second, {} with the row of the game", rate(moves), rate(rows));
}
