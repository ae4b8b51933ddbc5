//! How much anybody may ask for: a bucket for each kind of request and whoever asks, which
//! fills steadily and is emptied by requests.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::Mutex;

use agon_store::Bucket as SharedBucket;
use thiserror::Error;

use crate::secrets;
use crate::state::App;
use crate::time::now;

/// Kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allowance {
    /// Anything over HTTP but files.
    Request,
    /// A file of the pages, or another answer that is the same for everybody.
    File,
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
    /// A code that is not valid.
    Guess,
}

impl Allowance {
    /// How many at once, and how many a second in the long run.
    fn allowance(self) -> (f64, f64) {
        match self {
            Allowance::Request => (200.0, 40.0),
            // A page is dozens of files.
            Allowance::File => (1_000.0, 150.0),
            Allowance::Entrance => (30.0, 0.5),
            Allowance::NewGame => (20.0, 0.5),
            Allowance::Message => (100.0, 20.0),
            Allowance::Connection => (60.0, 2.0),
            Allowance::Thinking => (20.0, 1.0),
            Allowance::Guess => (10.0, 1.0 / 60.0),
        }
    }

    /// Is it counted for the whole site, wherever it is asked for? Passwords and codes must not be
    /// guessed at each server anew, and games are written to the store that all of them share.
    fn is_of_site(self) -> bool {
        matches!(self, Allowance::Entrance | Allowance::NewGame | Allowance::Guess)
    }

    /// How many times that much those of one address may do together: a family, and where people
    /// only play, a school.
    fn share_of_address(self) -> f64 {
        match self {
            Allowance::Message => 20.0,
            _ => 4.0,
        }
    }
}

/// An allowance is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many requests; try again in {seconds} s")]
pub struct TooMany {
    /// Seconds after which the same request is let through, if nothing else is asked for meanwhile.
    pub seconds: u64,
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
    /// Somebody unknown, over this WebSocket.
    Connection(u64),
}

impl fmt::Display for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asker::Address(address) | Asker::Login(address, _) => address.fmt(f),
            Asker::Person(id) => f.write_str(id),
            Asker::Connection(number) => write!(f, "connection {number}"),
        }
    }
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

#[derive(Default)]
struct Shard {
    buckets: HashMap<(Allowance, Asker), Bucket>,
    /// When it was last looked for full buckets.
    swept: u64,
}

/// What is taken from a bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// How many are taken.
    count: u32,
    /// How many a retry takes again before it gets here, which the time to wait has to allow for.
    retry: u32,
}

impl Cost {
    pub(crate) const ONE: Cost = Cost { count: 1, retry: 0 };

    /// More for a request for which one was taken before.
    pub(crate) fn more(count: usize) -> Cost {
        Cost { count: u32::try_from(count).unwrap_or(u32::MAX), retry: 1 }
    }
}

/// Error of a sum of fractions, so that what was waited for exactly is there.
const ROUNDING: f64 = 1e-6;

/// Returns the successful ones beside the longest wait if one was refused.
fn all_or_none<'a>(
    results: impl Iterator<Item = (&'a Asker, Result<(), TooMany>)>,
) -> Result<(), (Vec<&'a Asker>, TooMany)> {
    let (mut taken, mut wait) = (Vec::new(), None);
    for (asker, result) in results {
        match result {
            Ok(()) => taken.push(asker),
            Err(TooMany { seconds }) => wait = wait.max(Some(seconds)),
        }
    }
    match wait {
        None => Ok(()),
        Some(seconds) => Err((taken, TooMany { seconds })),
    }
}

/// All buckets, in shards so that askers rarely wait for each other.
pub struct Limits {
    /// How many times the usual amounts are allowed; `None` for any amount.
    factor: Option<f64>,
    shards: Vec<Mutex<Shard>>,
    hasher: RandomState,
}

const SHARDS: usize = 16;
/// Buckets in a shard before full ones are thrown away.
const CROWDED: usize = 4_096;
/// Milliseconds between two searches for full ones.
const SWEEP: u64 = 1_000;

impl Limits {
    /// With so many times the usual amounts; `None` for no limits at all.
    #[must_use]
    pub fn new(factor: Option<f64>) -> Limits {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Limits { factor, shards, hasher: RandomState::new() }
    }

    /// Takes one from the bucket.
    pub fn take(&self, kind: Allowance, asker: &Asker) -> Result<(), TooMany> {
        self.take_at(kind, asker, Cost::ONE, now().0)
    }

    /// Takes one from each bucket, or nothing.
    pub(crate) fn take_all(&self, kind: Allowance, askers: &[&Asker]) -> Result<(), TooMany> {
        let now = now().0;
        all_or_none(askers.iter().map(|asker| (*asker, self.take_at(kind, asker, Cost::ONE, now))))
            .map_err(|(taken, refused)| {
                for asker in taken {
                    self.give_back(kind, asker, 1);
                }
                refused
            })
    }

    fn take_at(&self, kind: Allowance, asker: &Asker, cost: Cost, now: u64) -> Result<(), TooMany> {
        let taken = self.with_bucket(kind, asker, now, |bucket, most, rate| {
            // What costs more than the bucket holds needs a full one, and leaves it in debt.
            let (count, retry) = (f64::from(cost.count), f64::from(cost.retry));
            if bucket.left + ROUNDING < count.min(most - retry) {
                let needed = (count + retry).min(most);
                let seconds = ((needed - bucket.left) / rate).ceil().max(1.0);
                return Err(TooMany { seconds: seconds as u64 });
            }
            bucket.left = (bucket.left - count).max(-most);
            Ok(())
        });
        taken.unwrap_or(Ok(()))
    }

    /// Puts back what was taken for nothing.
    pub fn give_back(&self, kind: Allowance, asker: &Asker, count: u32) {
        self.with_bucket(kind, asker, now().0, |bucket, most, _| {
            bucket.left = (bucket.left + f64::from(count)).min(most);
        });
    }

    /// Takes more for something that turned out to be dear. The bucket may be in debt afterwards, but
    /// never by more than it holds.
    pub fn charge(&self, kind: Allowance, asker: &Asker, count: usize) {
        self.charge_at(kind, asker, count, now().0);
    }

    fn charge_at(&self, kind: Allowance, asker: &Asker, count: usize, now: u64) {
        self.with_bucket(kind, asker, now, |bucket, most, _| {
            bucket.left = (bucket.left - count as f64).max(-most);
        });
    }

    /// How much the bucket holds, and how much comes in a second; `None` where there are no limits.
    fn size(&self, kind: Allowance, asker: &Asker) -> Option<(f64, f64)> {
        let factor = self.factor?;
        let (most, rate) = kind.allowance();
        let many = matches!(asker, Asker::Address(_));
        let share = if many { kind.share_of_address() } else { 1.0 };
        Some((most * factor * share, rate * factor * share))
    }

    /// The bucket that all servers of the site share, with its name; `None` where each has its own.
    fn of_site(&self, kind: Allowance, asker: &Asker) -> Option<(String, SharedBucket)> {
        let (most, rate) = self.size(kind, asker).filter(|_| kind.is_of_site())?;
        // Nobody need read addresses there.
        Some((secrets::digest(&format!("{kind:?} {asker:?}")), SharedBucket::new(most, rate)))
    }

    /// Does something with a bucket as it is now, told how much it holds and how much comes in a
    /// second; nothing where there are no limits.
    fn with_bucket<T>(
        &self,
        kind: Allowance,
        asker: &Asker,
        now: u64,
        act: impl FnOnce(&mut Bucket, f64, f64) -> T,
    ) -> Option<T> {
        let (most, rate) = self.size(kind, asker)?;
        let key = (kind, asker.clone());
        let shard = self.hasher.hash_one(&key) as usize % SHARDS;
        let mut shard = self.shards[shard].lock().unwrap_or_else(|e| e.into_inner());
        shard.sweep(now);
        let bucket = shard.buckets.entry(key).or_insert(Bucket { left: most, at: now });
        let filled = now.saturating_sub(bucket.at) as f64 / 1000.0 * rate;
        bucket.left = (bucket.left + filled).min(most);
        bucket.at = now;
        Some(act(bucket, most, rate))
    }
}

impl App {
    /// Takes one from each bucket, or nothing.
    pub(crate) async fn take(&self, kind: Allowance, askers: &[&Asker]) -> Result<(), TooMany> {
        self.take_cost(kind, askers, Cost::ONE).await
    }

    /// Takes the same from each bucket, or nothing.
    pub(crate) async fn take_cost(
        &self,
        kind: Allowance,
        askers: &[&Asker],
        cost: Cost,
    ) -> Result<(), TooMany> {
        let mut results = Vec::new();
        for asker in askers {
            results.push((*asker, self.take_one(kind, asker, cost).await));
        }
        let Err((taken, refused)) = all_or_none(results.into_iter()) else { return Ok(()) };
        for asker in taken {
            self.give_back(kind, asker, cost.count).await;
        }
        Err(refused)
    }

    /// Takes from the bucket here and, where it is counted for the whole site, from the one that all
    /// servers share.
    async fn take_one(&self, kind: Allowance, asker: &Asker, cost: Cost) -> Result<(), TooMany> {
        self.limits.take_at(kind, asker, cost, now().0)?;
        let Some((name, bucket)) = self.shared_bucket(kind, asker) else { return Ok(()) };
        let Cost { count, retry } = cost;
        match self.store.take_allowance(&name, bucket, count, retry).await {
            Ok(None) => Ok(()),
            Ok(Some(wait)) => {
                self.limits.give_back(kind, asker, count);
                Err(TooMany { seconds: wait.as_secs() + 1 })
            }
            // The request needs the store as well and will fail there.
            Err(error) => {
                tracing::debug!(%error, "an allowance was counted at this server alone");
                Ok(())
            }
        }
    }

    /// Puts back what was taken for nothing.
    pub(crate) async fn give_back(&self, kind: Allowance, asker: &Asker, count: u32) {
        self.limits.give_back(kind, asker, count);
        if let Some((name, bucket)) = self.shared_bucket(kind, asker)
            && let Err(error) = self.store.give_allowance_back(&name, bucket, count).await
        {
            tracing::debug!(%error, "an allowance was not given back");
        }
    }

    fn shared_bucket(&self, kind: Allowance, asker: &Asker) -> Option<(String, SharedBucket)> {
        self.limits.of_site(kind, asker).filter(|_| self.store.is_shared())
    }
}

impl Shard {
    /// Throws buckets away when there are very many, but does not look for them all the time.
    fn sweep(&mut self, now: u64) {
        if self.buckets.len() < CROWDED || now < self.swept + SWEEP {
            return;
        }
        self.swept = now;
        // A bucket that nobody touched for so long is full again.
        let filled = |kind: Allowance| match kind {
            Allowance::Guess => 600_000,
            _ => 60_000,
        };
        self.buckets.retain(|(kind, _), bucket| now.saturating_sub(bucket.at) < filled(*kind));
        if self.buckets.len() >= 4 * CROWDED {
            // Nobody is locked out because others are many: everybody begins anew.
            self.buckets.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(limits: &Limits, asker: &Asker, at: u64) -> usize {
        (0..10_000)
            .take_while(|_| limits.take_at(Allowance::Message, asker, Cost::ONE, at).is_ok())
            .count()
    }

    #[test]
    fn buckets_empty_and_fill_again() {
        let limits = Limits::new(Some(1.0));
        let anna = Asker::Person("anna".into());
        assert_eq!(count(&limits, &anna, 1_000), 100);
        assert_eq!(count(&limits, &anna, 2_000), 20);
        assert_eq!(count(&limits, &Asker::Person("bob".into()), 2_000), 100);
        assert_eq!(count(&limits, &anna, 1_000_000), 100);
        let refused = limits.take_at(Allowance::Message, &anna, Cost::ONE, 1_000_000).unwrap_err();
        assert_eq!(refused.seconds, 1);
    }

    #[test]
    fn an_address_has_more_than_a_person() {
        let limits = Limits::new(Some(1.0));
        let address = Asker::at([192, 0, 2, 1].into());
        assert_eq!(count(&limits, &address, 1_000), 2_000);
        assert_eq!(count(&limits, &address, 2_000), 400);
        assert_eq!(count(&limits, &Asker::Connection(1), 2_000), 100);
    }

    #[test]
    fn what_is_dear_is_paid_for_later() {
        let limits = Limits::new(Some(1.0));
        let anna = Asker::Person("anna".into());
        limits.charge_at(Allowance::Message, &anna, 130, 1_000);
        let refused = limits.take_at(Allowance::Message, &anna, Cost::ONE, 1_000).unwrap_err();
        assert_eq!(refused.seconds, 2);
        assert_eq!(count(&limits, &anna, 3_000), 10);
        // However dear: the debt is paid after some seconds.
        limits.charge_at(Allowance::Message, &anna, 1_000_000, 3_000);
        assert_eq!(count(&limits, &anna, 9_000), 20);
    }

    #[test]
    fn very_many_askers_lock_nobody_out() {
        let limits = Limits::new(Some(1.0));
        for number in 0..280_000 {
            let now = 10_000 + number / 100;
            limits.take_at(Allowance::Message, &Asker::Connection(number), Cost::ONE, now).unwrap();
        }
        let buckets: usize =
            limits.shards.iter().map(|shard| shard.lock().unwrap().buckets.len()).sum();
        assert!(buckets <= 140_000, "{buckets}");
    }

    #[test]
    fn a_network_of_addresses_is_one_asker() {
        let at = |text: &str| Asker::at(text.parse().unwrap());
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8:0:1::1"), at("2001:db8::1"));
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
    }

    #[test]
    fn a_retry_after_the_stated_time_is_let_through() {
        // A file that costs more than the bucket holds; the first of its cost is taken before it is read.
        for count in [3, 19, 20, 57, 1_000] {
            let limits = Limits::new(Some(1.0));
            let anna = Asker::Person("anna".into());
            limits.charge_at(Allowance::NewGame, &anna, 20, 1_000);
            let mut now = 1_000;
            let request = |now| {
                limits.take_at(Allowance::NewGame, &anna, Cost::ONE, now)?;
                limits.take_at(Allowance::NewGame, &anna, Cost::more(count - 1), now)
            };
            let mut refusals = 0;
            while let Err(TooMany { seconds }) = request(now) {
                now += seconds * 1_000;
                refusals += 1;
            }
            assert!(refusals <= 2, "{count}: refused {refusals} times");
        }
    }

    #[test]
    fn a_refusal_takes_from_no_bucket() {
        let limits = Limits::new(Some(1.0));
        let (anna, bob) = (Asker::Person("anna".into()), Asker::Person("bob".into()));
        limits.charge(Allowance::NewGame, &bob, 40);
        for _ in 0..100 {
            limits.take_all(Allowance::NewGame, &[&anna, &bob]).unwrap_err();
        }
        for _ in 0..20 {
            limits.take(Allowance::NewGame, &anna).unwrap();
        }
    }

    #[test]
    fn no_limits_when_they_are_off() {
        assert_eq!(count(&Limits::new(None), &Asker::Person("anna".into()), 0), 10_000);
    }
}
