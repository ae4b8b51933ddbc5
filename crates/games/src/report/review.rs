//! Goes through a game.
//!
//! The game is gone through from its end to its beginning: what is found about a position is then known
//! to whoever thinks about the one before, so that a mistake shows where it was made and not when its
//! punishment came into sight. Afterwards the largest losses are looked at once more, for longer.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use agon_core::Player;
use agon_search::{Limits, Time};

use super::chance::{certain, chance};
use super::judge::{Judged, Moment, Report, judge};
use crate::solved::Oracle;
use crate::{AnyMatch, Order, Played, Thought, find};

/// Moves of a line that are kept.
const LONGEST_LINE: usize = 8;
/// The part of the time that goes to the second look.
const SECOND_LOOK: f64 = 0.3;
/// So many moves get one: the position before and the one after.
const MOST_SECOND_LOOKS: usize = 5;
/// Only losses of so much are worth it.
const DOUBTFUL: f64 = 0.08;
/// Without a time the second look takes so many times as much.
const FACTOR: u64 = 6;

/// What a report may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Time for the whole game. However long the game is, each position gets a little: a very long one
    /// takes longer.
    Time(Duration),
    /// Positions visited for each position of the game: the same report every time, on one thread.
    Nodes(u64),
}

/// What each position gets at least, and at most.
const LEAST: Duration = Duration::from_millis(40);
const MOST: Duration = Duration::from_secs(2);

impl Effort {
    /// For somebody who only wants a glance.
    pub const QUICK: Effort = Effort::Time(Duration::from_secs(5));
    /// What is usual: a game of 60 moves of each side takes 15 seconds.
    pub const USUAL: Effort = Effort::Time(Duration::from_secs(15));
    /// For somebody who has time.
    pub const DEEP: Effort = Effort::Time(Duration::from_secs(60));

    /// Limits of a search, of so many.
    fn limits(self, searches: usize) -> Limits {
        match self {
            Effort::Time(whole) => {
                let each = whole.mul_f64(1.0 - SECOND_LOOK) / searches.max(1) as u32;
                let time = each.clamp(LEAST, MOST);
                Limits { time: Some(Time::Exactly(time)), ..Limits::default() }
            }
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        }
    }

    /// Limits of a second look, of so many.
    fn longer(self, looks: usize) -> Limits {
        match self {
            Effort::Time(whole) => {
                let each = whole.mul_f64(SECOND_LOOK) / looks.max(1) as u32;
                let time = each.clamp(2 * LEAST, MOST);
                Limits { time: Some(Time::Exactly(time)), ..Limits::default() }
            }
            Effort::Nodes(nodes) => {
                Limits { nodes: Some(FACTOR.saturating_mul(nodes)), ..Limits::default() }
            }
        }
    }
}

/// A position to think about.
pub struct Task {
    /// The position, with those before it.
    pub game: Box<dyn AnyMatch>,
    /// How.
    pub order: Order,
    /// The number of steps before it.
    pub place: usize,
}

/// What is known of a position.
#[derive(Clone, Default)]
struct Found {
    /// The chance of the player to move.
    chance: f64,
    line: Vec<String>,
    /// What moves are worth to who makes them, as far as it was told.
    moves: HashMap<String, f64>,
    exact: bool,
}

/// A game on its way to a report.
pub struct Review {
    /// The game at the position that is thought about next while it is gone through.
    game: Box<dyn AnyMatch>,
    steps: Vec<Played>,
    /// Who is to move at each position.
    turns: Vec<Player>,
    players: usize,
    scale: f64,
    effort: Effort,
    oracle: Option<Arc<dyn Oracle>>,
    threads: usize,
    /// Of each position from the first to the last.
    found: Vec<Option<Found>>,
    /// Everybody's share at the end of a game that was played to its end.
    end: Option<Vec<f64>>,
    /// Positions that were not gone through yet.
    left: usize,
    /// Those that get a second look; `None` before it is known which.
    second: Option<Vec<usize>>,
    looks: usize,
    done: usize,
}

impl Review {
    /// A game to be gone through at this expense; `oracle` knows how some positions end.
    #[must_use]
    pub fn new(game: &dyn AnyMatch, effort: Effort, oracle: Option<Arc<dyn Oracle>>) -> Review {
        let steps = game.past();
        let players = game.seats().count();
        let mut game = game.fork();
        let ending = game.ending();
        // An end that was declared, such as by resignation, says nothing about the position.
        let declared = ending.is_some() && {
            let mut before = game.fork();
            before.undo();
            before.past().len() == steps.len()
        };
        if declared {
            game.undo();
        }
        let end = ending.filter(|_| !declared).map(|ending| match ending.winner() {
            Some(winner) => shares(players, |player| if player == winner { 1.0 } else { 0.0 }),
            None => shares(players, |_| 1.0),
        });
        let mut turns = vec![game.turn()];
        let mut walked = game.fork();
        for _ in &steps {
            walked.undo();
            turns.push(walked.turn());
        }
        turns.reverse();
        let positions = steps.len() + 1;
        let left = if end.is_some() { positions - 1 } else { positions };
        if end.is_some() {
            game.undo();
        }
        Review {
            scale: find(game.id()).map_or(200.0, |game| game.winning_scale()),
            game,
            steps,
            turns,
            players,
            effort,
            oracle,
            threads: 1,
            found: vec![None; positions],
            end,
            left,
            second: None,
            looks: 0,
            done: 0,
        }
    }

    /// The same with so many threads for each search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Review {
        Review { threads, ..self }
    }

    /// How many searches are done, of how many. There may be fewer in the end.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let first = self.found.len() - usize::from(self.end.is_some());
        let second = match &self.second {
            Some(_) => self.looks,
            None => (2 * MOST_SECOND_LOOKS).min(first),
        };
        (self.done, first + second)
    }

    /// What is to be thought about next; nothing when all is known.
    pub fn next_task(&mut self) -> Option<Task> {
        if self.left > 0 {
            let place = self.left - 1;
            self.left -= 1;
            let game = self.game.fork();
            self.game.undo();
            let limits = self.effort.limits(self.turns.len());
            return Some(Task { order: self.order(&*game, limits), game, place });
        }
        if self.second.is_none() {
            let second = self.doubtful();
            self.looks = second.len();
            self.second = Some(second);
        }
        let place = self.second.as_mut()?.pop()?;
        let limits = self.effort.longer(self.looks);
        let game = self.position(place);
        Some(Task { order: self.order(&*game, limits), game, place })
    }

    fn order(&self, game: &dyn AnyMatch, limits: Limits) -> Order {
        Order {
            // With more than two nobody else's thought tells what a move is worth to who made it.
            lines: if self.players > 2 { game.moves().len().max(1) } else { 1 },
            limits,
            threads: self.threads,
            oracle: self.oracle.clone(),
            verdicts: true,
            ..Order::default()
        }
    }

    /// The game after so many steps.
    fn position(&self, place: usize) -> Box<dyn AnyMatch> {
        // It was gone through: the game is at its beginning.
        let mut game = self.game.fork();
        for step in &self.steps[..place] {
            match step {
                Played::Move { view, .. } => {
                    let played = game.play(&view.text);
                    debug_assert!(played.is_ok(), "a move of a match is legal where it was made");
                }
                Played::Withdrawal(player) => game.leave(*player),
            }
        }
        game
    }

    /// The positions before and after the moves that seem to have cost most, the latest last, which is
    /// looked at first.
    fn doubtful(&self) -> Vec<usize> {
        let report = self.report();
        let mut moves: Vec<_> = report.moves.iter().filter(|one| one.loss >= DOUBTFUL).collect();
        moves.retain(|one| !one.moment.exact);
        moves.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        moves.truncate(MOST_SECOND_LOOKS);
        let places = moves.iter().flat_map(|one| {
            let after = (self.players == 2).then_some(one.moment.ply);
            [Some(one.moment.ply - 1), after].into_iter().flatten()
        });
        let last = self.found.len() - 1;
        let mut places: Vec<usize> =
            places.filter(|&place| place < last || self.end.is_none()).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Hands in what was thought about the position after so many steps.
    pub fn take(&mut self, place: usize, thought: &Thought) {
        self.done += 1;
        let value = thought.verdicts.as_deref().and_then(|probe| probe.value);
        let known = thought.verdicts.as_deref().map_or(&[][..], |probe| &probe.moves);
        let mut moves: HashMap<String, f64> = HashMap::new();
        if self.players > 2 {
            let lines = thought.lines.iter();
            moves.extend(lines.filter_map(|line| {
                Some((line.moves.first()?.clone(), chance(line.score, self.scale)))
            }));
        }
        moves.extend(
            known.iter().filter_map(|(text, value)| Some((text.clone(), certain((*value)?)))),
        );
        let Some(line) = thought.lines.first() else { return };
        self.found[place] = Some(Found {
            chance: value.map_or_else(|| chance(line.score, self.scale), certain),
            line: line.moves.iter().take(LONGEST_LINE).cloned().collect(),
            moves,
            exact: value.is_some(),
        });
    }

    /// What is known of the game; positions that were not thought about stand as those after them.
    #[must_use]
    pub fn report(&self) -> Report {
        let moments = (0..self.steps.len()).filter_map(|place| self.moment(place)).collect();
        let moves = judge(moments);
        Report::new(self.curve(&moves), moves)
    }

    fn moment(&self, place: usize) -> Option<Moment> {
        let Played::Move { player, view } = &self.steps[place] else { return None };
        let found = self.found[place].as_ref()?;
        let told = found.moves.get(&view.text).copied();
        let (played, exact) = match told {
            Some(played) => (played, found.exact),
            None if self.players > 2 => (found.chance, false),
            None => self.after(place + 1, *player)?,
        };
        Some(Moment {
            ply: place + 1,
            player: *player,
            text: view.text.clone(),
            best: found.chance,
            played,
            line: found.line.clone(),
            exact: found.exact && exact,
        })
    }

    /// The chance of one of two players at a position, and whether it is certain.
    fn after(&self, place: usize, player: Player) -> Option<(f64, bool)> {
        match (&self.end, &self.found[place]) {
            (Some(end), _) if place + 1 == self.found.len() => Some((end[player.index()], true)),
            (_, Some(found)) if self.turns[place] == player => Some((found.chance, found.exact)),
            (_, Some(found)) => Some((1.0 - found.chance, found.exact)),
            _ => None,
        }
    }

    /// Everybody's share at each position.
    fn curve(&self, moves: &[Judged]) -> Vec<Vec<f64>> {
        let last = self.found.len() - 1;
        let mut own = vec![0.5; self.players];
        let mut gone = vec![false; self.players];
        let mut curve = Vec::with_capacity(self.found.len());
        let mut moves = moves.iter().peekable();
        for place in 0..=last {
            if let (true, Some(end)) = (place == last, &self.end) {
                curve.push(end.clone());
                break;
            }
            if let Some(Played::Withdrawal(player)) = place.checked_sub(1).map(|i| &self.steps[i]) {
                gone[player.index()] = true;
            }
            // The move that was just made, and what the next one was judged by.
            let made = moves.next_if(|one| one.moment.ply == place);
            if let Some(made) = made {
                own[made.moment.player.index()] = made.moment.played;
            }
            let turn = self.turns[place].index();
            let next = moves.peek().filter(|one| one.moment.ply == place + 1);
            let chance = next.map(|one| one.moment.best);
            let chance = chance.or(self.found[place].as_ref().map(|found| found.chance));
            if let Some(chance) = chance {
                own[turn] = chance;
                if self.players == 2 {
                    own[1 - turn] = 1.0 - chance;
                }
            }
            curve.push(shares(self.players, |player| {
                if gone[player.index()] { 0.0 } else { own[player.index()] }
            }));
        }
        curve
    }
}

/// Everybody's share of a whole; equal ones where nobody has anything.
fn shares(players: usize, part: impl Fn(Player) -> f64) -> Vec<f64> {
    let parts: Vec<f64> = Player::all(players).map(part).collect();
    let sum: f64 = parts.iter().sum();
    if sum <= 0.0 {
        return vec![1.0 / players.max(1) as f64; players];
    }
    parts.into_iter().map(|part| part / sum).collect()
}
