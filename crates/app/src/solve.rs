//! `agon solve`: the value of every position, kept on disk.

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

/// What is solved or checked, and with what means.
#[derive(Args)]
pub(crate) struct Solve {
    /// Which game
    game: String,
    /// Only positions where men are moved, with at most W men of the stronger side and B of
    /// the other
    #[arg(long, value_name = "W,B", value_parser = parse_pair)]
    up_to: Option<(u32, u32)>,
    /// Where the tables are kept
    #[arg(long, value_name = "DIR", env = "AGON_DATABASE", default_value = "agon-database")]
    dir: PathBuf,
    /// Threads; all cores when not said
    #[arg(long)]
    threads: Option<usize>,
    /// How much memory may be used
    #[arg(long, value_name = "GB", default_value_t = 8.0)]
    memory: f64,
    /// Options of the game
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Go on where an earlier run stopped
    #[arg(long)]
    resume: bool,
    /// Check finished tables instead: every value must follow from others
    #[arg(long, conflicts_with = "resume")]
    verify: bool,
    /// Count the positions of each space instead, without solving
    #[arg(long, conflicts_with_all = ["resume", "verify"])]
    count: bool,
    /// Of units with more positions, check so many of each space
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    samples: u64,
}

fn parse_pair(text: &str) -> Result<(u32, u32), String> {
    let expected = || format!("expected two numbers of men such as 6,4, found \"{text}\"");
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
        ensure!(!units.is_empty(), "there is nothing with so few men");
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
                    "{}: there are finished tables; add --resume to go on with them",
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
        writeln!(out, "{positions} positions in {seconds:.1} s, {rate:.2} million a second")?;
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
        ensure!(!finished.is_empty(), "{}: there are no finished tables", means.folder.display());
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
            let kind = if samples.is_some() { "at random" } else { "all" };
            let line = match result {
                Ok(checked) => format!("{checked} positions right ({kind})"),
                // Tables on the way to the last placements are not kept.
                Err(VerifyError::Solve(SolveError::Missing(needed))) => {
                    format!("not checked without the table of {needed}")
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

/// A line for each space: positions, and all together where men are moved and placed.
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

/// A line for each space: positions, won, drawn, lost, longest distance.
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

/// Moves the bar while the work is done.
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
            // Solving looks at a position once in the beginning, and again when it is decided.
            bar.set_position(before + progress.done.load(Relaxed).min(slots));
            thread::sleep(Duration::from_millis(5));
        }
        bar.set_position(before + slots);
        worker.join().expect("solving does not panic")
    })
}
