//! Comparison of server programs. They run alternately, so that other load affects all of them; the
//! result is a ratio.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_client::Launch;
use anyhow::{Context, Result};

use super::report::Measured;
use super::{Load, Target};

/// Maximum p99 latency in milliseconds that feels immediate.
const PROMPT_MILLIS: f64 = 50.0;
/// Shutdown timeout.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// Result of a program under one load.
struct Entry {
    games: usize,
    program: PathBuf,
    measured: Measured,
}

pub(super) async fn compare(load: &Load, out: &mut impl Write) -> Result<()> {
    let mut entries: Vec<Entry> = Vec::new();
    for &games in &load.games {
        for program in &load.server {
            let (program, measured) = (program.clone(), Measured::default());
            entries.push(Entry { games, program, measured });
        }
    }
    for round in 1..=load.rounds {
        for entry in &mut entries {
            let measured = one(load, &entry.program, entry.games).await?;
            let Entry { games, program, .. } = entry;
            writeln!(
                out,
                "round {round}, {games} games, {}: {:.0} moves/s, {}",
                program.display(),
                measured.rate(),
                measured.delays
            )?;
            out.flush()?;
            entry.measured = std::mem::take(&mut entry.measured).and(&measured);
        }
    }
    writeln!(out)?;
    table(load, &entries, out)
}

/// Starts a server for one run and measures it.
async fn one(load: &Load, program: &Path, games: usize) -> Result<Measured> {
    let folder = tempfile::tempdir().context("cannot create a data directory")?;
    let launch = Launch::new(program, folder.path())?.with(["--rate-limit", "off"]);
    let server = launch.start().with_context(|| program.display().to_string())?;
    let target = Target { sites: vec![server.site()?], pids: vec![server.pid()], database: None };
    let measured = load.measure(&target, games, &mut std::io::sink()).await;
    let measured = measured.with_context(|| program.display().to_string())?;
    server.stop(STOP_TIMEOUT)?;
    Ok(measured)
}

/// Prints a row per program and load, with the ratio to the first program.
fn table(load: &Load, entries: &[Entry], out: &mut impl Write) -> Result<()> {
    writeln!(out, "| games | server | moves/s | ratio | median | p99 | CPU per 1,000 moves |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for group in entries.chunks(load.server.len()) {
        let first = group[0].measured.rate();
        for Entry { games, program, measured } in group {
            let ms = |value: Option<f64>| value.map_or("-".into(), |ms| format!("{ms:.1} ms"));
            writeln!(
                out,
                "| {games} | {} | {:.0} | {:.2} | {} | {} | {} |",
                program.display(),
                measured.rate(),
                measured.rate() / first,
                ms(measured.delays.median()),
                ms(measured.delays.p99()),
                ms(measured.cost()),
            )?;
        }
    }
    writeln!(out)?;
    for program in &load.server {
        let prompt = |entry: &&Entry| {
            entry.program == *program
                && entry.measured.delays.p99().is_some_and(|p99| p99 < PROMPT_MILLIS)
        };
        let best = entries.iter().filter(prompt).map(|entry| entry.measured.rate());
        let best =
            best.fold(None, |most: Option<f64>, rate| Some(most.map_or(rate, |m| m.max(rate))));
        let best = best.map_or("no load".into(), |rate| format!("{rate:.0} moves/s"));
        writeln!(out, "{}: at most {best} with p99 below {PROMPT_MILLIS} ms", program.display())?;
    }
    Ok(())
}
