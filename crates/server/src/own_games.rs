//! Whoever follows the list of games also hears at once what happens in the games they made or play
//! in, listed or not.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use agon_protocol::message::ToClient;
use agon_table::Table;
use tokio::sync::broadcast::{Receiver, Sender, error::RecvError};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::cluster;
use crate::live::audience_text;
use crate::state::App;

/// Changes that a slow reader may be behind; the next one makes up for what it missed.
const BACKLOG: usize = 32;
/// People who are kept before those who no longer follow are forgotten.
const MOST: usize = 1_000;

/// Those who follow, by the person's id.
#[derive(Default)]
pub(crate) struct OwnGames(Mutex<HashMap<String, Sender<Utf8Bytes>>>);

/// In whose lists a game is: of those who play, and of who made it.
pub(crate) fn people(table: &Table) -> Vec<String> {
    let host = table.setup.host.iter().map(|host| host.id.clone());
    let mut people = table.people();
    people.extend(host);
    people.sort_unstable();
    people.dedup();
    people
}

impl OwnGames {
    fn followers(&self) -> MutexGuard<'_, HashMap<String, Sender<Utf8Bytes>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What happens from now on in the games of a person; for the first who follows them also where
    /// that is told.
    fn follow(&self, person: &str) -> (Receiver<Utf8Bytes>, Option<Sender<Utf8Bytes>>) {
        let mut followers = self.followers();
        if followers.len() >= MOST {
            followers.retain(|_, changes| changes.receiver_count() > 0);
        }
        let first = !followers.contains_key(person);
        let changes = followers.entry(person.into()).or_insert_with(|| Sender::new(BACKLOG));
        (changes.subscribe(), first.then(|| changes.clone()))
    }

    /// Is this where the followers of a person listen? If nobody does any more, they are forgotten.
    pub(crate) fn is_followed(&self, person: &str, changes: &Sender<Utf8Bytes>) -> bool {
        let mut followers = self.followers();
        let same = followers.get(person).is_some_and(|known| known.same_channel(changes));
        let heard = changes.receiver_count() > 0;
        if same && !heard {
            followers.remove(person);
        }
        same && heard
    }

    /// A game is new or has changed: those it belongs to hear it.
    pub(crate) fn tell(&self, table: &Table) {
        self.say(table, || ToClient::Listed { game: Box::new(table.summary()) });
    }

    /// A game is no more: those it belonged to hear it.
    pub(crate) fn tell_removal(&self, table: &Table) {
        self.say(table, || ToClient::Unlisted { id: table.id.clone() });
    }

    fn say(&self, table: &Table, message: impl FnOnce() -> ToClient) {
        let mut followers = self.followers();
        if followers.is_empty() {
            return;
        }
        let mut people = people(table);
        people.retain(|person| followers.contains_key(person));
        if people.is_empty() {
            return;
        }
        let Some(text) = audience_text(None, &message()) else { return };
        for person in people {
            let gone = followers.get(&person).is_some_and(|f| f.send(text.clone()).is_err());
            if gone {
                followers.remove(&person);
            }
        }
    }
}

/// What a connection hears of games that it does not watch.
pub(crate) struct Following {
    list: Receiver<Utf8Bytes>,
    own: Option<Receiver<Utf8Bytes>>,
}

impl Following {
    /// Follows the list with these changes, and the games of a person who is known.
    pub(crate) fn new(list: Receiver<Utf8Bytes>, app: &App, person: Option<&str>) -> Following {
        let own = person.map(|person| {
            let (own, first) = app.own_games.follow(person);
            if let Some(changes) = first.filter(|_| !app.cluster.is_alone()) {
                tokio::spawn(cluster::follow_person(app.clone(), person.to_owned(), changes));
            }
            own
        });
        Following { list, own }
    }

    /// The next change; an error when so many changes of the list were missed that all of it is
    /// needed again.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, RecvError> {
        tokio::select! {
            change = self.list.recv() => change,
            change = next_own(&mut self.own) => Ok(change),
        }
    }
}

async fn next_own(own: &mut Option<Receiver<Utf8Bytes>>) -> Utf8Bytes {
    loop {
        let Some(changes) = own else { return std::future::pending().await };
        match changes.recv().await {
            Ok(change) => return change,
            Err(RecvError::Lagged(_)) => {}
            // Cannot be: whoever follows keeps the sender.
            Err(RecvError::Closed) => *own = None,
        }
    }
}
