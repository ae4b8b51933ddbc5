//! Three servers and two workers of one site over PostgreSQL and NATS, of which now one thing and then another fails
//! while people play: nothing that was confirmed is lost, nothing is done twice, players come back
//! at another server and go on.
//!
//! Needs what `cargo xtask services up` starts; `cargo xtask faults` runs it.

#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod duel;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/pair.rs"]
mod pair;
mod proxy;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/record.rs"]
mod record;
#[allow(dead_code, reason = "shared with another test")]
mod site;
#[allow(dead_code, reason = "shared with another test")]
#[path = "../crash/tally.rs"]
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use duel::{Duel, Watch};
use pair::Pair;
use site::Site;
use tally::Tally;

const GAMES: [&str; 5] = ["chess", "chinese-checkers", "tablut", "abalone", "morris"];
/// After a fault so many actions must be confirmed within this time before the next.
const ACTIONS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(60);
/// Lines that a server may log of one fault: that something is gone, and that it is back.
const MOST_WARNINGS: usize = 6;

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
    WorkerKilled,
}

const FAULTS: [Fault; 11] = [
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
    Fault::WorkerKilled,
];

impl Fault {
    /// Games with computers, and how strong those are.
    fn duels(self) -> &'static [(&'static str, u8)] {
        match self {
            Fault::WorkerKilled => &[("chess", 10), ("abalone", 10)],
            _ => &[("tablut", 3)],
        }
    }

    async fn happen(self, site: &mut Site, watch: &Watch, round: usize) {
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
            Fault::WorkerKilled => {
                let begin = Instant::now();
                while watch.thinking.load(Ordering::Relaxed) == 0 {
                    assert!(begin.elapsed() < PATIENCE, "no computer thinks");
                    sleep(Duration::from_millis(5)).await;
                }
                // In the middle of a thought, which takes a second.
                sleep(Duration::from_millis(150 + 100 * (round as u64 % 6))).await;
                // Now one, now the other, now both.
                let killed = [vec![0], vec![1], vec![0, 1]].into_iter().nth(round % 3).unwrap();
                killed.iter().for_each(|&worker| site.kill_worker(worker));
                sleep(while_it_lasts).await;
                killed.iter().for_each(|&worker| site.start_worker(worker));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_whatever_fails() {
    let has_services = std::env::var_os("AGON_XTASK").is_some();
    let site = if has_services { Site::open(3).await } else { None };
    let Some(mut site) = site else {
        agon_testkit::skip("needs PostgreSQL and NATS that it may restart: cargo xtask faults");
        return;
    };
    let times = std::env::var("AGON_FAULTS").map_or(1, |text| text.parse().unwrap());
    let wanted = std::env::var("AGON_FAULT").ok();
    for fault in FAULTS {
        if wanted.as_ref().is_some_and(|wanted| !format!("{fault:?}").contains(wanted)) {
            continue;
        }
        let tally = Arc::new(Tally::default());
        let watch = Arc::new(Watch::default());
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
        let mut duels = Vec::new();
        for (seed, &kind) in (1..).zip(fault.duels()) {
            let duel = Duel::new(&site.clients(), kind, seed, &tally, &watch).await;
            duels.push(tokio::spawn(duel.play(Arc::clone(&finish))));
        }
        let warned = site.warnings();
        for round in 0..times {
            let before = tally.confirmed();
            fault.happen(&mut site, &watch, round).await;
            let answered = watch.answers.load(Ordering::Relaxed);
            let begin = Instant::now();
            let goes_on = || {
                let answers = watch.answers.load(Ordering::Relaxed) - answered;
                tally.confirmed() >= before + ACTIONS && answers > duels.len()
            };
            while !goes_on() {
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
        for duel in duels {
            duel.await.unwrap();
        }
        let answers = watch.answers.load(Ordering::Relaxed);
        let by_workers = site.number("agon_jobs_by_workers_total").await;
        let taken_back = site.number("agon_jobs_taken_back_total").await;
        let warnings: Vec<Vec<String>> = site
            .warnings()
            .into_iter()
            .zip(warned)
            .map(|(now, before)| now.into_iter().skip(before.len()).collect())
            .collect();
        let warned: Vec<usize> = warnings.iter().map(Vec::len).collect();
        println!(
            "{fault:?}, {times} times: {tally}; {answers} moves of computers; since the last start of each \
             server {by_workers} by workers, {taken_back} taken back from them; warnings in the logs: {warned:?}"
        );
        tally.must_be_clean();
        let most = MOST_WARNINGS * (times + 1);
        assert!(
            warned.iter().all(|&lines| lines <= most),
            "{fault:?}: {warned:?} lines in the logs: {warnings:#?}"
        );
    }
}
