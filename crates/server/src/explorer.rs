//! What was played in a position and how it ended: in games of the site, and in games that strong
//! computers played against each other, which come with the program (`web/openings`).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use agon_games::AnyMatch;
use agon_games::canonical::Canonical;
use agon_protocol::archive::{Explored, ExploredMove, Tally};
use agon_protocol::error::Fault;
use agon_protocol::position::PositionRequest;
use agon_store::{ArchiveFilter, ExploredRow};
use agon_table::opening::open;

use crate::archiving::{self, PLIES};
use crate::http::archive::summaries;
use crate::http::pages;
use crate::limits::Asker;
use crate::state::App;

/// Games that are told of one position.
const GAMES: i64 = 3;

/// What was played in positions of one game, by their keys.
type Known = HashMap<i64, Vec<ExploredRow>>;

/// The games that come with the program, read when they are first asked for.
#[derive(Default)]
pub(crate) struct Openings(Mutex<HashMap<&'static str, Arc<Known>>>);

impl Openings {
    fn read(&self) -> MutexGuard<'_, HashMap<&'static str, Arc<Known>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Those of a game. It takes a moment the first time: not on the threads of the runtime.
    fn of(&self, game: &'static str) -> Arc<Known> {
        if let Some(known) = self.read().get(game) {
            return Arc::clone(known);
        }
        let text = pages::text(&format!("openings/{game}.txt")).unwrap_or_default();
        let known = Arc::new(read(game, &text));
        self.read().insert(game, Arc::clone(&known));
        known
    }
}

/// Reads a file of games: a line for each, how it ended (0 for a draw, or the number of the seat that won)
/// and then its moves. Lines that begin with `#` say where they come from.
fn read(game: &str, text: &str) -> Known {
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
        known.entry(position).or_default().push(ExploredRow { next, outcome, games });
    }
    known
}

/// A position with where its moves lead.
struct Place {
    key: i64,
    seats: usize,
    /// Text and display of each move with the key of the position after it.
    moves: Vec<(String, String, i64)>,
    engine: Vec<ExploredRow>,
}

/// The key of the position of a request.
pub(crate) fn key_of(request: &PositionRequest) -> Result<i64, Fault> {
    let game = open(request)?;
    Ok(Canonical::of(&*game).key(&*game).cast_signed())
}

fn place(openings: &Openings, mut game: Box<dyn AnyMatch>) -> Place {
    let canonical = Canonical::of(&*game);
    let key = canonical.key(&*game).cast_signed();
    let views = game.move_views();
    let keys = canonical.keys_after(&mut *game);
    let moves = views.into_iter().zip(keys);
    Place {
        key,
        seats: game.seats().count(),
        moves: moves.map(|(view, key)| (view.text, view.display, key.cast_signed())).collect(),
        engine: openings.of(game.id()).get(&key).cloned().unwrap_or_default(),
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// How games ended that went on to a position.
fn tally(rows: &[ExploredRow], next: i64, seats: usize) -> Tally {
    let mut tally = Tally { won: vec![0; seats], ..Tally::default() };
    for row in rows.iter().filter(|row| row.next == next) {
        tally.games += count(row.games);
        let winner = usize::try_from(row.outcome - 1).ok();
        match winner.and_then(|seat| tally.won.get_mut(seat)) {
            Some(won) => *won += count(row.games),
            None => tally.drawn += count(row.games),
        }
    }
    tally
}

/// The moves that were played, the most played first; those that lead to the same position together.
fn moves(place: Place, site: &[ExploredRow]) -> Vec<ExploredMove> {
    let mut found: Vec<(i64, ExploredMove)> = Vec::new();
    for (text, display, next) in place.moves {
        if let Some((_, played)) = found.iter_mut().find(|(key, _)| *key == next) {
            played.same.push(text);
            continue;
        }
        let site = tally(site, next, place.seats);
        let engine = tally(&place.engine, next, place.seats);
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

/// What was played in the position of a request.
pub(crate) async fn explore(
    app: &App,
    asker: &Asker,
    request: PositionRequest,
) -> Result<Explored, Fault> {
    let own = app.clone();
    let work = move || Ok::<_, Fault>(place(&own.openings, open(&request)?));
    let place = app.offload.run(asker, work).await??;
    archiving::catch_up(app).await?;
    let site = app.store.explored(place.key).await?;
    let filter = ArchiveFilter {
        position: Some(place.key),
        listed_only: true,
        limit: GAMES,
        ..ArchiveFilter::default()
    };
    let (games, _) = summaries(app, &filter).await?;
    Ok(Explored { moves: moves(place, &site), games, plies: PLIES as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_comes_with_games() {
        for game in agon_games::GAMES {
            let text = pages::text(&format!("openings/{}.txt", game.id())).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert!(lines >= 200, "{}: {lines}", game.id());
            let made =
                text.lines().next().is_some_and(|first| first.starts_with("# agon openings "));
            assert!(made, "{}: the first line says how they were made", game.id());
            let start = game.open("", None).unwrap();
            let found = moves(place(&Openings::default(), start), &[]);
            let counted: u32 = found.iter().map(|played| played.engine.games).sum();
            assert_eq!(counted as usize, lines, "{}", game.id());
        }
    }
}
