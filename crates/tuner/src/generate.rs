//! Many games of self-play at once, written down in their order.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::{fmt, thread};

use agon_core::{Notation, Player, Position, Rules};
use agon_tactics::Tactics;

use crate::Error;
use crate::sample::Sample;
use crate::self_play::{Game, Moment, SelfPlay, play};

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
    /// Games that were given up: no opening left them open, or they would not end.
    pub abandoned: u64,
    /// Positions written down.
    pub positions: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, abandoned, positions } = self;
        write!(f, "{positions} positions: {wins} wins, {draws} draws, {losses} losses")?;
        write!(f, " of the first player, {abandoned} games abandoned")
    }
}

/// Plays games and writes their quiet positions to `out`, one a line. With several rules the
/// games take turns. `progress` hears how many games are done, now and then.
///
/// When `stop` is set, the games in progress are dropped; what was written is the beginning
/// of what would have been.
pub fn generate<P: Tactics + Notation>(
    rules: &[P::Rules],
    evaluate: fn(&P, Player) -> i32,
    plan: &SelfPlay,
    out: &mut dyn Write,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Tally, Error> {
    if rules.is_empty() {
        return Err(Error::NoRules);
    }
    let seats = rules.iter().map(|rules| P::start(rules).players());
    if let Some(seats) = seats.into_iter().find(|&seats| seats != 2) {
        return Err(Error::Seats(seats));
    }
    let rules_of = |index: u64| &rules[(index % rules.len() as u64) as usize];
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..plan.threads.max(1) {
            let (send, next) = (send.clone(), &next);
            // A failing writer hangs up, and nobody begins another game.
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= plan.games || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let game = play::<P>(rules_of(index), evaluate, plan, index, stop);
                    if send.send((index, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut writer = Writer::<P> { out, rules: None, tally: Tally::default() };
        writer.write_all(receive, rules_of, progress)?;
        writer.out.flush()?;
        Ok(writer.tally)
    })
}

struct Writer<'a, P: Position> {
    out: &'a mut dyn Write,
    /// The rules of what was written last.
    rules: Option<P::Rules>,
    tally: Tally,
}

impl<P: Position> Writer<'_, P> {
    /// Writes the games in their order, in whatever order they come.
    fn write_all<'r>(
        &mut self,
        games: Receiver<(u64, Game)>,
        rules_of: impl Fn(u64) -> &'r P::Rules,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (done, (index, game)) in (1..).zip(games) {
            early.insert(index, game);
            while let Some(game) = early.remove(&due) {
                if !self.write_game(&game, rules_of(due))? {
                    return Ok(());
                }
                due += 1;
            }
            progress(done);
        }
        Ok(())
    }

    /// Answers whether the game had been left to come to an end.
    fn write_game(&mut self, game: &Game, rules: &P::Rules) -> Result<bool, Error> {
        let (winner, moments) = match game {
            Game::Stopped => return Ok(false),
            Game::Abandoned => {
                self.tally.abandoned += 1;
                return Ok(true);
            }
            Game::Ended { winner, moments } => (*winner, moments),
        };
        *match winner {
            None => &mut self.tally.draws,
            Some(Player::FIRST) => &mut self.tally.wins,
            Some(_) => &mut self.tally.losses,
        } += 1;
        if moments.is_empty() {
            return Ok(true);
        }
        if self.rules != Some(*rules) {
            writeln!(self.out, "rules {}", rules.text())?;
            self.rules = Some(*rules);
        }
        for Moment { score, text } in moments {
            writeln!(self.out, "{}", Sample { winner, score: *score, text })?;
        }
        writeln!(self.out)?;
        self.tally.positions += moments.len() as u64;
        Ok(true)
    }
}
