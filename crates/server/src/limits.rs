//! How much anybody may ask for: a bucket for each kind of request and whoever asks, which
//! fills steadily and is emptied by requests.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::Mutex;

use crate::error::Fault;
use crate::time::now;

/// Kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Anything over HTTP.
    Request,
    /// A new guest, a sign-in, a registration.
    Entrance,
    /// A new game.
    NewGame,
    /// A message over a WebSocket.
    Message,
    /// A new WebSocket.
    Connection,
    /// Something that makes a computer think.
    Thinking,
}

impl Kind {
    /// How many at once, and how many a second in the long run.
    fn allowance(self) -> (f64, f64) {
        match self {
            Kind::Request => (200.0, 40.0),
            Kind::Entrance => (30.0, 0.5),
            Kind::NewGame => (20.0, 0.5),
            Kind::Message => (100.0, 20.0),
            Kind::Connection => (60.0, 2.0),
            Kind::Thinking => (20.0, 1.0),
        }
    }
}

/// Who asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// Somebody at this address; of IPv6 the network counts.
    Address(IpAddr),
    /// A person.
    Person(String),
    /// Somebody at this address who wants to sign in with this name.
    Login(IpAddr, String),
}

impl Asker {
    /// The same, wanting to sign in with this name.
    pub(crate) fn signing_in(&self, login: &str) -> Asker {
        match self {
            Asker::Address(address) => Asker::Login(*address, login.to_owned()),
            other => other.clone(),
        }
    }

    /// Whoever is at an address.
    #[must_use]
    pub fn at(address: IpAddr) -> Asker {
        Asker::Address(match address {
            IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
                Some(v4) => v4.into(),
                None => {
                    let network = u128::from(v6) >> 64 << 64;
                    IpAddr::V6(network.into())
                }
            },
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

struct Bucket {
    left: f64,
    at: u64,
}

/// All buckets, in shards so that askers rarely wait for each other.
pub struct Limits {
    /// How many times the usual amounts are allowed; `None` for any amount.
    factor: Option<f64>,
    shards: Vec<Mutex<HashMap<(Kind, Asker), Bucket>>>,
    hasher: RandomState,
}

const SHARDS: usize = 16;
/// Buckets in a shard before full ones are thrown away.
const CROWDED: usize = 4_096;

impl Limits {
    /// With so many times the usual amounts; `None` for no limits at all.
    #[must_use]
    pub fn new(factor: Option<f64>) -> Limits {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Limits { factor, shards, hasher: RandomState::new() }
    }

    /// Takes one from the bucket, or says how long to wait.
    pub fn take(&self, kind: Kind, asker: &Asker) -> Result<(), Fault> {
        self.take_at(kind, asker, now())
    }

    fn take_at(&self, kind: Kind, asker: &Asker, now: u64) -> Result<(), Fault> {
        let Some(factor) = self.factor else { return Ok(()) };
        let (most, rate) = kind.allowance();
        // Many people may share an address.
        let share = if matches!(asker, Asker::Address(_)) { 4.0 } else { 1.0 };
        let (most, rate) = (most * factor * share, rate * factor * share);
        let key = (kind, asker.clone());
        let shard = self.hasher.hash_one(&key) as usize % SHARDS;
        let mut buckets = self.shards[shard].lock().unwrap_or_else(|e| e.into_inner());
        if buckets.len() >= CROWDED && !buckets.contains_key(&key) {
            // A bucket that nobody touched for so long is full again.
            buckets.retain(|_, bucket| now.saturating_sub(bucket.at) < 60_000);
            if buckets.len() >= 4 * CROWDED {
                return Err(Fault::too_many(60));
            }
        }
        let bucket = buckets.entry(key).or_insert(Bucket { left: most, at: now });
        let filled = now.saturating_sub(bucket.at) as f64 / 1000.0 * rate;
        bucket.left = (bucket.left + filled).min(most);
        bucket.at = now;
        if bucket.left < 1.0 {
            let seconds = ((1.0 - bucket.left) / rate).ceil().max(1.0);
            return Err(Fault::too_many(seconds as u64));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(limits: &Limits, asker: &Asker, at: u64) -> usize {
        (0..10_000).take_while(|_| limits.take_at(Kind::Message, asker, at).is_ok()).count()
    }

    #[test]
    fn buckets_empty_and_fill_again() {
        let limits = Limits::new(Some(1.0));
        let anna = Asker::Person("anna".into());
        assert_eq!(count(&limits, &anna, 1_000), 100);
        assert_eq!(count(&limits, &anna, 2_000), 20);
        assert_eq!(count(&limits, &Asker::Person("bob".into()), 2_000), 100);
        assert_eq!(count(&limits, &anna, 1_000_000), 100);
        let fault = limits.take_at(Kind::Message, &anna, 1_000_000).unwrap_err();
        assert_eq!(fault.retry_after, Some(1));
    }

    #[test]
    fn a_network_of_addresses_is_one_asker() {
        let at = |text: &str| Asker::at(text.parse().unwrap());
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8:0:1::1"), at("2001:db8::1"));
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
    }

    #[test]
    fn no_limits_when_they_are_off() {
        assert_eq!(count(&Limits::new(None), &Asker::Person("anna".into()), 0), 10_000);
    }
}
