//! Who listens to a game, and who is there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use agon_protocol::error::{Code, Fault};
use agon_protocol::message::{Tagged, ToClient};
use agon_protocol::people::Person;
use agon_protocol::state::Presence;
use agon_protocol::units::Millis;
use agon_table::Table;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::secrets;

/// Bytes that may wait for a client before it is cut off. One message may be larger.
const MOST_BYTES: usize = 4 << 20;
/// The largest message to a client.
pub(crate) const LARGEST: usize = 16 << 20;
/// Milliseconds in which everybody hears at most once who is there.
const PAUSE: Millis = Millis(1_000);

/// The sending side of a connection. A client that does not keep up is cut off: it comes back
/// and resumes from the version it knows.
#[derive(Clone)]
pub(crate) struct Listener {
    /// Unique among connections.
    pub(crate) number: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    /// Bytes in the queue.
    bytes: Arc<AtomicUsize>,
    too_slow: Arc<(AtomicBool, Notify)>,
}

/// The messages for a client, as they come out of the queue.
pub(crate) struct Messages {
    queue: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

impl Messages {
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.recv().await?;
        self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }

    /// The next message, if one is waiting.
    pub(crate) fn try_next(&mut self) -> Option<Utf8Bytes> {
        self.queue.try_recv().ok()
    }
}

impl Listener {
    /// A listener with room for so many messages, and where they come out.
    pub(crate) fn new(number: u64, room: usize) -> (Listener, Messages) {
        let (queue, messages) = mpsc::channel(room);
        let bytes = Arc::<AtomicUsize>::default();
        let listener =
            Listener { number, queue, bytes: Arc::clone(&bytes), too_slow: Arc::default() };
        (listener, Messages { queue: messages, bytes })
    }

    /// Puts a message into the queue.
    pub(crate) fn send(&self, message: Utf8Bytes) {
        if !self.try_send(message) {
            self.cut_off();
        }
    }

    /// Is there room for the message? Then it is in the queue.
    fn try_send(&self, message: Utf8Bytes) -> bool {
        let size = message.len();
        let before = self.bytes.fetch_add(size, Ordering::Relaxed);
        let fits = before == 0 || before + size <= MOST_BYTES;
        let sent = fits && self.queue.try_send(message).is_ok();
        if !sent {
            self.bytes.fetch_sub(size, Ordering::Relaxed);
        }
        sent
    }

    /// Ends the connection; the client comes back and resumes.
    fn cut_off(&self) {
        self.too_slow.0.store(true, Ordering::Relaxed);
        self.too_slow.1.notify_one();
    }

    /// Puts the answer to a question of this listener into the queue.
    pub(crate) fn answer(&self, tag: Option<u32>, message: &ToClient) {
        if let Some(text) = text(tag, message) {
            self.send(text);
        }
    }

    /// Like [`Listener::answer`], for messages that matter less than not losing the client.
    pub(crate) fn answer_if_room(&self, tag: Option<u32>, message: &ToClient) {
        if let Some(text) = text(tag, message) {
            // A full queue: the next message of this kind will do.
            self.try_send(text);
        }
    }

    /// Returns when the queue has overflowed.
    pub(crate) async fn overflow(&self) {
        while !self.too_slow.0.load(Ordering::Relaxed) {
            self.too_slow.1.notified().await;
        }
    }

    /// Does nobody read the messages any more?
    pub(crate) fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }
}

/// The message as it is sent, with the number of the question that it answers.
pub(crate) fn text(tag: Option<u32>, message: &ToClient) -> Option<Utf8Bytes> {
    text_within(tag, message, LARGEST)
}

/// The message, or in its place that it is too large: whoever asked is not cut off for it.
fn text_within(tag: Option<u32>, message: &ToClient, most: usize) -> Option<Utf8Bytes> {
    match serde_json::to_string(&Tagged { tag, message }) {
        Ok(text) if text.len() <= most => Some(text.into()),
        Ok(text) => {
            let id = match message {
                ToClient::Game { snapshot } => Some(snapshot.id.clone()),
                ToClient::Resumed { id, .. } => Some(id.clone()),
                _ => None,
            };
            tracing::error!(?id, bytes = text.len(), "a message is too large to be sent");
            let fault = Fault::new(Code::TooLarge, "the game has become too long to be sent");
            let message = ToClient::refusal(fault, id);
            serde_json::to_string(&Tagged { tag, message }).ok().map(Into::into)
        }
        Err(error) => {
            tracing::error!(%error, "a message cannot be written");
            None
        }
    }
}

/// Somebody who looks at a game.
#[derive(Clone)]
pub(crate) struct Viewer {
    pub(crate) person: Option<Person>,
    pub(crate) key: Option<String>,
}

impl Viewer {
    /// Has the viewer the key of the invitation?
    pub(crate) fn has(&self, secret: &str) -> bool {
        self.key.as_deref().is_some_and(|key| secrets::same(key, secret))
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.person.as_ref().map(|person| person.id.as_str())
    }
}

/// Everybody who listens to one game.
#[derive(Default)]
pub(crate) struct Audience {
    /// By the numbers of the connections, each with its person.
    listeners: HashMap<u64, (Listener, Option<String>)>,
    /// How many connections each person has.
    people: HashMap<String, usize>,
    /// Connections of nobody in particular.
    strangers: usize,
    /// Who looks at the game on other servers.
    elsewhere: HashMap<String, Elsewhere>,
    /// Other servers cannot be heard: nobody knows who is away.
    blind: bool,
    /// For each seat: since when its person is away.
    away_since: Vec<Option<Millis>>,
    /// What everybody heard last about who is there, and when.
    announced: Option<Presence>,
    announced_at: Option<Millis>,
    /// When everybody hears of what has changed since.
    due: Option<Millis>,
}

/// Those who look on another server.
struct Elsewhere {
    people: HashSet<String>,
    strangers: usize,
    /// When it was last heard.
    heard: Millis,
}

impl Audience {
    /// Who looks here: people in order, and how many others.
    pub(crate) fn here(&self) -> (Vec<String>, usize) {
        let mut people: Vec<String> = self.people.keys().cloned().collect();
        people.sort_unstable();
        (people, self.strangers)
    }

    /// These look on another server.
    pub(crate) fn hear_of(
        &mut self,
        server: String,
        people: Vec<String>,
        strangers: usize,
        heard: Millis,
    ) {
        if people.is_empty() && strangers == 0 {
            self.elsewhere.remove(&server);
        } else {
            let people = people.into_iter().collect();
            self.elsewhere.insert(server, Elsewhere { people, strangers, heard });
        }
    }

    /// Can other servers be heard? While they cannot, nobody counts as away.
    pub(crate) fn set_blind(&mut self, blind: bool) {
        self.blind = blind;
    }

    /// Other servers are not listened to any more.
    pub(crate) fn forget_elsewhere(&mut self) {
        self.elsewhere.clear();
    }

    /// Forgets the servers that were not heard since then. True if there was one.
    pub(crate) fn forget_silent(&mut self, since: Millis) -> bool {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, elsewhere| elsewhere.heard >= since);
        self.elsewhere.len() < before
    }

    /// Is this server the first of all on which somebody looks?
    pub(crate) fn leads(&self, server: &str) -> bool {
        self.elsewhere.keys().all(|other| server < other.as_str())
    }

    fn is_elsewhere(&self, person: &str) -> bool {
        self.elsewhere.values().any(|elsewhere| elsewhere.people.contains(person))
    }

    pub(crate) fn join(&mut self, listener: Listener, person: Option<&str>) {
        self.part(listener.number);
        match person {
            Some(person) => *self.people.entry(person.into()).or_default() += 1,
            None => self.strangers += 1,
        }
        self.listeners.insert(listener.number, (listener, person.map(Into::into)));
    }

    pub(crate) fn part(&mut self, number: u64) {
        let Some((_, person)) = self.listeners.remove(&number) else { return };
        let Some(person) = person else {
            self.strangers -= 1;
            return;
        };
        if let Some(count) = self.people.get_mut(&person) {
            *count -= 1;
            if *count == 0 {
                self.people.remove(&person);
            }
        }
    }

    /// Ends the connections of all who listen.
    pub(crate) fn cut_off(&self) {
        for (listener, _) in self.listeners.values() {
            listener.cut_off();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    pub(crate) fn has(&self, person: &str) -> bool {
        self.people.contains_key(person) || self.is_elsewhere(person)
    }

    pub(crate) fn tell(&self, message: &ToClient) {
        if self.listeners.is_empty() {
            return;
        }
        if let Some(text) = text(None, message) {
            for (listener, _) in self.listeners.values() {
                listener.send(text.clone());
            }
        }
    }

    /// Connections that have ended without a word.
    fn forget_gone(&mut self) {
        let gone = self.listeners.values().filter(|(listener, _)| listener.is_gone());
        let gone: Vec<u64> = gone.map(|(listener, _)| listener.number).collect();
        for number in gone {
            self.part(number);
        }
    }

    /// Who is there now.
    pub(crate) fn presence(&mut self, table: &Table, grace: Millis, now: Millis) -> Presence {
        self.forget_gone();
        let mut looking: HashSet<&str> = self.people.keys().map(String::as_str).collect();
        let elsewhere = self.elsewhere.values();
        looking.extend(elsewhere.clone().flat_map(|e| e.people.iter().map(String::as_str)));
        let strangers = self.strangers + elsewhere.map(|other| other.strangers).sum::<usize>();
        table.presence(&looking, strangers, self.blind, &mut self.away_since, grace, now)
    }

    /// Tells everybody who is there, if that has changed: at once, or together with what else changes
    /// until [`Audience::due`].
    pub(crate) fn announce(&mut self, table: &Table, grace: Millis, now: Millis) {
        let presence = self.presence(table, grace, now);
        // What has changed and changed back is told all the same: a newcomer may know it otherwise.
        if self.announced.as_ref() == Some(&presence) && self.due.is_none() {
            return;
        }
        self.due =
            self.announced_at.map(|at| at + PAUSE).filter(|&at| at > now && !self.is_empty());
        if self.due.is_some() {
            return;
        }
        if !self.is_empty() {
            self.tell(&ToClient::Presence { id: table.id.clone(), presence: presence.clone() });
            self.announced_at = Some(now);
        }
        self.announced = Some(presence);
    }

    /// When [`Audience::announce`] has something to tell.
    pub(crate) fn due(&self) -> Option<Millis> {
        self.due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_holds_so_many_messages_and_so_many_bytes() {
        let cut_off = |listener: &Listener| listener.too_slow.0.load(Ordering::Relaxed);
        let (listener, mut messages) = Listener::new(1, 3);
        // One message may be larger than all may be together.
        listener.send("x".repeat(MOST_BYTES + 1).into());
        assert!(!cut_off(&listener));
        messages.next().await.unwrap();
        for _ in 0..2 {
            listener.send("x".repeat(MOST_BYTES / 2).into());
        }
        assert!(!cut_off(&listener));
        listener.send("x".into());
        assert!(cut_off(&listener));
        let (listener, mut messages) = Listener::new(2, 3);
        for _ in 0..10 {
            listener.send("x".into());
            messages.next().await.unwrap();
        }
        for _ in 0..3 {
            listener.send("x".into());
        }
        assert!(!cut_off(&listener));
        listener.send("x".into());
        assert!(cut_off(&listener));
    }

    #[test]
    fn what_is_too_large_to_be_sent_is_refused_with_its_tag() {
        let presence =
            Presence { connected: vec![], spectators: 0, away_since: vec![], grace: None };
        let message = ToClient::Presence { id: "x".repeat(200), presence };
        assert!(text_within(None, &message, 1_000).unwrap().contains("presence"));
        let error = text_within(Some(7), &message, 100).unwrap();
        assert!(error.contains(r#""type":"error""#) && error.contains("too_large"), "{error}");
        assert!(error.contains(r#""tag":7"#), "{error}");
    }
}
