//! Who listens to a game, and who is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use super::table::Table;
use crate::protocol::message::ToClient;
use crate::protocol::setup::{Occupant, PersonRef};
use crate::protocol::state::Presence;

/// The sending side of a connection. A client that does not keep up is cut off: it comes back
/// and resumes from the version it knows.
#[derive(Clone)]
pub(crate) struct Listener {
    /// Unique among connections.
    pub(crate) number: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    too_slow: Arc<(AtomicBool, Notify)>,
}

impl Listener {
    /// A listener with room for so many messages, and where they come out.
    pub(crate) fn new(number: u64, room: usize) -> (Listener, mpsc::Receiver<Utf8Bytes>) {
        let (queue, messages) = mpsc::channel(room);
        (Listener { number, queue, too_slow: Arc::default() }, messages)
    }

    /// Puts a message into the queue.
    pub(crate) fn send(&self, message: Utf8Bytes) {
        if self.queue.try_send(message).is_err() {
            self.cut_off();
        }
    }

    /// Ends the connection; the client comes back and resumes.
    fn cut_off(&self) {
        self.too_slow.0.store(true, Ordering::Relaxed);
        self.too_slow.1.notify_one();
    }

    /// Puts a message for this listener alone into the queue.
    pub(crate) fn tell(&self, message: &ToClient) {
        if let Some(text) = text(message) {
            self.send(text);
        }
    }

    /// Like [`Listener::tell`], for messages that matter less than not losing the client.
    pub(crate) fn tell_if_room(&self, message: &ToClient) {
        if let Some(text) = text(message) {
            // A full queue: the next message of this kind will do.
            let _ = self.queue.try_send(text);
        }
    }

    /// Returns when the queue has overflowed.
    pub(crate) async fn overflow(&self) {
        while !self.too_slow.0.load(Ordering::Relaxed) {
            self.too_slow.1.notified().await;
        }
    }

    fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

/// The message as it is sent.
pub(crate) fn text(message: &ToClient) -> Option<Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a message cannot be written");
            None
        }
    }
}

/// Somebody who looks at a game.
#[derive(Clone)]
pub(crate) struct Viewer {
    pub(crate) person: Option<PersonRef>,
    pub(crate) key: Option<String>,
}

impl Viewer {
    pub(crate) fn id(&self) -> Option<&str> {
        self.person.as_ref().map(|person| person.id.as_str())
    }
}

/// Everybody who listens to one game.
#[derive(Default)]
pub(crate) struct Audience {
    listeners: Vec<(Listener, Option<String>)>,
    /// For each seat: since when its person is away.
    away_since: Vec<Option<u64>>,
    told: Option<Presence>,
}

impl Audience {
    pub(crate) fn join(&mut self, listener: Listener, person: Option<&str>) {
        self.listeners.retain(|(other, _)| other.number != listener.number);
        self.listeners.push((listener, person.map(Into::into)));
    }

    pub(crate) fn part(&mut self, number: u64) {
        self.listeners.retain(|(listener, _)| listener.number != number);
    }

    /// Ends the connections of all who listen.
    pub(crate) fn cut_off(&self) {
        for (listener, _) in &self.listeners {
            listener.cut_off();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    pub(crate) fn has(&self, person: &str) -> bool {
        self.listeners.iter().any(|(_, other)| other.as_deref() == Some(person))
    }

    pub(crate) fn tell(&self, message: &ToClient) {
        if self.listeners.is_empty() {
            return;
        }
        if let Some(text) = text(message) {
            for (listener, _) in &self.listeners {
                listener.send(text.clone());
            }
        }
    }

    /// Who is there now.
    pub(crate) fn presence(&mut self, table: &Table, grace: u64, now: u64) -> Presence {
        self.listeners.retain(|(listener, _)| !listener.is_gone());
        self.away_since.resize(table.occupants.len(), None);
        let mut connected = Vec::new();
        for (occupant, away) in table.occupants.iter().zip(&mut self.away_since) {
            let here = match occupant {
                Some(Occupant::Person { id, .. }) => {
                    self.listeners.iter().any(|(_, other)| other.as_ref() == Some(id))
                }
                Some(Occupant::Computer { .. }) => true,
                Some(Occupant::Stranger { .. }) | None => false,
            };
            let person = matches!(occupant, Some(Occupant::Person { .. }));
            *away = if here || !person { None } else { away.or(Some(now)) };
            connected.push(here);
        }
        let seated = |person: &str| table.occupants.iter().flatten().any(|o| o.is(person));
        let mut watching: Vec<&str> = Vec::new();
        let mut spectators = 0;
        for (_, person) in &self.listeners {
            match person.as_deref() {
                Some(person) if seated(person) || watching.contains(&person) => {}
                Some(person) => {
                    watching.push(person);
                    spectators += 1;
                }
                None => spectators += 1,
            }
        }
        let slow = table.clocks.as_ref().is_some_and(super::clock::Clocks::is_slow);
        let online = table.people().len() > 1;
        Presence {
            connected,
            spectators,
            away_since: self.away_since.clone(),
            grace: (online && !slow).then_some(grace),
        }
    }

    /// Tells everybody who is there, if that has changed.
    pub(crate) fn announce(&mut self, table: &Table, grace: u64, now: u64) {
        let presence = self.presence(table, grace, now);
        if self.told.as_ref() != Some(&presence) {
            self.tell(&ToClient::Presence { id: table.id.clone(), presence: presence.clone() });
            self.told = Some(presence);
        }
    }
}
