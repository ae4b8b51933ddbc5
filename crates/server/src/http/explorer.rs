//! Games that strong computers played against each other, which come with the program (`web/openings`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use agon_table::explorer::{Known, read};

use super::pages;

/// The games that come with the program, read when they are first asked for.
#[derive(Default)]
pub(crate) struct Openings(Mutex<HashMap<&'static str, Arc<Known>>>);

impl Openings {
    fn read(&self) -> MutexGuard<'_, HashMap<&'static str, Arc<Known>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Those of a game. It takes a moment the first time: not on the threads of the runtime.
    pub(crate) fn of(&self, game: &'static str) -> Arc<Known> {
        if let Some(known) = self.read().get(game) {
            return Arc::clone(known);
        }
        let text = pages::text(&format!("openings/{game}.txt")).unwrap_or_default();
        let known = Arc::new(read(game, &text));
        self.read().insert(game, Arc::clone(&known));
        known
    }
}

#[cfg(test)]
mod tests {
    use agon_table::explorer::Place;

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
