//! `agon puzzles`: finds, checks and rates puzzles.

mod check;
mod finder;
mod grade;
mod judge;
mod picture;
mod puzzle;

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use agon_games::AnyGame;
use agon_games::record::Record;
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;
use crate::engine::tablebases;
use finder::Finder;
use judge::Judge;
use puzzle::Puzzle;

#[derive(Args)]
pub(crate) struct Puzzles {
    /// Game id; `agon games` lists them
    game: String,
    /// Output file with one puzzle per line; an existing file is continued
    #[arg(long, default_value = "puzzles.jsonl")]
    file: PathBuf,
    /// Number of puzzles
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes per judged position
    #[arg(long, default_value_t = 150_000)]
    nodes: u64,
    /// Score in hundredths of a piece at which the odds of winning are e to 1 [default: that of the
    /// game]
    #[arg(long)]
    scale: Option<f64>,
    /// Number of threads [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
    /// Rules options, such as layers=5,flying=off
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Search the games of these files instead of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Stop after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Check the puzzles of this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    check: Option<PathBuf>,
    /// Number of puzzles to check, chosen at random
    #[arg(long, default_value_t = 100, requires = "check")]
    sample: usize,
    /// Multiple of --nodes to check with
    #[arg(long, default_value_t = 10, requires = "check")]
    effort: u64,
    /// Remove doubtful puzzles from the file
    #[arg(long, requires = "check")]
    drop: bool,
}

impl Puzzles {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        // Validate the rules before any work.
        game.open(&self.rules, None)?;
        match &self.check {
            Some(file) => {
                let puzzles = read(file)?;
                ensure!(!puzzles.is_empty(), "{} has no puzzles", file.display());
                let judge = self.judge(game, self.nodes * self.effort);
                let sample = check::Sample { puzzles, size: self.sample, seed: self.seed };
                let doubtful = check::run(game, &judge, sample, self.threads(), out)?;
                if self.drop { remove(file, &doubtful) } else { Ok(()) }
            }
            None => self.find(game, out),
        }
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all).max(1)
    }

    fn judge(&self, game: &dyn AnyGame, nodes: u64) -> Judge {
        let scale = self.scale.unwrap_or_else(|| game.winning_scale());
        Judge { nodes, scale, oracle: tablebases().map(|tables| tables as _) }
    }

    /// Searches games until there are enough puzzles. Puzzles are written in the order of the
    /// games, so that a later run can continue.
    fn find(&self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let records = self.records()?;
        let before = if self.file.exists() { read(&self.file)? } else { Vec::new() };
        let mut pictures: HashSet<String> = HashSet::new();
        for puzzle in &before {
            let position = game.open(&puzzle.rules, Some(&puzzle.position))?;
            pictures.insert(picture::of(&*position));
        }
        let first = before.iter().map(|puzzle| puzzle.source + 1).max().unwrap_or(0);
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file)?;
        let bar = ProgressBar::new(self.count as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} puzzles, {eta} left  {msg}",
        )?);
        bar.set_position(before.len() as u64);
        let mut count = before.len();
        let (begin, next, stop) = (Instant::now(), AtomicU64::new(first), AtomicBool::new(false));
        let limit = self.seconds.map(Duration::from_secs);
        std::thread::scope(|scope| -> Result<()> {
            let (send, receive) = mpsc::channel::<(u64, Result<Vec<Puzzle>>)>();
            for _ in 0..self.threads() {
                let (send, next, stop, records) = (send.clone(), &next, &stop, &records);
                scope.spawn(move || {
                    let mut finder =
                        Finder::new(game, &self.rules, self.seed, self.judge(game, self.nodes));
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let found = if records.is_empty() {
                            finder.in_own_game(number, stop)
                        } else if let Some(record) = records.get(number as usize) {
                            finder.in_record(number, record, stop)
                        } else {
                            break;
                        };
                        if send.send((number, found)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut next_game = first;
            // Results that arrive after the last puzzle are dropped.
            for (number, found) in receive {
                waiting.insert(number, found);
                while let Some(found) = waiting.remove(&next_game) {
                    next_game += 1;
                    for puzzle in found.inspect_err(|_| stop.store(true, Ordering::Relaxed))? {
                        let position = game.open(&puzzle.rules, Some(&puzzle.position))?;
                        if count < self.count && pictures.insert(picture::of(&*position)) {
                            count += 1;
                            append(&mut file, &puzzle)?;
                            bar.set_position(count as u64);
                        }
                    }
                    bar.set_message(counted(next_game, "game"));
                }
                let late = limit.is_some_and(|limit| begin.elapsed() >= limit);
                if count >= self.count || late {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        let seconds = begin.elapsed().as_secs_f64();
        let found = counted(count, "puzzle");
        writeln!(out, "{found} in {}, {seconds:.0} s", self.file.display())?;
        Ok(())
    }

    fn records(&self) -> Result<Vec<Record>> {
        let mut records = Vec::new();
        for file in &self.games {
            let name = || file.display().to_string();
            let text = fs::read_to_string(file).with_context(name)?;
            for record in Record::parse_all(&text, Some(&self.game)) {
                records.push(record.with_context(name)?);
            }
        }
        Ok(records)
    }
}

/// Reads the puzzles of a file. A partial last line of an interrupted run is removed.
fn read(file: &Path) -> Result<Vec<Puzzle>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    if whole.len() + 1 < text.len() {
        fs::write(file, format!("{whole}\n"))?;
    }
    let lines = whole.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let parsed = lines.map(|(i, line)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), i + 1))
    });
    parsed.collect()
}

/// Removes puzzles from a file.
fn remove(file: &Path, ids: &HashSet<String>) -> Result<()> {
    let left: Vec<Puzzle> = read(file)?.into_iter().filter(|p| !ids.contains(&p.id)).collect();
    let beside = file.with_extension("part");
    let mut part = File::create(&beside)?;
    for puzzle in &left {
        append(&mut part, puzzle)?;
    }
    Ok(fs::rename(beside, file)?)
}

fn append(file: &mut File, puzzle: &Puzzle) -> Result<()> {
    let line = serde_json::to_string(puzzle)? + "\n";
    Ok(file.write_all(line.as_bytes())?)
}
