//! Whoever follows the list of games also hears at once what happens in the games they made or play
//! in, listed or not.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use agon_protocol::message::ToClient;
use agon_table::Table;
use tokio::sync::broadcast::{Receiver, Sender, error::RecvError};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::live::audience_text;

/// Changes that a slow reader may be behind; the next one makes up for what it missed.
const BACKLOG: usize = 32;
/// People who are kept before those who no longer follow are forgotten.
const MOST: usize = 1_000;

/// Those who follow, by the person's id.
#[derive(Default)]
pub(crate) struct OwnGames(Mutex<HashMap<String, Sender<Utf8Bytes>>>);

impl OwnGames {
    fn followers(&self) -> MutexGuard<'_, HashMap<String, Sender<Utf8Bytes>>> {
        // The map is whole at every moment, whoever panicked.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What happens from now on in the games of a person.
    fn follow(&self, person: &str) -> Receiver<Utf8Bytes> {
        let mut followers = self.followers();
        if followers.len() >= MOST {
            followers.retain(|_, changes| changes.receiver_count() > 0);
        }
        followers.entry(person.into()).or_insert_with(|| Sender::new(BACKLOG)).subscribe()
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
        let host = table.setup.host.iter().map(|host| host.id.clone());
        let mut people = table.people();
        people.extend(host);
        people.retain(|person| followers.contains_key(person));
        people.sort_unstable();
        people.dedup();
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
    pub(crate) fn new(
        list: Receiver<Utf8Bytes>,
        own: &OwnGames,
        person: Option<&str>,
    ) -> Following {
        Following { list, own: person.map(|person| own.follow(person)) }
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
