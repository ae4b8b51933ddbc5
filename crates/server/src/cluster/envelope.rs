//! Authenticated messages. A sealed message is
//!
//! | bytes | |
//! |---|---|
//! | 1 | format, [`FORMAT`] |
//! | 8 | time of sending in milliseconds since 1970, big-endian |
//! | 8 | sequence number of the sender, counting up from 1, big-endian |
//! | 1 + *n* | length and name of the sender |
//! | any | content |
//! | 32 | HMAC-SHA256 of the length of the subject, the subject and all bytes before |
//!
//! under a key that is derived from a secret for one purpose. A message on another subject, with another time, sender,
//! number or content has another code. The content is not encrypted: it must not contain secrets.
//!
//! A receiver accepts each number of a sender once in each subscription, and no message older than [`MAX_AGE`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use agon_protocol::units::Millis;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::refusals::{Refusal, Refusals};
use crate::secrets;

/// Version of the format.
const FORMAT: u8 = 1;
/// Maximum difference between the time of a message and the receiver's clock. Clocks of machines differ by less than
/// ten seconds (`live::actor`), and a message waits for a few seconds while NATS is connected again. What is lost after
/// that is read from the store, which every server compares with every 30 s.
pub(crate) const MAX_AGE: Duration = Duration::from_secs(30);
/// Maximum size of a sealed message in bytes; the largest are lists of games and long positions.
pub(crate) const MAX_BYTES: usize = 512 << 10;
/// Bytes of an authentication code.
const CODE: usize = 32;
/// Bytes before the name of the sender.
const HEAD: usize = 1 + 8 + 8 + 1;
/// Maximum length of the name of a sender.
const LONGEST_NAME: usize = 32;
/// Sequence numbers below the highest that may still arrive.
const WINDOW: u64 = 64;

/// Seals the messages of one sender, and opens those of others, under one key.
pub(crate) struct Envelopes {
    mac: Hmac<Sha256>,
    sender: String,
    sequence: AtomicU64,
    /// Highest number that was received of each sender.
    highest: Mutex<HashMap<String, Highest>>,
    pub(crate) refusals: Refusals,
}

#[derive(Clone, Copy)]
struct Highest {
    number: u64,
    at: Millis,
}

/// The content of an authentic message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opened<'m> {
    pub(crate) sender: &'m str,
    pub(crate) content: &'m [u8],
    number: u64,
    time: Millis,
}

impl Envelopes {
    /// `purpose` separates keys that are derived from the same secret.
    pub(crate) fn new(secret: &str, purpose: &str, sender: &str) -> Envelopes {
        let key = secrets::derive(secret, purpose);
        let mac = Hmac::new_from_slice(&key).expect("keys of any length are allowed");
        debug_assert!((1..=LONGEST_NAME).contains(&sender.len()));
        Envelopes {
            mac,
            sender: sender.into(),
            sequence: AtomicU64::new(1),
            highest: Mutex::default(),
            refusals: Refusals::default(),
        }
    }

    fn highest(&self) -> MutexGuard<'_, HashMap<String, Highest>> {
        // No invariant spans the lock, so poisoning is ignored.
        self.highest.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn code(&self, subject: &str, message: &[u8]) -> [u8; CODE] {
        let mut mac = self.mac.clone();
        mac.update(&(subject.len() as u64).to_be_bytes());
        mac.update(subject.as_bytes());
        mac.update(message);
        mac.finalize().into_bytes().into()
    }

    /// A message that is sent now; `None` if it is larger than receivers accept.
    pub(crate) fn seal(&self, subject: &str, content: &[u8], now: Millis) -> Option<Vec<u8>> {
        let size = HEAD + self.sender.len() + content.len() + CODE;
        if size > MAX_BYTES {
            return None;
        }
        let mut message = Vec::with_capacity(size);
        message.push(FORMAT);
        message.extend(now.0.to_be_bytes());
        message.extend(self.sequence.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        message.push(self.sender.len() as u8);
        message.extend(self.sender.as_bytes());
        message.extend(content);
        let code = self.code(subject, &message);
        message.extend(code);
        Some(message)
    }

    /// Checks code and age, not whether the message was received before.
    fn check<'m>(
        &self,
        subject: &str,
        message: &'m [u8],
        now: Millis,
        max_age: Duration,
    ) -> Result<Opened<'m>, Refusal> {
        if message.len() > MAX_BYTES {
            return Err(Refusal::Oversized);
        }
        let (signed, code) = message.split_last_chunk::<CODE>().ok_or(Refusal::Forged)?;
        if !bool::from(self.code(subject, signed).ct_eq(code)) {
            return Err(Refusal::Forged);
        }
        let opened = parse(signed).ok_or(Refusal::Unreadable)?;
        let apart = opened.time.0.abs_diff(now.0);
        if u128::from(apart) > max_age.as_millis() {
            return Err(Refusal::Old);
        }
        Ok(opened)
    }

    /// Opens a message that may be delivered several times, such as a job from a queue.
    pub(crate) fn open_repeated<'m>(
        &self,
        subject: &str,
        message: &'m [u8],
        now: Millis,
        max_age: Duration,
    ) -> Option<Opened<'m>> {
        let opened = self.check(subject, message, now, max_age);
        opened.inspect_err(|&refusal| self.refusals.count(refusal)).ok()
    }

    /// Opens the messages of a new subscription.
    pub(crate) fn opener(self: &Arc<Self>) -> Opener {
        let known = self.highest().clone();
        Opener { envelopes: Arc::clone(self), known, windows: HashMap::new() }
    }
}

fn parse(signed: &[u8]) -> Option<Opened<'_>> {
    let (&format, rest) = signed.split_first()?;
    let (time, rest) = rest.split_first_chunk::<8>()?;
    let (number, rest) = rest.split_first_chunk::<8>()?;
    let (&length, rest) = rest.split_first()?;
    let (sender, content) = rest.split_at_checked(usize::from(length))?;
    let sender = str::from_utf8(sender).ok().filter(|name| !name.is_empty())?;
    let (time, number) = (Millis(u64::from_be_bytes(*time)), u64::from_be_bytes(*number));
    (format == FORMAT && sender.len() <= LONGEST_NAME).then_some(Opened {
        sender,
        content,
        number,
        time,
    })
}

/// Opens the messages of one subscription, each at most once.
pub(crate) struct Opener {
    envelopes: Arc<Envelopes>,
    /// What had been received, in any subscription, when this one began: its messages come later.
    known: HashMap<String, Highest>,
    windows: HashMap<String, Window>,
}

impl Opener {
    /// The content of an authentic message of another sender that was not opened before. Others are counted, except
    /// those of this process itself.
    pub(crate) fn open<'m>(
        &mut self,
        subject: &str,
        message: &'m [u8],
        now: Millis,
    ) -> Option<Opened<'m>> {
        let opened = self.envelopes.check(subject, message, now, MAX_AGE);
        let opened = opened.and_then(|opened| {
            if opened.sender != self.envelopes.sender && !self.is_new(&opened, now) {
                return Err(Refusal::Replayed);
            }
            Ok(opened)
        });
        match opened {
            Ok(opened) => (opened.sender != self.envelopes.sender).then_some(opened),
            Err(refusal) => {
                self.envelopes.refusals.count(refusal);
                None
            }
        }
    }

    /// Counts a message that is authentic but not understood.
    pub(crate) fn refuse(&self, refusal: Refusal) {
        self.envelopes.refusals.count(refusal);
    }

    fn is_new(&mut self, Opened { sender, number, .. }: &Opened<'_>, now: Millis) -> bool {
        let is_new = match self.windows.get_mut(*sender) {
            Some(window) => window.accept(*number, now),
            None => {
                let floor = self.known.get(*sender).map_or(0, |known| known.number);
                // A sender that was not heard for so long can only be heard by messages that are too old.
                self.windows.retain(|_, window| now.since(window.at).duration() < 2 * MAX_AGE);
                let window = Window { highest: *number, seen: 1, at: now };
                *number > floor && self.windows.insert((*sender).into(), window).is_none()
            }
        };
        if is_new {
            let mut all = self.envelopes.highest();
            if let Some(highest) = all.get_mut(*sender) {
                *highest = Highest { number: highest.number.max(*number), at: now };
            } else {
                all.retain(|_, highest| now.since(highest.at).duration() < 2 * MAX_AGE);
                all.insert((*sender).into(), Highest { number: *number, at: now });
            }
        }
        is_new
    }
}

/// Sequence numbers of a sender that were received: the highest, and which of those just below.
struct Window {
    highest: u64,
    /// Bit *i* stands for `highest - i`.
    seen: u64,
    at: Millis,
}

impl Window {
    /// False if this number was received before, or is too far below the highest.
    fn accept(&mut self, number: u64, now: Millis) -> bool {
        self.at = now;
        if number > self.highest {
            let ahead = number - self.highest;
            self.seen = if ahead < WINDOW { self.seen << ahead | 1 } else { 1 };
            self.highest = number;
            return true;
        }
        let back = self.highest - number;
        let is_new = back < WINDOW && self.seen >> back & 1 == 0;
        if is_new {
            self.seen |= 1 << back;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_700_000_000_000);

    fn pair() -> (Arc<Envelopes>, Arc<Envelopes>) {
        let envelopes = |name| Arc::new(Envelopes::new("key", "test", name));
        (envelopes("anna"), envelopes("bob"))
    }

    fn content(opener: &mut Opener, subject: &str, message: &[u8], now: Millis) -> Option<Vec<u8>> {
        opener.open(subject, message, now).map(|opened| opened.content.to_vec())
    }

    #[test]
    fn an_authentic_message_is_opened_once() {
        let (anna, bob) = pair();
        let mut opener = bob.opener();
        let message = anna.seal("a.b", b"hello", NOW).unwrap();
        let opened = opener.open("a.b", &message, NOW).unwrap();
        assert_eq!((opened.sender, opened.content), ("anna", &b"hello"[..]));
        assert_eq!(opener.open("a.b", &message, NOW), None);
        assert_eq!(bob.refusals.get(Refusal::Replayed), 1);
        // A later subscription does not begin with what was received before.
        assert_eq!(bob.opener().open("a.b", &message, NOW), None);
        assert_eq!(bob.refusals.get(Refusal::Replayed), 2);
        // One's own messages are no news, and no attack.
        let own = bob.seal("a.b", b"hello", NOW).unwrap();
        assert_eq!(opener.open("a.b", &own, NOW), None);
        assert_eq!(bob.refusals.all(), 2);
    }

    #[test]
    fn forged_truncated_and_moved_messages_are_refused() {
        let (anna, bob) = pair();
        let mut opener = bob.opener();
        let message = anna.seal("a.b", b"hello", NOW).unwrap();
        let mut refused = 0;
        for length in 0..message.len() {
            assert_eq!(opener.open("a.b", &message[..length], NOW), None, "{length}");
            refused += 1;
        }
        for place in 0..message.len() {
            let mut forged = message.clone();
            forged[place] ^= 1;
            assert_eq!(opener.open("a.b", &forged, NOW), None, "{place}");
            refused += 1;
        }
        let longer = [&message[..], b"x"].concat();
        for (subject, message) in [("a.c", &message), ("a.", &message), ("a.b", &longer)] {
            assert_eq!(opener.open(subject, message, NOW), None, "{subject}");
            refused += 1;
        }
        let other_key = Envelopes::new("other", "test", "anna").seal("a.b", b"hello", NOW);
        let other_purpose = Envelopes::new("key", "other", "anna").seal("a.b", b"hello", NOW);
        for message in [other_key, other_purpose] {
            assert_eq!(opener.open("a.b", &message.unwrap(), NOW), None);
            refused += 1;
        }
        assert_eq!(bob.refusals.get(Refusal::Forged), refused);
        assert_eq!(content(&mut opener, "a.b", &message, NOW), Some(b"hello".to_vec()));
    }

    #[test]
    fn a_subject_is_not_confused_with_content() {
        let (anna, bob) = pair();
        let message = anna.seal("a.b", b"c", NOW).unwrap();
        assert_eq!(bob.opener().open("a.bc", &message, NOW), None);
    }

    #[test]
    fn old_and_oversized_messages_are_refused() {
        let (anna, bob) = pair();
        let mut opener = bob.opener();
        let age = MAX_AGE.as_millis() as u64;
        for (apart, opens) in [(age, true), (age + 1, false)] {
            for time in [NOW.0 - apart, NOW.0 + apart] {
                let message = anna.seal("a", b"x", Millis(time)).unwrap();
                assert_eq!(opener.open("a", &message, NOW).is_some(), opens, "{time}");
            }
        }
        assert_eq!(bob.refusals.get(Refusal::Old), 2);
        let largest = vec![b'x'; MAX_BYTES - HEAD - "anna".len() - CODE];
        let message = anna.seal("a", &largest, NOW).unwrap();
        assert!(opener.open("a", &message, NOW).is_some());
        assert_eq!(anna.seal("a", &vec![b'x'; largest.len() + 1], NOW), None);
        assert_eq!(opener.open("a", &[message, vec![0]].concat(), NOW), None);
        assert_eq!(bob.refusals.get(Refusal::Oversized), 1);
    }

    #[test]
    fn messages_may_overtake_each_other_a_little() {
        let (anna, bob) = pair();
        let mut opener = bob.opener();
        let messages: Vec<_> = (0..200).map(|_| anna.seal("a", b"x", NOW).unwrap()).collect();
        let mut open = |number: usize| opener.open("a", &messages[number], NOW).is_some();
        assert!(open(10) && open(8) && open(9) && !open(9) && !open(8));
        assert!(open(73) && open(11) && !open(10) && !open(11));
        assert!(open(199) && !open(73) && !open(0) && open(198) && !open(198) && !open(199));
    }

    #[test]
    fn a_queue_may_deliver_a_message_again() {
        let (anna, bob) = pair();
        let message = anna.seal("a", b"x", NOW).unwrap();
        let open = |at| bob.open_repeated("a", &message, at, Duration::from_secs(60)).is_some();
        assert!(open(NOW) && open(NOW) && open(Millis(NOW.0 + 60_000)));
        assert!(!open(Millis(NOW.0 + 60_001)));
    }
}
