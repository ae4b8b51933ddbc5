//! What was played in a position and how it ended, from counts that a store or a file has.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use agon_games::AnyMatch;
use agon_games::canonical::Canonical;
use agon_protocol::archive::{ExploredMove, Tally};
use agon_protocol::error::Fault;
use agon_protocol::position::PositionRequest;

use crate::opening::open;

/// So much of the beginning of a game is known.
pub const PLIES: usize = 40;

/// How often a position led to another one in games that ended in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The key of the position after the move.
    pub next: i64,
    /// Zero for a draw, or the number of the seat that won, from one on.
    pub outcome: i64,
    /// In how many games.
    pub games: i64,
}

/// What was played in positions of one game, by their keys.
pub type Known = HashMap<i64, Vec<Way>>;

/// Reads a file of games: a line for each, how it ended (0 for a draw, or the number of the seat that won)
/// and then its moves. Lines that begin with `#` say where they come from.
#[must_use]
pub fn read(game: &str, text: &str) -> Known {
    let mut counts: BTreeMap<(i64, i64, i64), i64> = BTreeMap::new();
    let Some(Ok(start)) = agon_games::find(game).ok().map(|game| game.open("", None)) else {
        return Known::new();
    };
    let canonical = Canonical::of(&*start);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        let Some(outcome) = words.next().and_then(|word| word.parse().ok()) else { continue };
        let mut game = start.fork();
        let mut position = canonical.key(&*game).cast_signed();
        // What is played again in the same game counts once.
        let mut edges = BTreeSet::new();
        for text in words.take(PLIES) {
            if game.play(text).is_err() {
                break;
            }
            let next = canonical.key(&*game).cast_signed();
            edges.insert((position, next, outcome));
            position = next;
        }
        for edge in edges {
            *counts.entry(edge).or_default() += 1;
        }
    }
    let mut known = Known::new();
    for ((position, next, outcome), games) in counts {
        known.entry(position).or_default().push(Way { next, outcome, games });
    }
    known
}

/// A position with where its moves lead.
pub struct Place {
    /// What tells it from others, whichever way the board lies.
    pub key: i64,
    seats: usize,
    /// Text and display of each move with the key of the position after it.
    moves: Vec<(String, String, i64)>,
}

impl Place {
    /// Where a game stands.
    #[must_use]
    pub fn of(mut game: Box<dyn AnyMatch>) -> Place {
        let canonical = Canonical::of(&*game);
        let key = canonical.key(&*game).cast_signed();
        let views = game.move_views();
        let keys = canonical.keys_after(&mut *game);
        let moves = views.into_iter().zip(keys);
        Place {
            key,
            seats: game.seats().count(),
            moves: moves.map(|(view, key)| (view.text, view.display, key.cast_signed())).collect(),
        }
    }

    /// The moves that were played, the most played first; those that lead to the same position together.
    #[must_use]
    pub fn moves(self, site: &[Way], engine: &[Way]) -> Vec<ExploredMove> {
        let mut found: Vec<(i64, ExploredMove)> = Vec::new();
        for (text, display, next) in self.moves {
            if let Some((_, played)) = found.iter_mut().find(|(key, _)| *key == next) {
                played.same.push(text);
                continue;
            }
            let site = tally(site, next, self.seats);
            let engine = tally(engine, next, self.seats);
            if site.games + engine.games > 0 {
                found.push((next, ExploredMove { text, display, same: Vec::new(), site, engine }));
            }
        }
        let mut moves: Vec<ExploredMove> = found.into_iter().map(|(_, played)| played).collect();
        moves.sort_by(|a, b| {
            let order = |m: &ExploredMove| (m.site.games, m.engine.games);
            order(b).cmp(&order(a)).then_with(|| a.text.cmp(&b.text))
        });
        moves
    }
}

/// The key of the position of a request.
pub fn key_of(request: &PositionRequest) -> Result<i64, Fault> {
    let game = open(request)?;
    Ok(Canonical::of(&*game).key(&*game).cast_signed())
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// How games ended that went on to a position.
fn tally(ways: &[Way], next: i64, seats: usize) -> Tally {
    let mut tally = Tally { won: vec![0; seats], ..Tally::default() };
    for way in ways.iter().filter(|way| way.next == next) {
        tally.games += count(way.games);
        let winner = usize::try_from(way.outcome - 1).ok();
        match winner.and_then(|seat| tally.won.get_mut(seat)) {
            Some(won) => *won += count(way.games),
            None => tally.drawn += count(way.games),
        }
    }
    tally
}
