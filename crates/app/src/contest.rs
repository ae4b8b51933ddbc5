//! `agon match`: matches between computer players.

mod contestant;
mod opening;
mod score;
mod spec;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use agon_core::{Player, Rng};
use agon_games::record::Record;
use agon_games::{AnyGame, AnyMatch};
use agon_search::{Limits, Time};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::count::counted;
use contestant::Contestant;
pub(crate) use opening::Opening;
use score::{Score, Sprt};
use spec::Spec;

/// Who plays, how often and under which conditions.
const PLAYERS: &str = "\
SPEC describes a player as a comma-separated list of NAME=VALUE; an empty one is
the strongest player:
  kind=NAME       kind of player, see `agon games --long` [default: agon]
  level=1..10     strength [default: 10]
  variety=on|off  vary the first moves [default: off]
  eval=NAME       evaluation, such as classic or network
  network=FILE    network file instead of the built-in one
  margins=FILE    margins found by `agon tune GAME spsa`
  features=LIST   all or plain, followed by +FEATURE or -FEATURE
  hash=MB         size of the transposition table [default: 16]
  threads=N       search threads [default: 1]
  nodes=N         nodes per move, instead of --nodes
  database=DIR    tablebases of solved games
  cmd=COMMAND     external UCI engine; the items after it are its options

Examples:
  agon match GAME --first level=7 --second level=5,eval=classic
  agon match GAME --first kind=guided-tree --movetime 500 --games 20
  agon match GAME --second cmd=stockfish,Hash=16,Threads=1 --out games.pgn";

/// Milliseconds per move without any limit on the command line.
const DEFAULT_MOVETIME: u64 = 100;

#[derive(Args)]
#[command(after_help = PLAYERS)]
pub(crate) struct Contest {
    /// Game id; `agon games` lists them
    game: String,
    /// First player (see SPEC below)
    #[arg(long, value_name = "SPEC", default_value = "")]
    first: String,
    /// Second player; it has all other seats in games for more than two
    #[arg(long, value_name = "SPEC", default_value = "")]
    second: String,
    /// Number of games; each opening is played once per seating
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Milliseconds per move [default: 100, unless --nodes or --depth is given]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies per move
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Rules options, such as layout=wall
    #[arg(long, value_name = "K=V,...", default_value = "")]
    rules: String,
    /// Random plies at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: u32,
    /// Redraw openings in which a search sees an advantage above N hundredths of a piece
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..))]
    even: Option<i32>,
    /// Seed of the openings and all other random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Stop when the test decides between a difference of ELO0 and of ELO1
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Play each level against the level two below it
    #[arg(long, conflicts_with_all = ["sprt", "out"])]
    ladder: bool,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Result of one game.
struct Outcome {
    /// Seat of the first player.
    seat: Player,
    /// Points of the first player: 1, 0.5 or 0.
    points: f64,
    plies: usize,
    verdict: String,
    /// Player and error, if a player failed.
    fault: Option<String>,
    record: String,
}

impl Contest {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<()> {
        let game = agon_games::find(&self.game)?;
        let seats = game.open(&self.rules, None)?.seats().count();
        ensure!(
            self.even.is_none() || seats == 2,
            "--even: only for games of 2 players, not of {seats}"
        );
        if self.ladder {
            return self.run_ladder(game, seats, out);
        }
        let specs = [Spec::parse(&self.first)?, Spec::parse(&self.second)?];
        let sprt = self.sprt.as_deref().map(Sprt::parse).transpose()?;
        for spec in &specs {
            spec.check(game, seats)?;
        }
        let outcomes = self.play_all(game, seats, &specs, sprt.as_ref())?;
        self.summarise(&outcomes, seats, sprt.as_ref(), out)?;
        if let Some(file) = &self.out {
            let records: Vec<&str> = outcomes.iter().map(|o| o.record.as_str()).collect();
            fs::write(file, records.join("\n"))
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }

    /// Plays each level against the one two below it, with the given players as the two sides.
    fn run_ladder(
        &self,
        game: &'static dyn AnyGame,
        seats: usize,
        out: &mut impl Write,
    ) -> Result<()> {
        for level in 3..=10 {
            let at = |spec: &str, level: u8| Spec::parse(&format!("{spec},level={level}"));
            let specs = [at(&self.first, level)?, at(&self.second, level - 2)?];
            specs.iter().try_for_each(|spec| spec.check(game, seats))?;
            let outcomes = self.play_all(game, seats, &specs, None)?;
            let score = Score::of(outcomes.iter().map(|o| o.points));
            writeln!(
                out,
                "{} level {level} against {}: {}",
                self.game,
                level - 2,
                score.long(seats)
            )?;
            out.flush()?;
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let movetime = self.movetime.or(unlimited.then_some(DEFAULT_MOVETIME));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: movetime.map(|ms| Time::Exactly(Duration::from_millis(ms))),
            since: None,
        }
    }

    /// Plays the games on several threads. Outcomes are in the order of the games.
    fn play_all(
        &self,
        game: &'static dyn AnyGame,
        seats: usize,
        specs: &[Spec; 2],
        sprt: Option<&Sprt>,
    ) -> Result<Vec<Outcome>> {
        let bar = ProgressBar::new(self.games.into());
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left  {msg}",
        )?);
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        let done: Mutex<Vec<Option<Outcome>>> = Mutex::new(Vec::new());
        let work = || -> Result<()> {
            let mut players = [specs[0].contestant(game)?, specs[1].contestant(game)?];
            while !enough.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.games as usize {
                    break;
                }
                let outcome = self.play_one(game, seats, index, &mut players)?;
                let mut done = done.lock().expect("no thread panics while it holds the lock");
                if done.len() <= index {
                    done.resize_with(index + 1, || None);
                }
                done[index] = Some(outcome);
                let score = Score::of(done.iter().flatten().map(|o| o.points));
                bar.set_message(score.short());
                bar.inc(1);
                if sprt.is_some_and(|sprt| sprt.verdict(&score).is_some()) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(_) => bail!("a game panicked"),
            })
        })?;
        bar.finish_and_clear();
        let done = done.into_inner().expect("no thread panicked");
        Ok(done.into_iter().flatten().collect())
    }

    fn play_one(
        &self,
        game: &'static dyn AnyGame,
        seats: usize,
        index: usize,
        players: &mut [Box<dyn Contestant>; 2],
    ) -> Result<Outcome> {
        // One opening per round of seatings.
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003) + (index / seats) as u64);
        let seat = Player::new(index % seats).context("too many seats")?;
        let opening = Opening { plies: self.opening, even: self.even };
        let mut played = opening.draw(game, &self.rules, &mut rng)?;
        for player in players.iter_mut() {
            player.new_game(rng.next_u64())?;
        }
        let mut fault = None;
        let ending = loop {
            if let Some(ending) = played.ending() {
                break ending;
            }
            let mover = played.turn();
            let player = &mut players[usize::from(mover != seat)];
            let answer = player.choose(&*played, self.limits());
            let made = answer.and_then(|text| Ok(played.play(&text)?));
            if let Err(error) = made {
                let who = if mover == seat { "first" } else { "second" };
                let name = &played.seats()[mover].name;
                fault = Some(format!("the {who} player ({name}): {error:#}"));
                played.resign(mover);
                if played.ending().is_none() {
                    bail!("a player failed in a game of several: {error:#}");
                }
            }
        };
        let first = ending.places()[seat];
        let best_other =
            Player::all(seats).filter(|&p| p != seat).map(|p| ending.places()[p]).min();
        let points = match ending.winner() {
            Some(winner) if winner == seat => 1.0,
            None if Some(first) <= best_other => 1.0 / seats as f64,
            _ => 0.0,
        };
        let verdict = ending.verdict(&played.seats());
        let plies = played.past().len();
        let record = self.record(game, &*played, seat);
        Ok(Outcome { seat, points, plies, verdict, fault, record })
    }

    fn record(&self, kind: &'static dyn AnyGame, played: &dyn AnyMatch, seat: Player) -> String {
        let name = |player: Player| {
            let spec = if player == seat { &self.first } else { &self.second };
            if spec.is_empty() { "agon".to_owned() } else { spec.clone() }
        };
        let players = Player::all(played.seats().count()).map(name).collect();
        let game = played.fork();
        Record { players, ..Record::new(kind, game) }.to_string()
    }

    fn summarise(
        &self,
        outcomes: &[Outcome],
        seats: usize,
        sprt: Option<&Sprt>,
        out: &mut impl Write,
    ) -> Result<()> {
        let score = Score::of(outcomes.iter().map(|o| o.points));
        let games = counted(outcomes.len(), "game");
        writeln!(out, "{games} of {}: {}", self.game, score.long(seats))?;
        let names = agon_games::find(&self.game)?.open(&self.rules, None)?.seats();
        for player in Player::all(seats) {
            let of_seat = outcomes.iter().filter(|o| o.seat == player).map(|o| o.points);
            writeln!(out, "  as {}: {}", names[player].name, Score::of(of_seat).short())?;
        }
        let wins: Vec<&Outcome> = outcomes.iter().filter(|o| o.points == 1.0).collect();
        if !wins.is_empty() {
            let plies: usize = wins.iter().map(|o| o.plies).sum();
            let rounds = plies as f64 / wins.len() as f64 / seats as f64;
            writeln!(out, "  won games: {rounds:.1} moves per player on average")?;
        }
        let mut verdicts: Vec<&str> = outcomes.iter().map(|o| o.verdict.as_str()).collect();
        verdicts.sort_unstable();
        for group in verdicts.chunk_by(|a, b| a == b) {
            writeln!(out, "  {} x {}", group.len(), group[0])?;
        }
        for fault in outcomes.iter().filter_map(|o| o.fault.as_deref()).take(5) {
            writeln!(out, "  failed: {fault}")?;
        }
        if let Some(sprt) = sprt {
            writeln!(out, "  {}", sprt.describe(&score))?;
        }
        Ok(())
    }
}
