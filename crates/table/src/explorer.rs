//! Opening explorer: moves played in a position and their results, from counts in a store or file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use agon_games::AnyMatch;
use agon_games::canonical::Canonical;
use agon_protocol::archive::{ExploredMove, Tally};
use agon_protocol::error::Fault;
use agon_protocol::position::PositionRequest;

use crate::opening::open;

/// Number of plies indexed per game.
pub const PLIES: usize = 40;

/// Number of games with one result in which a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Key of the position after the move.
    pub next: i64,
    /// Result: 0 for a draw, else the number of the winning seat, from 1.
    pub outcome: i64,
    /// Number of games.
    pub games: i64,
}

/// Moves played in the positions of one game, by position key.
pub type Known = HashMap<i64, Vec<Way>>;

/// Parses a file with one game per line: the result (0 for a draw, else the number of the winning
/// seat), then the moves. Lines starting with `#` name the source.
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
        // A repeated move in the same position counts once per game.
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

/// Position with the targets of its moves.
pub struct Place {
    /// Key of the position, equal for symmetric positions.
    pub key: i64,
    seats: usize,
    /// Text and display of each move, and the key of the position after it.
    moves: Vec<(String, String, i64)>,
}

impl Place {
    /// Returns the current position of a game.
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

    /// Returns the moves played, most played first; moves with the same target are merged.
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

/// Returns the key of the requested position.
pub fn key_of(request: &PositionRequest) -> Result<i64, Fault> {
    let game = open(request)?;
    Ok(Canonical::of(&*game).key(&*game).cast_signed())
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// Sums the results of games that continued with a position.
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
