//! Many games of self-play at once, written down in their order.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::{fmt, thread};

use agon_core::Player;
use agon_tactics::Tactics;

use crate::Error;
use crate::games::write_game;
use crate::self_play::{Judge, Outcome, SelfPlay, play};

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
    /// Positions that were searched.
    pub positions: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, abandoned, positions } = self;
        write!(f, "{positions} positions: {wins} wins, {draws} draws, {losses} losses")?;
        write!(f, " of the first player, {abandoned} games abandoned")
    }
}

/// Plays games from number `first` on and writes them to `out`, without a header. With several rules
/// the games take turns. `progress` hears how many games are done, now and then.
///
/// When `stop` is set, the games in progress are dropped; what was written is the beginning
/// of what would have been, and whoever goes on from there gets the rest.
pub fn generate<P: Tactics>(
    rules: &[P::Rules],
    judge: Judge<'_, P>,
    plan: &SelfPlay,
    first: u64,
    out: &mut dyn Write,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Tally, Error> {
    for_two::<P>(rules)?;
    let number_of_rules = |index: u64| (index % rules.len() as u64) as usize;
    let next = AtomicU64::new(first);
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
                    let game = play::<P>(&rules[number_of_rules(index)], judge, plan, index, stop);
                    if send.send((index, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut writer = Writer { out, tally: Tally::default() };
        writer.write_all(receive, first, number_of_rules, progress)?;
        writer.out.flush()?;
        Ok(writer.tally)
    })
}

/// Are these rules by which a player can play against itself?
pub(crate) fn for_two<P: Tactics>(rules: &[P::Rules]) -> Result<(), Error> {
    if rules.is_empty() {
        return Err(Error::NoRules);
    }
    let mut seats = rules.iter().map(|rules| P::start(rules).players());
    seats.find(|&seats| seats != 2).map_or(Ok(()), |seats| Err(Error::Seats(seats)))
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    tally: Tally,
}

impl Writer<'_> {
    /// Writes the games in their order, in whatever order they come.
    fn write_all(
        &mut self,
        games: Receiver<(u64, Outcome)>,
        first: u64,
        number_of_rules: impl Fn(u64) -> usize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let mut early = BTreeMap::new();
        let mut due = first;
        for (done, (index, game)) in (first + 1..).zip(games) {
            early.insert(index, game);
            while let Some(game) = early.remove(&due) {
                if matches!(game, Outcome::Stopped) {
                    return Ok(());
                }
                write_game(&game, number_of_rules(due), self.out)?;
                self.count(&game);
                due += 1;
            }
            progress(done);
        }
        Ok(())
    }

    fn count(&mut self, game: &Outcome) {
        let Outcome::Ended(game) = game else {
            self.tally.abandoned += 1;
            return;
        };
        *match game.winner {
            None => &mut self.tally.draws,
            Some(Player::FIRST) => &mut self.tally.wins,
            Some(_) => &mut self.tally.losses,
        } += 1;
        self.tally.positions += game.moves.len() as u64;
    }
}
