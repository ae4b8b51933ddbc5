//! Three servers of one site over PostgreSQL and NATS, of which now one thing and then another fails
//! while people play: nothing that was confirmed is lost, nothing is done twice, players come back
//! at another server and go on.
//!
//! Needs what `cargo xtask services up` starts; `cargo xtask faults` runs it.

#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]
#![allow(clippy::unwrap_used, reason = "tests")]

#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/pair.rs"]
mod pair;
mod proxy;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/record.rs"]
mod record;
mod site;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/tally.rs"]
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use pair::Pair;
use site::Site;
use tally::Tally;

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
/// After a fault so many actions must be confirmed within this time before the next.
const ACTIONS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(60);

/// What fails.
#[derive(Clone, Copy, Debug)]
enum Fault {
    NodeKilled,
    NodeStopped,
    NodeFrozen,
    NatsRestarted,
    PostgresRestarted,
    PostgresCrashed,
    PostgresFull,
    StoreCut,
    StoreSilent,
    NatsCut,
}

const FAULTS: [Fault; 10] = [
    Fault::NodeKilled,
    Fault::NodeStopped,
    Fault::NodeFrozen,
    Fault::NatsRestarted,
    Fault::PostgresRestarted,
    Fault::PostgresCrashed,
    Fault::PostgresFull,
    Fault::StoreCut,
    Fault::StoreSilent,
    Fault::NatsCut,
];

impl Fault {
    async fn happen(self, site: &mut Site, round: usize) {
        let node = round % site.nodes();
        let while_it_lasts = Duration::from_millis(300 + 700 * (round as u64 % 4));
        match self {
            Fault::NodeKilled => {
                site.kill(node);
                sleep(while_it_lasts).await;
                site.start(node);
            }
            Fault::NodeStopped => {
                site.stop(node).await;
                site.start(node);
            }
            Fault::NodeFrozen => {
                site.signal(node, "STOP");
                // Its clients notice nothing; those who wait too long go elsewhere.
                site.front.cut(node);
                sleep(while_it_lasts * 3).await;
                site.signal(node, "CONT");
                site.front.mend(node);
            }
            Fault::NatsRestarted => site.services("restart-nats"),
            Fault::PostgresRestarted => site.services("restart-postgres"),
            Fault::PostgresCrashed => site.services("crash-postgres"),
            Fault::PostgresFull => {
                site.services("fill-postgres");
                sleep(while_it_lasts).await;
                site.services("free-postgres");
            }
            Fault::StoreCut => {
                site.store[node].cut(0);
                sleep(while_it_lasts).await;
                site.store[node].mend(0);
            }
            Fault::StoreSilent => {
                site.store[node].silence(true);
                sleep(while_it_lasts).await;
                site.store[node].silence(false);
            }
            Fault::NatsCut => {
                site.nats[node].cut(0);
                sleep(while_it_lasts).await;
                site.nats[node].mend(0);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_whatever_fails() {
    let Some(mut site) = Site::open(3).await else {
        println!("not tried: AGON_TEST_POSTGRES, AGON_TEST_NATS and AGON_XTASK are not set");
        return;
    };
    let times = std::env::var("AGON_FAULTS").map_or(1, |text| text.parse().unwrap());
    let wanted = std::env::var("AGON_FAULT").ok();
    for fault in FAULTS {
        if wanted.as_ref().is_some_and(|wanted| !format!("{fault:?}").contains(wanted)) {
            continue;
        }
        let tally = Arc::new(Tally::default());
        let finish = Arc::new(AtomicBool::new(false));
        let mut players = Vec::new();
        for (seed, kind) in (1..).zip(GAMES) {
            let mut pair = Pair::at(&site.clients(), kind, seed, Arc::clone(&tally), true).await;
            let finish = Arc::clone(&finish);
            players.push(tokio::spawn(async move {
                while !finish.load(Ordering::Relaxed) {
                    pair.step().await;
                }
                pair
            }));
        }
        for round in 0..times {
            let before = tally.confirmed();
            fault.happen(&mut site, round).await;
            let begin = Instant::now();
            while tally.confirmed() < before + ACTIONS {
                assert!(begin.elapsed() < PATIENCE, "{fault:?}: nothing goes on: {tally}");
                sleep(Duration::from_millis(10)).await;
            }
        }
        finish.store(true, Ordering::Relaxed);
        for player in players {
            let mut pair = player.await.unwrap();
            let finished = tokio::time::timeout(PATIENCE, pair.finish()).await;
            assert!(finished.is_ok(), "{fault:?}: a game cannot be finished: {tally}");
            pair.check_all().await;
        }
        println!("{fault:?}, {times} times: {tally}");
        tally.must_be_clean();
    }
}
