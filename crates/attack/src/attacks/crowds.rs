//! Many who watch one game.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use agon_client::{ClientError, Person, Socket};
use anyhow::Result;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::ground::Ground;
use crate::report::Check;

const SPECTATORS: usize = 1_000;
/// Spectators who share an address.
const TOGETHER: usize = 10;
const FLAPPERS: usize = 10;
/// Within what the server allows anybody to say.
const FLAP: Duration = Duration::from_millis(55);
const TIME: Duration = Duration::from_secs(8);

/// Comes and goes as often as the limits allow.
pub(super) async fn flapping(ground: &mut Ground) -> Result<Vec<Check>> {
    let id = ground.bystander()?.game().await?;
    let before = ground.bystander()?.presences();
    let begin = Instant::now();
    let flaps = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for number in 0..FLAPPERS {
        let (site, id, flaps) = (ground.crowd(number), id.clone(), Arc::clone(&flaps));
        tasks.spawn(async move {
            let mut socket = Person::stranger(&site).connect().await?;
            while begin.elapsed() < TIME {
                for kind in ["watch", "unwatch"] {
                    socket.ask(json!({ "type": kind, "id": id })).await?;
                    flaps.fetch_add(1, Ordering::Relaxed);
                    drop(socket.take_unread());
                    sleep(FLAP).await;
                }
            }
            Ok::<_, ClientError>(())
        });
    }
    let mut refused = 0;
    while let Some(task) = tasks.join_next().await {
        // One that is cut off flaps no more.
        refused += usize::from(task?.is_err());
    }
    let told = ground.bystander()?.presences() - before;
    let seconds = begin.elapsed().as_secs_f64();
    let flaps = flaps.load(Ordering::Relaxed);
    let text =
        format!("{flaps} times come or gone in {seconds:.0} s, a player was told {told} times");
    Ok(vec![
        Check::that(told as f64 <= 1.5 * seconds + 3.0, text),
        Check::note(format!("{refused} of {FLAPPERS} cut off")),
    ])
}

/// Counts how often one is told who is there, until the connection ends.
async fn listen(socket: &mut Socket, told: &AtomicUsize) -> agon_client::Result<()> {
    loop {
        let text = socket.hear_text().await?;
        if text.starts_with("{\"type\":\"presence\"") {
            told.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A thousand come, stay for a while, and go.
pub(super) async fn spectators(ground: &mut Ground) -> Result<Vec<Check>> {
    let id = ground.bystander()?.game().await?;
    let told = Arc::new(AtomicUsize::new(0));
    let watching = Arc::new(AtomicUsize::new(0));
    let begin = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..SPECTATORS {
        let (site, id) = (ground.crowd(number / TOGETHER), id.clone());
        let (told, watching) = (Arc::clone(&told), Arc::clone(&watching));
        tasks.spawn(async move {
            // Not all in the same moment: a thousand new connections are another attack.
            sleep(Duration::from_millis(3 * number as u64)).await;
            let mut socket = Person::stranger(&site).connect().await?;
            socket.say(&json!({ "type": "watch", "id": id })).await?;
            watching.fetch_add(1, Ordering::Relaxed);
            listen(&mut socket, &told).await
        });
    }
    while watching.load(Ordering::Relaxed) < SPECTATORS && begin.elapsed() < 3 * TIME {
        sleep(Duration::from_millis(50)).await;
    }
    sleep(Duration::from_secs(3)).await;
    let seconds = begin.elapsed().as_secs_f64();
    let (told, watching) = (told.load(Ordering::Relaxed), watching.load(Ordering::Relaxed));
    tasks.shutdown().await;
    sleep(Duration::from_secs(2)).await;
    let text = format!("{watching} watch after {seconds:.0} s, told who is there {told} times");
    Ok(vec![
        Check::that(watching == SPECTATORS, format!("{watching} of {SPECTATORS} may watch")),
        Check::that(told as f64 <= SPECTATORS as f64 * (seconds + 2.0), text),
    ])
}
