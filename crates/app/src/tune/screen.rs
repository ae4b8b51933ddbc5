//! `agon tune GAME screen`: estimates the effect of each search margin.
//!
//! Each game sets every margin to one of two values at random, against the opposite choice, so that
//! every game contributes to the estimate of every margin.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Rng;
use agon_games::AnyGame;
use agon_search::Limits;
use agon_tactics::Margins;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::count::counted;

use super::bar;
use super::pairs::Pairs;
use super::spsa::{margins_of, step, tunable};

#[derive(Args)]
pub(super) struct Screen {
    /// Number of games, in pairs from the same opening
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(4..))]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Number of steps by which each margin is changed
    #[arg(long, value_name = "N", default_value_t = 2)]
    steps: i32,
    /// File with lines `NAME LOW HIGH`: screen only these margins, with these values
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    pairs: Pairs,
}

/// A margin with the two values to compare.
struct Factor {
    name: String,
    low: i32,
    high: i32,
}

/// Results so far.
#[derive(Clone, Default)]
struct Tally {
    pairs: u64,
    /// Sum of squared pair scores, for the error.
    squares: f64,
    /// Sum of pair scores for the high value of each factor.
    for_high: Vec<f64>,
}

/// Percentage points per point of a pair score, which is at most 2.
const HUNDREDTHS: f64 = 25.0;

impl Screen {
    pub(super) fn run(&self, game: &'static dyn AnyGame, out: &mut impl Write) -> Result<()> {
        let factors = self.factors(game)?;
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let duel = self.pairs.duel(game, limits)?;
        let (begin, next) = (Instant::now(), AtomicU64::new(0));
        let empty = Tally { for_high: vec![0.0; factors.len()], ..Tally::default() };
        let tally = Mutex::new(empty);
        let bar = bar(self.games, "games")?;
        let work = || -> Result<()> {
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if 2 * pair >= self.games || self.pairs.are_enough(begin) {
                    return Ok(());
                }
                let mut rng = Rng::new(self.pairs.seed.wrapping_mul(1_000_003).wrapping_add(pair));
                let highs: Vec<bool> = factors.iter().map(|_| rng.below(2) == 1).collect();
                let first = choose(game, &factors, &highs, true)?;
                let second = choose(game, &factors, &highs, false)?;
                let points = duel.play_pair([first, second], rng.next_u64())?;
                tally.lock().unwrap_or_else(PoisonError::into_inner).record(&highs, points);
                bar.inc(2);
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.pairs.threads()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(_) => bail!("a game panicked"),
            })
        })?;
        bar.finish_and_clear();
        let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        print(&factors, &tally, begin.elapsed(), out)
    }

    fn factors(&self, game: &'static dyn AnyGame) -> Result<Vec<Factor>> {
        let usual = game.margins();
        let Some(plan) = &self.plan else {
            let factor = |(margin, begin): (&agon_tactics::Margin, i32)| {
                let by = self.steps * step(margin, begin);
                let value = |value: i32| value.clamp(margin.least, margin.most);
                Factor { name: margin.name.into(), low: value(begin - by), high: value(begin + by) }
            };
            return Ok(tunable(&usual).map(factor).collect());
        };
        let name = || plan.display().to_string();
        let text = fs::read_to_string(plan).with_context(name)?;
        let factor = |line: &str| -> Result<Factor> {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[name, low, high] = words.as_slice() else { bail!("expected NAME LOW HIGH") };
            let margin = Margins::ALL.iter().find(|margin| margin.name == name);
            let margin = margin.with_context(|| format!("unknown margin {name}"))?;
            let value = |text: &str| -> Result<i32> {
                let value = text.parse().context("expected a whole number")?;
                let allowed = margin.least..=margin.most;
                ensure!(allowed.contains(&value), "{value} is outside {allowed:?}");
                Ok(value)
            };
            Ok(Factor { name: name.into(), low: value(low)?, high: value(high)? })
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(nth, line)| factor(line).with_context(|| format!("{}:{}", name(), nth + 1)))
            .collect()
    }
}

/// Returns the margins of a choice, or of the opposite choice.
fn choose(
    game: &'static dyn AnyGame,
    factors: &[Factor],
    highs: &[bool],
    as_chosen: bool,
) -> Result<Margins> {
    let names: Vec<&str> = factors.iter().map(|factor| factor.name.as_str()).collect();
    let value = |(factor, &high): (&Factor, &bool)| {
        if high == as_chosen { factor.high } else { factor.low }
    };
    margins_of(game, &names, &factors.iter().zip(highs).map(value).collect::<Vec<i32>>())
}

impl Tally {
    fn record(&mut self, highs: &[bool], points: f64) {
        self.pairs += 1;
        self.squares += points * points;
        for (sum, &high) in self.for_high.iter_mut().zip(highs) {
            *sum += if high { points } else { -points };
        }
    }
}

fn print(factors: &[Factor], tally: &Tally, elapsed: Duration, out: &mut impl Write) -> Result<()> {
    let pairs = tally.pairs.max(1) as f64;
    let error = HUNDREDTHS * (tally.squares / pairs).sqrt() / pairs.sqrt();
    let (games, seconds) = (2 * tally.pairs, elapsed.as_secs_f64());
    let games = counted(games, "game");
    writeln!(
        out,
        "{games}, {seconds:.0} s; percentage points of the high value over the low one,"
    )?;
    writeln!(out, "standard error {error:.2}:")?;
    for (factor, sum) in factors.iter().zip(&tally.for_high) {
        let Factor { name, low, high } = factor;
        writeln!(out, "{name:<26} {low:>6} {high:>6} {:>+6.2}", HUNDREDTHS * sum / pairs)?;
    }
    Ok(())
}
