//! The server is killed and stopped at random moments while people play, with a full disk now
//! and then. After every restart each action that was confirmed is there exactly once, none that
//! was refused is, and the players resume by version and go on.
//!
//! A few times in the usual tests; `cargo xtask crash 200 --stops 50` for more.

#![allow(clippy::print_stdout, reason = "a long run tells how far it is")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod cases;
mod disk;
mod host;
#[allow(dead_code, reason = "shared with another test")]
mod pair;
mod record;
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_core::Rng;
use tokio::time::sleep;

use host::Host;
use pair::Pair;
use tally::Tally;

/// Of so many ends of the server, one comes with a full disk.
const FULL_EVERY: usize = 5;

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// Plays until told to finish.
async fn play(mut pair: Pair, finish: Arc<AtomicBool>) -> Pair {
    while !finish.load(Ordering::Relaxed) {
        pair.step().await;
    }
    pair
}

/// How the server comes to an end.
struct End {
    /// Asked to, not killed.
    orderly: bool,
    /// The disk becomes full before.
    full: bool,
}

/// So many kills and stops, a fifth of all with a full disk, in any order.
fn schedule(kills: usize, stops: usize, rng: &mut Rng) -> Vec<End> {
    let all = kills + stops;
    let mut mixed = |chosen: usize| {
        let mut list: Vec<bool> = (0..all).map(|i| i < chosen).collect();
        for i in (1..all).rev() {
            list.swap(i, rng.below(i + 1));
        }
        list
    };
    let (orderly, full) = (mixed(stops), mixed(all.div_ceil(FULL_EVERY)));
    let end = |(orderly, full)| End { orderly, full };
    orderly.into_iter().zip(full).map(end).collect()
}

fn millis(rng: &mut Rng, least: u64, more: usize) -> Duration {
    Duration::from_millis(least + rng.below(more) as u64)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn nothing_confirmed_is_lost_when_the_server_is_killed_or_stopped() {
    let (kills, stops) = (number("AGON_KILLS", 4), number("AGON_STOPS", 2));
    let mut rng = Rng::from_entropy();
    let mut host = Host::new();
    host.start();
    let tally = Arc::new(Tally::default());
    let finish = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for kind in agon_games::GAMES.iter().map(|game| game.id()) {
        let pair = Pair::new(&host.site(), kind, rng.next_u64(), Arc::clone(&tally)).await;
        players.push(tokio::spawn(play(pair, Arc::clone(&finish))));
    }
    let ends = schedule(kills, stops, &mut rng);
    let full_ends =
        if host.disk.can_be_full() { ends.iter().filter(|end| end.full).count() } else { 0 };
    for (number, end) in (1..).zip(ends) {
        sleep(millis(&mut rng, 200, 800)).await;
        let mut full = end.full && host.disk.can_be_full();
        if full {
            host.fill_disk();
            sleep(millis(&mut rng, 200, 800)).await;
            // Half of the time there is room again before the end.
            if rng.below(2) == 0 {
                host.empty_disk();
                sleep(millis(&mut rng, 50, 400)).await;
                full = false;
            }
        }
        if end.orderly {
            host.stop();
        } else {
            host.kill();
        }
        host.start_again(full);
        if number % 50 == 0 {
            println!("after {number} ends: {tally}");
        }
    }
    sleep(Duration::from_millis(500)).await;
    finish.store(true, Ordering::Relaxed);
    let mut pairs = Vec::new();
    for player in players {
        pairs.push(player.await.unwrap());
    }
    host.kill();
    host.start();
    for pair in &mut pairs {
        pair.check_all().await;
    }
    host.kill();
    println!(
        "{kills} kills, {stops} stops, {full_ends} of them with {}: {tally}",
        host.disk.name()
    );
    tally.must_be_clean();
    let returns = tally.returns.load(Ordering::Relaxed);
    assert!(returns >= kills + stops, "the players saw only {returns} ends");
    assert!(tally.confirmed() > 20 * (kills + stops), "too little was played");
    assert!(full_ends == 0 || tally.refused() > 0, "the disk was never full for anybody");
}
