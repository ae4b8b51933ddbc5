//! Games of `perfect` from positions of known value: it must win won positions and must not lose
//! drawn ones.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use agon_core::{Player, Rng};
use agon_games::solved::{AnyTablebase, PERFECT};
use agon_games::{AnyGame, AnyMatch, Order, Searcher};
use agon_search::Limits;
use agon_solver::{Value, Wdl};
use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;

/// Transposition table size in megabytes.
const MEMORY: usize = 4;

/// Parameters of the trial.
pub(super) struct Trial {
    pub(super) game: &'static dyn AnyGame,
    pub(super) tablebase: Arc<dyn AnyTablebase>,
    pub(super) rules: String,
    /// Number of won positions, and of drawn ones.
    pub(super) positions: usize,
    /// Nodes per move of the opponents.
    pub(super) nodes: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// An opponent of `perfect`.
#[derive(Clone)]
enum Opponent {
    Random,
    Kind(Order),
}

impl Opponent {
    fn name(&self) -> &str {
        match self {
            Opponent::Random => "random moves",
            Opponent::Kind(order) => &order.kind,
        }
    }
}

/// Result of a game.
struct Finished {
    /// Start position.
    start: String,
    opponent: usize,
    winner: Option<Player>,
    /// Side of `perfect`.
    hero: Player,
    reason: String,
    /// In a draw: distance in plies to the next placement or removal, if the rules allow less.
    too_long: Option<u32>,
}

impl Trial {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let won = self.won(out)?;
        let drawn = self.drawn(out)?;
        ensure!(won && drawn, "the tables, or the games played with them, are wrong");
        Ok(())
    }

    /// Whether `perfect` wins all won positions that can be won within the limits of the rules.
    fn won(&self, out: &mut impl Write) -> Result<bool> {
        let defence = [Opponent::Kind(self.order(PERFECT))];
        let games = self.play_all(Wdl::Won, &defence)?;
        let wins = games.iter().filter(|game| game.winner == Some(game.hero)).count();
        let positions = counted(games.len(), "position");
        writeln!(out, "won: {positions}, {wins} won against the best defence")?;
        let mut explained = true;
        for game in games.iter().filter(|game| game.winner != Some(game.hero)) {
            let why = game.too_long.map_or_else(
                || "unexplained".into(),
                |plies| {
                    format!(
                        "the next removal takes {}, more than the rules allow",
                        counted(plies, "ply")
                    )
                },
            );
            explained &= game.too_long.is_some();
            writeln!(out, "  {}: {}, {why}", game.start, game.reason)?;
        }
        Ok(explained && !games.is_empty())
    }

    /// Whether `perfect` loses no drawn position.
    fn drawn(&self, out: &mut impl Write) -> Result<bool> {
        let kinds = self.game.kinds().into_iter().map(|kind| self.order(kind.name));
        let mut opponents: Vec<Opponent> = kinds.map(Opponent::Kind).collect();
        opponents.push(Opponent::Random);
        let games = self.play_all(Wdl::Drawn, &opponents)?;
        writeln!(out, "drawn: {}", counted(games.len(), "position"))?;
        let mut lost = 0;
        for (nth, opponent) in opponents.iter().enumerate() {
            let against = || games.iter().filter(|game| game.opponent == nth);
            let wins = against().filter(|game| game.winner == Some(game.hero)).count();
            let draws = against().filter(|game| game.winner.is_none()).count();
            let losses = against().count() - wins - draws;
            lost += losses;
            writeln!(
                out,
                "  against {}: {wins} won, {draws} drawn, {losses} lost",
                opponent.name()
            )?;
        }
        for game in games.iter().filter(|game| game.winner == Some(game.hero.other())) {
            writeln!(out, "  lost from {}: {}", game.start, game.reason)?;
        }
        Ok(lost == 0 && !games.is_empty())
    }

    fn order(&self, kind: &str) -> Order {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let oracle = (kind == PERFECT).then(|| Arc::clone(&self.tablebase) as _);
        Order { kind: kind.into(), limits, oracle, ..Order::default() }
    }

    /// Plays positions of this value against the opponents in turn. In drawn positions `perfect`
    /// alternates between the sides.
    fn play_all(&self, wdl: Wdl, opponents: &[Opponent]) -> Result<Vec<Finished>> {
        let bar = ProgressBar::new(self.positions as u64);
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left",
        )?);
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, Finished)>> = Mutex::default();
        let work = || -> Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.positions {
                    return Ok(());
                }
                let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003) + index as u64);
                let Some(start) = self.tablebase.draw(Some(wdl), &mut rng)? else {
                    bail!("the tables have no position with the value {wdl:?}");
                };
                let opponent = index % opponents.len();
                let swap = wdl == Wdl::Drawn && index / opponents.len() % 2 == 1;
                let game = self.game.open(&self.rules, Some(&start.text()))?;
                let hero = if swap { game.turn().other() } else { game.turn() };
                let finished = self.play(game, hero, opponent, &opponents[opponent], &mut rng)?;
                let mut done = done.lock().expect("no thread panics while it holds the lock");
                done.push((index, finished));
                bar.inc(1);
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(_) => bail!("a game panicked"),
            })
        })?;
        bar.finish_and_clear();
        let mut done = done.into_inner().expect("no thread panicked");
        done.sort_by_key(|(index, _)| *index);
        Ok(done.into_iter().map(|(_, finished)| finished).collect())
    }

    fn play(
        &self,
        mut game: Box<dyn AnyMatch>,
        hero: Player,
        number: usize,
        opponent: &Opponent,
        rng: &mut Rng,
    ) -> Result<Finished> {
        let perfect = self.order(PERFECT);
        let mut searchers = [(); 2].map(|()| Searcher::new(MEMORY, rng.next_u64()));
        let start = game.position();
        let mut settled = start.clone();
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            let is_hero = game.turn() == hero;
            let order = match opponent {
                _ if is_hero => Some(&perfect),
                Opponent::Kind(order) => Some(order),
                Opponent::Random => None,
            };
            let text = match order {
                Some(order) => {
                    let searcher = &mut searchers[usize::from(is_hero)];
                    let stop = AtomicBool::new(false);
                    game.think(searcher, order, &stop, &mut |_| {})?
                        .best
                        .context("no move found")?
                }
                None => {
                    let mut moves = game.moves();
                    moves.swap_remove(rng.below(moves.len()))
                }
            };
            game.play(&text)?;
            let position = game.position();
            if self.tablebase.read(&self.rules, &position)?.is_settled() {
                settled = position;
            }
        };
        let winner = ending.winner();
        let settled = self.tablebase.read(&self.rules, &settled)?;
        let needed = match settled.value()? {
            Some(Value::Won(plies) | Value::Lost(plies)) => plies,
            Some(Value::Drawn) | None => 0,
        };
        let is_longer = winner.is_none() && settled.plies_left().is_some_and(|left| needed > left);
        let too_long = is_longer.then_some(needed);
        let reason = ending.verdict(&game.seats());
        Ok(Finished { start, opponent: number, winner, hero, reason, too_long })
    }
}
