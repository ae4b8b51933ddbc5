//! What was played in a position and how it ended: in games of the site, and in games that strong
//! computers played against each other, which come with the program (`web/openings`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use agon_protocol::archive::Explored;
use agon_protocol::error::Fault;
use agon_protocol::position::PositionRequest;
use agon_store::{ArchiveFilter, ExploredRow};
use agon_table::explorer::{Known, PLIES, Place, Way, read};
use agon_table::opening::open;

use super::archive::summaries;
use super::fault::Answer;
use super::pages;
use crate::archiving;
use crate::limits::Asker;
use crate::state::App;

/// Games that are told of one position.
const GAMES: i64 = 3;

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

/// What was played in the position of a request.
pub(crate) async fn explore(
    app: &App,
    asker: &Asker,
    request: PositionRequest,
) -> Answer<Explored> {
    let own = app.clone();
    let work = move || {
        let game = open(&request)?;
        let known = own.openings.of(game.id());
        let place = Place::of(game);
        let engine = known.get(&place.key).cloned().unwrap_or_default();
        Ok::<_, Fault>((place, engine))
    };
    let (place, engine) = app.offload.run(asker, work).await??;
    archiving::catch_up(app).await?;
    let rows = app.store.explored(place.key).await?.into_iter();
    let site: Vec<Way> =
        rows.map(|ExploredRow { next, outcome, games }| Way { next, outcome, games }).collect();
    let filter = ArchiveFilter {
        position: Some(place.key),
        listed_only: true,
        limit: GAMES,
        ..ArchiveFilter::default()
    };
    let (games, _) = summaries(app, &filter).await?;
    Ok(Explored { moves: place.moves(&site, &engine), games, plies: PLIES as u32 })
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
            let place = Place::of(game.open("", None).unwrap());
            let known = Openings::default().of(game.id());
            let engine = &known[&place.key];
            let found = place.moves(&[], engine);
            let counted: u32 = found.iter().map(|played| played.engine.games).sum();
            assert_eq!(counted as usize, lines, "{}", game.id());
        }
    }
}
