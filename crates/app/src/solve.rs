//! `agon solve`: computes the tablebases of a game.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Space;
use agon_games::solved::{AnySpaces, find_solved};
use agon_solver::{Means, Progress, SolveError, Tally, VerifyError};
use anyhow::{Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;

#[derive(Args)]
pub(crate) struct Solve {
    /// Game id; `agon games` lists them
    game: String,
    /// Solve only movement-phase positions with at most W men of the stronger side and B of the
    /// other
    #[arg(long, value_name = "W,B", value_parser = parse_pair)]
    up_to: Option<(u32, u32)>,
    /// Directory of the tables
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE", default_value = "agon-database")]
    dir: PathBuf,
    /// Number of threads [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
    /// Memory limit in gigabytes
    #[arg(long, value_name = "GB", default_value_t = 8.0)]
    memory: f64,
    /// Rules options, such as layers=5,flying=off
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    /// Verify finished tables instead: every value must follow from its successors
    #[arg(long, conflicts_with = "resume")]
    verify: bool,
    /// Count the positions of each space instead of solving
    #[arg(long, conflicts_with_all = ["resume", "verify"])]
    count: bool,
    /// Number of random positions per space that --verify checks in larger units
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    samples: u64,
}

fn parse_pair(text: &str) -> Result<(u32, u32), String> {
    let expected = || format!("expected two numbers of men, such as 6,4, found \"{text}\"");
    let (a, b) = text.split_once(',').ok_or_else(expected)?;
    let (a, b): (u32, u32) =
        (a.parse().map_err(|_| expected())?, b.parse().map_err(|_| expected())?);
    Ok((a.max(b), a.min(b)))
}

impl Solve {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let game = find_solved(&self.game)?.spaces(&self.rules)?;
        let threads =
            self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
        ensure!(threads > 0, "--threads must not be 0");
        ensure!(self.memory > 0.0, "--memory must not be 0");
        let memory = (self.memory * f64::from(1 << 30)) as u64;
        let means = Means { folder: self.dir.clone(), threads, memory };
        let units = game.units(self.up_to);
        ensure!(!units.is_empty(), "--up-to: no positions with so few men");
        if self.count {
            return count(&*game, &units, out);
        }
        if self.verify {
            self.check(&*game, &units, &means, out)
        } else {
            self.solve(&*game, &units, &means, out)
        }
    }

    fn solve(
        &self,
        game: &dyn AnySpaces,
        units: &[Vec<Space>],
        means: &Means,
        out: &mut impl Write,
    ) -> Result<()> {
        let mut left = game.to_do(units, &means.folder)?;
        if !self.resume {
            for unit in units {
                let finished = game.finished(unit, &means.folder)?.is_some();
                ensure!(
                    !finished,
                    "{}: has finished tables; use --resume to continue",
                    means.folder.display()
                );
            }
        }
        let begin = Instant::now();
        writeln!(out, "{HEADING}")?;
        for unit in units {
            if let Some(tallies) = game.finished(unit, &means.folder)? {
                table(game, &tallies, out)?;
            }
        }
        let bar = bar(left.iter().map(|unit| game.slots(unit)).sum())?;
        let mut before = 0;
        let mut positions = 0;
        while let Some(unit) = left.first().cloned() {
            bar.set_message(names(game, &unit));
            let progress = Progress::default();
            let slots = game.slots(&unit);
            let tallies =
                watch(&bar, before, slots, &progress, || game.solve(&unit, means, &progress))?;
            before += slots;
            positions += tallies.iter().map(|(_, tally)| tally.positions()).sum::<u64>();
            bar.suspend(|| table(game, &tallies, out))?;
            left.remove(0);
            if self.up_to.is_none() {
                game.tidy(&left, &means.folder)?;
            }
        }
        bar.finish_and_clear();
        let seconds = begin.elapsed().as_secs_f64();
        let rate = positions as f64 / seconds / 1e6;
        let positions = counted(positions, "position");
        writeln!(out, "{positions} in {seconds:.1} s, {rate:.2} million per second")?;
        Ok(())
    }

    fn check(
        &self,
        game: &dyn AnySpaces,
        units: &[Vec<Space>],
        means: &Means,
        out: &mut impl Write,
    ) -> Result<()> {
        let mut finished = Vec::new();
        for unit in units {
            if game.finished(unit, &means.folder)?.is_some() {
                finished.push(unit);
            }
        }
        ensure!(!finished.is_empty(), "{}: no finished tables", means.folder.display());
        let effort = |unit: &[Space]| game.slots(unit).min(self.samples * unit.len() as u64);
        let bar = bar(finished.iter().map(|unit| effort(unit)).sum())?;
        let mut before = 0;
        for unit in finished {
            let samples = (game.slots(unit) > self.samples).then_some(self.samples);
            let progress = Progress::default();
            let result = watch(&bar, before, effort(unit), &progress, || {
                game.verify(unit, means, samples, &progress)
            });
            before += effort(unit);
            let kind = if samples.is_some() { "random sample" } else { "all" };
            let line = match result {
                Ok(checked) => format!("{} verified ({kind})", counted(checked, "position")),
                // Tables that are only needed for the placement phase are not kept.
                Err(VerifyError::Solve(SolveError::Missing(needed))) => {
                    format!("not verified: needs the table of {needed}")
                }
                Err(error) => return Err(error.into()),
            };
            bar.suspend(|| writeln!(out, "{}: {line}", names(game, unit)))?;
            out.flush()?;
        }
        bar.finish_and_clear();
        Ok(())
    }
}

/// Prints the number of positions per space and in total.
fn count(game: &dyn AnySpaces, units: &[Vec<Space>], out: &mut impl Write) -> Result<()> {
    let mut total = 0;
    for &space in units.iter().flatten() {
        let positions = game.positions(space);
        total += positions;
        writeln!(out, "{:21} {positions:12}", game.name(space))?;
    }
    writeln!(out, "{:21} {total:12}", "all")?;
    Ok(())
}

const HEADING: &str =
    "space                    positions          won        drawn         lost longest";

fn names(game: &dyn AnySpaces, unit: &[Space]) -> String {
    let names: Vec<String> = unit.iter().map(|&space| game.name(space)).collect();
    names.join(" + ")
}

/// Prints a row per space: positions, wins, draws, losses, longest distance.
fn table(
    game: &dyn AnySpaces,
    tallies: &[(Space, Tally)],
    out: &mut impl Write,
) -> std::io::Result<()> {
    for (space, tally) in tallies {
        let Tally { won, drawn, lost, longest } = tally;
        let (name, positions) = (game.name(*space), tally.positions());
        writeln!(out, "{name:21} {positions:12} {won:12} {drawn:12} {lost:12} {longest:7}")?;
    }
    out.flush()
}

fn bar(slots: u64) -> Result<ProgressBar> {
    let bar = ProgressBar::new(slots);
    let template = "{bar:30} {percent}%  {per_sec}, {eta} left  {msg}";
    bar.set_style(ProgressStyle::with_template(template)?);
    Ok(bar)
}

/// Updates the progress bar while the work runs.
fn watch<T, E>(
    bar: &ProgressBar,
    before: u64,
    slots: u64,
    progress: &Progress,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E>
where
    T: Send,
    E: Send,
{
    thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            // Progress counts positions once when initialised and once when decided.
            bar.set_position(before + progress.done.load(Relaxed).min(slots));
            thread::sleep(Duration::from_millis(5));
        }
        bar.set_position(before + slots);
        worker.join().expect("solving does not panic")
    })
}
