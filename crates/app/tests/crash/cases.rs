//! A full disk in the moments that matter, one by one. Each case ends with kill -9, a restart
//! and a comparison of everything.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::host::Host;
use crate::pair::Pair;
use crate::tally::Tally;

/// Within this time a full disk is noticed by somebody who plays without a pause.
const PATIENCE: Duration = Duration::from_secs(30);

struct Case {
    host: Host,
    pairs: Vec<Pair>,
    tally: Arc<Tally>,
}

impl Case {
    /// Two pairs who play, on a disk that can be full; `None` where none can.
    async fn begin() -> Option<Case> {
        let mut host = Host::new();
        if !host.disk.can_be_full() {
            return None;
        }
        host.start();
        let tally = Arc::new(Tally::default());
        let mut pairs = Vec::new();
        for (seed, kind) in (1..).zip(["chess", "morris"]) {
            pairs.push(Pair::new(&host.site(), kind, seed, Arc::clone(&tally)).await);
        }
        let mut case = Case { host, pairs, tally };
        case.play(20).await;
        Some(case)
    }

    async fn step(&mut self) {
        for pair in &mut self.pairs {
            pair.step().await;
        }
    }

    /// So many more actions are confirmed.
    async fn play(&mut self, more: usize) {
        let begin = Instant::now();
        let wanted = self.tally.confirmed() + more;
        while self.tally.confirmed() < wanted {
            self.step().await;
            assert!(begin.elapsed() < PATIENCE, "nothing is confirmed any more: {}", self.tally);
        }
    }

    /// The disk becomes full, and somebody is refused.
    async fn fill(&mut self) {
        self.host.fill_disk();
        let begin = Instant::now();
        let before = self.tally.refused();
        while self.tally.refused() == before {
            self.step().await;
            assert!(begin.elapsed() < PATIENCE, "nobody noticed a full disk: {}", self.tally);
        }
    }

    async fn ready(&self) -> u16 {
        self.host.site().get("/ready").await.map_or(0, |answer| answer.status)
    }

    async fn end(mut self, name: &str) {
        self.host.kill();
        self.host.start();
        for pair in &mut self.pairs {
            pair.check_all().await;
        }
        self.host.kill();
        println!("{name}, {}: {}", self.host.disk.name(), self.tally);
        self.tally.must_be_clean();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_once() {
    let Some(mut case) = Case::begin().await else { return };
    case.fill().await;
    case.host.empty_disk();
    case.play(60).await;
    case.end("full once").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_twice_with_good_commits_in_between() {
    let Some(mut case) = Case::begin().await else { return };
    for _ in 0..2 {
        case.fill().await;
        case.host.empty_disk();
        case.play(60).await;
    }
    case.end("full twice").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_for_a_while() {
    let Some(mut case) = Case::begin().await else { return };
    assert_eq!(case.ready().await, 200);
    case.fill().await;
    assert_eq!(case.ready().await, 503, "a server that cannot store says that it is ready");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(3) {
        case.step().await;
    }
    assert_eq!(case.ready().await, 503, "a server that cannot store says that it is ready");
    case.host.empty_disk();
    case.play(60).await;
    assert_eq!(case.ready().await, 200, "there is room again");
    case.end("full for a while").await;
}

/// The server notes every two seconds that it is alive, also while nobody does anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_during_the_heartbeat() {
    let Some(mut case) = Case::begin().await else { return };
    for _ in 0..2 {
        case.host.fill_disk();
        sleep(Duration::from_millis(2_500)).await;
        case.host.empty_disk();
        case.play(30).await;
    }
    case.end("full during the heartbeat").await;
}

/// A game whose seats are all taken begins with the same commit that makes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_while_games_are_made() {
    let Some(mut case) = Case::begin().await else { return };
    for _ in 0..3 {
        case.host.fill_disk();
        let begin = Instant::now();
        let mut refused = 0;
        while refused < 5 {
            for pair in &mut case.pairs {
                if pair.make(true).await.is_err() {
                    Tally::count(&case.tally.refused);
                    refused += 1;
                }
            }
            assert!(begin.elapsed() < PATIENCE, "nobody noticed a full disk");
        }
        case.host.empty_disk();
        for pair in &mut case.pairs {
            pair.come_back().await;
        }
        case.play(30).await;
    }
    case.end("full while games are made").await;
}

/// A server that is started with a full disk says so, and nothing of damage.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_at_the_start() {
    let Some(mut case) = Case::begin().await else { return };
    case.fill().await;
    case.host.kill();
    case.host.start_again(true);
    case.play(30).await;
    case.end("full at the start").await;
}

/// The same where there is no database yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn full_at_the_first_start() {
    let mut host = Host::new();
    if !agon_testkit::require(host.disk.stays_full(), "needs mount") {
        return;
    }
    host.fill_disk();
    assert!(!host.start_when_full(), "a server serves that has no room for a database");
    host.empty_disk();
    host.start();
    let tally = Arc::new(Tally::default());
    let mut pair = Pair::new(&host.site(), "tablut", 1, Arc::clone(&tally)).await;
    while tally.confirmed() < 20 {
        pair.step().await;
    }
    tally.must_be_clean();
}
