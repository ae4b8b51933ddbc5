//! Searches for a report.
//!
//! The game is analysed from its end to its beginning, so that each search builds on the results of
//! later positions and a mistake shows at the move where it was made. Then the largest losses are
//! searched again for longer.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use agon_core::Player;
use agon_search::{Limits, Time};

use super::chance::{chance, chance_of_value};
use super::judge::{Judged, Moment, Report, judge};
use crate::solved::Oracle;
use crate::{AnyMatch, Order, Played, Thought, find};

/// Maximum number of moves kept of a line.
const MAX_LINE_MOVES: usize = 8;
/// Share of the time for the second pass.
const SECOND_PASS_SHARE: f64 = 0.3;
/// Maximum number of moves in the second pass, with two positions each.
const MAX_SECOND_PASS_MOVES: usize = 5;
/// Minimum loss for the second pass.
const MIN_SECOND_PASS_LOSS: f64 = 0.08;
/// Factor of the nodes in the second pass.
const SECOND_PASS_FACTOR: u64 = 6;

/// Cost of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Time for the whole game. Each position gets a minimum, so very long games take longer.
    Time(Duration),
    /// Nodes for each position; deterministic with one thread.
    Nodes(u64),
}

/// Minimum and maximum time for a position.
const MIN_TIME: Duration = Duration::from_millis(40);
const MAX_TIME: Duration = Duration::from_secs(2);

impl Effort {
    /// A quick overview.
    pub const QUICK: Effort = Effort::Time(Duration::from_secs(5));
    /// The default: 15 seconds for a game of 60 moves of each side.
    pub const USUAL: Effort = Effort::Time(Duration::from_secs(15));
    /// A thorough analysis.
    pub const DEEP: Effort = Effort::Time(Duration::from_secs(60));

    /// Returns the limits of each of `searches` searches of the first pass.
    fn limits(self, searches: usize) -> Limits {
        match self {
            Effort::Time(whole) => {
                let each = whole.mul_f64(1.0 - SECOND_PASS_SHARE) / searches.max(1) as u32;
                let time = each.clamp(MIN_TIME, MAX_TIME);
                Limits { time: Some(Time::Exactly(time)), ..Limits::default() }
            }
            Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        }
    }

    /// Returns the limits of each of `second_pass_total` searches of the second pass.
    fn second_pass_limits(self, second_pass_total: usize) -> Limits {
        match self {
            Effort::Time(whole) => {
                let each = whole.mul_f64(SECOND_PASS_SHARE) / second_pass_total.max(1) as u32;
                let time = each.clamp(2 * MIN_TIME, MAX_TIME);
                Limits { time: Some(Time::Exactly(time)), ..Limits::default() }
            }
            Effort::Nodes(nodes) => Limits {
                nodes: Some(SECOND_PASS_FACTOR.saturating_mul(nodes)),
                ..Limits::default()
            },
        }
    }
}

/// A position to search.
pub struct Task {
    /// The match at the position.
    pub game: Box<dyn AnyMatch>,
    /// How to search it.
    pub order: Order,
    /// Number of steps before the position.
    pub place: usize,
}

/// Search result of a position.
#[derive(Clone, Default)]
struct Found {
    /// Chance of the player to move.
    chance: f64,
    line: Vec<String>,
    /// Known chances after each move, for the player who makes it.
    moves: HashMap<String, f64>,
    exact: bool,
}

/// A report in progress.
pub struct Review {
    /// The match at the next position of the first pass.
    game: Box<dyn AnyMatch>,
    steps: Vec<Played>,
    /// The player to move at each position.
    turns: Vec<Player>,
    players: usize,
    scale: f64,
    effort: Effort,
    oracle: Option<Arc<dyn Oracle>>,
    threads: usize,
    found: Vec<Option<Found>>,
    /// Each player's share at the end of a game that was played out.
    end: Option<Vec<f64>>,
    /// Number of positions left in the first pass.
    left: usize,
    /// Positions left in the second pass; `None` before it starts.
    second: Option<Vec<usize>>,
    second_pass_total: usize,
    done: usize,
}

impl Review {
    /// Starts the report of a game; `oracle` knows the values of some positions.
    #[must_use]
    pub fn new(game: &dyn AnyMatch, effort: Effort, oracle: Option<Arc<dyn Oracle>>) -> Review {
        let steps = game.past();
        let players = game.seats().count();
        let mut game = game.fork();
        let ending = game.ending();
        // A declared ending, such as a resignation, says nothing about the position.
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
            second_pass_total: 0,
            done: 0,
        }
    }

    /// Sets the number of threads for each search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Review {
        Review { threads, ..self }
    }

    /// Returns the number of finished searches, and an upper bound of their total.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let first = self.found.len() - usize::from(self.end.is_some());
        let second = match &self.second {
            Some(_) => self.second_pass_total,
            None => (2 * MAX_SECOND_PASS_MOVES).min(first),
        };
        (self.done, first + second)
    }

    /// Returns the next position to search; `None` when all are done.
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
            let second = self.second_pass_positions();
            self.second_pass_total = second.len();
            self.second = Some(second);
        }
        let place = self.second.as_mut()?.pop()?;
        let limits = self.effort.second_pass_limits(self.second_pass_total);
        let game = self.position(place);
        Some(Task { order: self.order(&*game, limits), game, place })
    }

    fn order(&self, game: &dyn AnyMatch, limits: Limits) -> Order {
        Order {
            // With more than two players the next position's score does not give the value for the
            // player who moved.
            lines: if self.players > 2 { game.moves().len().max(1) } else { 1 },
            limits,
            threads: self.threads,
            oracle: self.oracle.clone(),
            verdicts: true,
            ..Order::default()
        }
    }

    /// Returns the match after `place` steps.
    fn position(&self, place: usize) -> Box<dyn AnyMatch> {
        // The first pass is done, so the match is at its start.
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

    /// Returns the positions before and after the moves with the largest losses; searched from the
    /// end.
    fn second_pass_positions(&self) -> Vec<usize> {
        let report = self.report();
        let mut moves: Vec<_> =
            report.moves.iter().filter(|one| one.loss >= MIN_SECOND_PASS_LOSS).collect();
        moves.retain(|one| !one.moment.exact);
        moves.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        moves.truncate(MAX_SECOND_PASS_MOVES);
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

    /// Stores the result of the position after `place` steps.
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
            known
                .iter()
                .filter_map(|(text, value)| Some((text.clone(), chance_of_value((*value)?)))),
        );
        let Some(line) = thought.lines.first() else { return };
        self.found[place] = Some(Found {
            chance: value.map_or_else(|| chance(line.score, self.scale), chance_of_value),
            line: line.moves.iter().take(MAX_LINE_MOVES).cloned().collect(),
            moves,
            exact: value.is_some(),
        });
    }

    /// Returns the report so far; positions without a result are taken from the next ones.
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

    /// Returns one of two players' chance at a position, and whether it is exact.
    fn after(&self, place: usize, player: Player) -> Option<(f64, bool)> {
        match (&self.end, &self.found[place]) {
            (Some(end), _) if place + 1 == self.found.len() => Some((end[player.index()], true)),
            (_, Some(found)) if self.turns[place] == player => Some((found.chance, found.exact)),
            (_, Some(found)) => Some((1.0 - found.chance, found.exact)),
            _ => None,
        }
    }

    /// Returns each player's share at each position.
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
            // The move just made, and the value that the next one is judged by.
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

/// Returns the shares of a whole, equal if all parts are 0.
fn shares(players: usize, part: impl Fn(Player) -> f64) -> Vec<f64> {
    let parts: Vec<f64> = Player::all(players).map(part).collect();
    let sum: f64 = parts.iter().sum();
    if sum <= 0.0 {
        return vec![1.0 / players.max(1) as f64; players];
    }
    parts.into_iter().map(|part| part / sum).collect()
}
