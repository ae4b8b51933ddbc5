//! Rolling restart as in docs/operations.md: a new server is started, the old ones are drained,
//! stopped and replaced one by one. No confirmed move is lost.

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_client::Launch;
use serde_json::json;
use tokio::time::sleep;

use crate::balancer::{Balancer, PAUSE};
use crate::table::Table;
use crate::{GAMES, launch, start, stop};

/// Concurrent games of each kind.
const EACH: usize = 3;
/// Interval between moves of a game.
const PACE: Duration = Duration::from_millis(150);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_restart_reconnects_everyone_once() {
    let folder = tempfile::tempdir().unwrap();
    let services = (env::var("AGON_TEST_NATS"), agon_store::trial::url(folder.path()).await);
    let (Ok(nats), Some(store)) = services else {
        agon_testkit::skip("needs PostgreSQL and NATS");
        return;
    };
    let new = |number: usize| -> Launch {
        launch(&folder.path().join(number.to_string()), Some(&store)).with(["--nats", &nats])
    };
    let front = Balancer::new().await;
    let mut old: Vec<_> = (0..3).map(new).map(|launch| (launch.port, start(&launch))).collect();
    let ports: Vec<u16> = old.iter().map(|(port, _)| *port).collect();
    ports.iter().for_each(|&port| front.add(port));
    front.until(&ports).await;

    let finish = Arc::new(AtomicBool::new(false));
    let mut playing = Vec::new();
    for game in GAMES.iter().flat_map(|game| [*game; EACH]) {
        let (site, finish) = (front.site(), Arc::clone(&finish));
        playing.push(tokio::spawn(async move {
            let seats = if game == GAMES[1] { 3 } else { 2 };
            let mut table = Table::begin(&site, game, seats, &json!({})).await;
            while !finish.load(Ordering::Relaxed) && table.step().await {
                sleep(PACE).await;
            }
            table
        }));
    }
    sleep(Duration::from_secs(2)).await;

    // Start a new server and drain the old ones.
    let first = new(3);
    let mut now = vec![(first.port, start(&first))];
    front.add(first.port);
    old.iter().for_each(|(_, server)| server.signal("USR1").unwrap());
    front.until(&[first.port]).await;
    let mut downtime = Duration::ZERO;
    for (number, (port, server)) in old.drain(..).enumerate() {
        let begin = Instant::now();
        stop(server).await;
        downtime = downtime.max(begin.elapsed());
        // The last one already has a successor.
        if number < 2 {
            let next = Launch { port, ..new(number) };
            now.push((port, start(&next)));
            sleep(PAUSE * 4).await;
        }
    }
    sleep(Duration::from_secs(1)).await;
    finish.store(true, Ordering::Relaxed);

    let (mut moves, mut people) = (0, 0);
    for table in playing {
        let mut table = table.await.unwrap();
        table.check().await;
        moves += table.plies();
        for player in &table.players {
            people += 1;
            assert_eq!(player.lost, 1, "a player reconnected more than once");
            assert!(player.refused.is_empty(), "a player was refused: {:?}", player.refused);
        }
        table.finish(5).await;
        table.check().await;
    }
    println!(
        "{people} people, {moves} moves, each came back once; a server took {downtime:?} to end"
    );
    assert!(moves > 300, "{moves} moves");
    for (_, server) in now {
        stop(server).await;
    }
}
