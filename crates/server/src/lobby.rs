//! The list of open and running games that everybody may see, live.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use crate::live::audience_text;
use crate::protocol::message::ToClient;
use crate::protocol::state::{Phase, Summary};

/// Changes that a slow reader may be behind before it gets the whole list again.
const BACKLOG: usize = 256;
/// The most games in a list.
const LONGEST: usize = 200;

/// The list.
pub(crate) struct Lobby {
    games: Mutex<HashMap<String, Summary>>,
    changes: broadcast::Sender<Utf8Bytes>,
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby { games: Mutex::default(), changes: broadcast::Sender::new(BACKLOG) }
    }
}

impl Lobby {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Summary>> {
        // The map is whole at every moment, whoever panicked.
        self.games.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn count(&self) -> usize {
        self.games().len()
    }

    /// A game is new or has changed.
    pub(crate) fn update(&self, game: &Summary) {
        if !game.listed {
            return;
        }
        let message = if matches!(game.phase, Phase::Open | Phase::Playing) {
            self.games().insert(game.id.clone(), game.clone());
            ToClient::Listed { game: Box::new(game.clone()) }
        } else {
            if self.games().remove(&game.id).is_none() {
                return;
            }
            ToClient::Unlisted { id: game.id.clone() }
        };
        if self.changes.receiver_count() > 0
            && let Some(text) = audience_text(&message)
        {
            // Nobody listens any more: fine.
            let _ = self.changes.send(text);
        }
    }

    /// Fills the list at the start.
    pub(crate) fn fill(&self, games: impl Iterator<Item = Summary>) {
        self.games().extend(games.map(|game| (game.id.clone(), game)));
    }

    /// The list, lobbies first, then the newest; and what changes from now on.
    pub(crate) fn follow(&self) -> (Vec<Summary>, broadcast::Receiver<Utf8Bytes>) {
        let games = self.games();
        let changes = self.changes.subscribe();
        let mut list: Vec<Summary> = games.values().cloned().collect();
        drop(games);
        list.sort_by_key(|game| (game.phase != Phase::Open, std::cmp::Reverse(game.updated)));
        list.truncate(LONGEST);
        (list, changes)
    }
}
