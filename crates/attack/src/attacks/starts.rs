//! A start with many games whose clocks run.

use std::path::Path;
use std::time::{Duration, Instant};

use agon_client::{Delays, Usage};
use anyhow::{Context, Result};
use tokio::time::sleep;

use crate::fill::{self, Kind};
use crate::ground::Ground;
use crate::report::Check;

const GAMES: usize = 20_001;
const STARTS: usize = 5;
/// Milliseconds until it serves, at the median.
const LONGEST: f64 = 500.0;
/// Kilobytes.
const MOST_MEMORY: u64 = 80 << 10;

pub(super) async fn fill(program: &Path, folder: &Path) -> Result<()> {
    let begin = Instant::now();
    fill::fill(program, folder, Kind::Timed, GAMES).await?;
    println!("    filled with {GAMES} games in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

pub(super) async fn timed_games(ground: &mut Ground) -> Result<Vec<Check>> {
    let mut ready = Delays::default();
    let mut most = Usage::default();
    for _ in 0..STARTS {
        let server = ground.server.take().context("no server")?;
        server.stop(Duration::from_secs(60))?;
        let server = ground.launch.start()?;
        ready.add(server.ready_after);
        // What is loaded after the start counts, too.
        sleep(Duration::from_secs(3)).await;
        let usage = server.usage()?;
        most = if usage.most_memory > most.most_memory { usage } else { most };
        ground.server = Some(server);
    }
    let in_memory = ground.site.metric("agon_games_in_memory").await?;
    let text = format!("{GAMES} games: serves after {ready} ({STARTS} starts)");
    let memory = format!("{} MB at most, {in_memory} games in memory", most.most_memory >> 10);
    Ok(vec![
        Check::that(ready.median().is_some_and(|median| median < LONGEST), text),
        Check::that(most.most_memory < MOST_MEMORY, memory),
    ])
}
