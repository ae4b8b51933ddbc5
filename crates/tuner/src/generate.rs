//! Concurrent self-play with ordered output.

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

/// Result counts of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won by the first player.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost by the first player.
    pub losses: u64,
    /// Games without an undecided opening or without an end.
    pub abandoned: u64,
    /// Number of searched positions.
    pub positions: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, abandoned, positions } = self;
        write!(f, "{positions} positions: {wins} wins, {draws} draws, {losses} losses")?;
        write!(f, " of the first player, {abandoned} games abandoned")
    }
}

/// Plays the games from number `first` on and writes them to `out`, without a header. Games
/// alternate between the rules. `progress` receives the number of games played.
///
/// When `stop` is set, games in progress are dropped and the output ends after a complete game;
/// continue from there with a larger `first`.
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
    let rules_of = |index: u64| (index % rules.len() as u64) as usize;
    let next = AtomicU64::new(first);
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..plan.threads.max(1) {
            let (send, next) = (send.clone(), &next);
            // If writing fails, the channel closes and the threads end.
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= plan.games || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let game = play::<P>(&rules[rules_of(index)], judge, plan, index, stop);
                    if send.send((index, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut writer = Writer { out, tally: Tally::default() };
        writer.write_all(receive, first, rules_of, progress)?;
        writer.out.flush()?;
        Ok(writer.tally)
    })
}

/// Checks that there are rules and that all of them are for two players.
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
    /// Writes the games in order; they arrive in any order.
    fn write_all(
        &mut self,
        games: Receiver<(u64, Outcome)>,
        first: u64,
        rules_of: impl Fn(u64) -> usize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let mut waiting = BTreeMap::new();
        let mut next = first;
        for (done, (index, game)) in (first + 1..).zip(games) {
            waiting.insert(index, game);
            while let Some(game) = waiting.remove(&next) {
                if matches!(game, Outcome::Stopped) {
                    return Ok(());
                }
                write_game(&game, rules_of(next), self.out)?;
                self.count(&game);
                next += 1;
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
