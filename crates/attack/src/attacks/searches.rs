//! Lists and searches in a large archive.

use std::path::Path;
use std::time::{Duration, Instant};

use agon_client::Delays;
use agon_store::Store;
use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::fill::{self, Kind};
use crate::ground::Ground;
use crate::lists;
use crate::report::Check;

const SEARCHED: usize = 100_000;
const AT_ONCE: usize = 200;
/// Searches of one address.
const TOGETHER: usize = 4;
/// An answer that takes longer has been starved.
const LONGEST: Duration = Duration::from_secs(5);
/// Milliseconds that the median of any list may take.
const MOST: f64 = 5.0;

pub(super) async fn fill(program: &Path, folder: &Path) -> Result<()> {
    fill_with(program, folder, SEARCHED).await
}

pub(super) async fn fill_with(program: &Path, folder: &Path, games: usize) -> Result<()> {
    let begin = Instant::now();
    fill::fill(program, folder, Kind::Finished, games).await?;
    println!("    filled with {games} games in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

/// Many searches in the same moment.
pub(super) async fn at_once(ground: &mut Ground) -> Result<Vec<Check>> {
    let queries = ["player=a", "player=an", "player=zz", "player=e&game=chess", "phase=ended", ""];
    let mut tasks = JoinSet::new();
    for number in 0..AT_ONCE {
        let site = ground.crowd(number / TOGETHER);
        let path = format!("/api/games?{}", queries[number % queries.len()]);
        tasks.spawn(async move {
            let begin = Instant::now();
            site.get(&path).await.map(|answer| (answer.status, begin.elapsed()))
        });
    }
    let (mut delays, mut refused, mut failed) = (Delays::default(), 0, 0);
    while let Some(task) = tasks.join_next().await {
        match task? {
            Ok((200, delay)) => delays.add(delay),
            Ok((429 | 503, _)) => refused += 1,
            Ok(_) | Err(_) => failed += 1,
        }
    }
    let worst = delays.share(1.0).unwrap_or(f64::INFINITY);
    let text = format!(
        "{} searches answered in {delays}, worst {worst:.0} ms, {refused} told to wait, {failed} failed",
        delays.count()
    );
    Ok(vec![Check::that(failed == 0 && worst < LONGEST.as_millis() as f64, text)])
}

/// Every kind of list, over HTTP and in the store.
pub(super) async fn every_list(ground: &mut Ground) -> Result<Vec<Check>> {
    let site = ground.honest();
    let person = fill::regular(&site, ground.data())?;
    let mut checks = vec![Check::note(format!("{} games", ground.games))];
    for measured in lists::over_http(&person, ground.games).await? {
        checks.push(judge("over HTTP", &measured));
    }
    let server = ground.server.take().context("no server")?;
    // Nobody plays any more: the store is measured alone.
    if let Some(bystander) = ground.bystander.take() {
        let noticed = bystander.end().await?;
        let text =
            format!("bystanders meanwhile: {} (before {})", noticed.meanwhile, noticed.before);
        checks.push(Check::that(noticed.lost.is_empty(), text));
    }
    server.stop(Duration::from_secs(60))?;
    let store = Store::open(&ground.data().join("agon.db")).await?;
    for measured in lists::in_store(&store, &person.id, ground.games).await? {
        checks.push(judge("in the store", &measured));
    }
    store.close().await;
    Ok(checks)
}

fn judge(place: &str, measured: &lists::Measured) -> Check {
    let lists::Measured { name, delays, rows } = measured;
    let fast = delays.median().is_some_and(|median| median < MOST);
    Check::that(fast, format!("{name} {place}: {delays} ({rows} rows)"))
}
