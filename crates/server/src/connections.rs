//! Who is connected: so many in all, and so many of one address. Where there is no more room, a
//! connection that has had nothing to do for long gives way, one of the most crowded address first:
//! a newcomer gets in while somebody is idle.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::limits::Asker;

/// Pages that somebody looks at say something more often than that.
const QUIET: Duration = Duration::from_secs(60);
/// A request that takes so long may be broken off for a newcomer.
const BUSY: Duration = Duration::from_secs(5);
/// Seconds until somebody who was turned away may try again.
pub(crate) const LATER: u64 = 5;

/// All connections.
pub(crate) struct Connections {
    most: usize,
    most_of_one: usize,
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    next: u64,
    all: HashMap<u64, Taken>,
    by_address: HashMap<Asker, HashSet<u64>>,
}

struct Taken {
    /// Where it comes from; `None` behind a proxy, until that is known.
    address: Option<Asker>,
    line: Arc<Line>,
}

/// One connection, as long as it lasts.
struct Line {
    number: u64,
    activity: Mutex<Activity>,
    leave: Notify,
}

/// What a connection does, and since when.
#[derive(Clone, Copy, Debug)]
enum Activity {
    /// Waits for a request, or for the client to read the answer.
    Waiting(Instant),
    /// A request is being answered.
    Working(Instant),
    /// A WebSocket, with the time when the client last said something.
    Talking(Instant),
}

impl Activity {
    /// Who must give way first; `None` for those who need not.
    fn idleness(self, now: Instant) -> Option<(u8, Instant)> {
        let (order, since, patience) = match self {
            Activity::Waiting(since) => (0, since, Duration::ZERO),
            Activity::Talking(since) => (1, since, QUIET),
            Activity::Working(since) => (2, since, BUSY),
        };
        (now.saturating_duration_since(since) >= patience).then_some((order, since))
    }
}

impl Line {
    fn activity(&self) -> MutexGuard<'_, Activity> {
        // It is a plain value, whoever panicked.
        self.activity.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Why somebody was turned away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// There is no room at all.
    Site,
    /// There is no more room for this address.
    Address,
}

impl Connections {
    pub(crate) fn new(most: usize, most_of_one: usize) -> Arc<Connections> {
        Arc::new(Connections { most, most_of_one, places: Mutex::default() })
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        // Nothing in here panics between two changes that belong together.
        self.places.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A place for a newcomer. An address that is not known is not limited.
    pub(crate) fn enter(self: &Arc<Self>, address: Option<Asker>) -> Result<Place, Full> {
        self.enter_at(address, Instant::now())
    }

    fn enter_at(self: &Arc<Self>, address: Option<Asker>, now: Instant) -> Result<Place, Full> {
        let mut places = self.places();
        if let Some(address) = &address {
            places.make_room_at(address, self.most_of_one, now)?;
        }
        if places.all.len() >= self.most {
            places.dismiss_one(now).ok_or(Full::Site)?;
        }
        let number = places.next;
        places.next += 1;
        let activity = Mutex::new(Activity::Waiting(now));
        let line = Arc::new(Line { number, activity, leave: Notify::new() });
        if let Some(address) = &address {
            places.by_address.entry(address.clone()).or_default().insert(number);
        }
        places.all.insert(number, Taken { address, line: Arc::clone(&line) });
        drop(places);
        Ok(Place(Link { line, connections: Arc::clone(self) }))
    }

    /// The system has no more room for connections: some of those that are idle go.
    pub(crate) fn shrink(&self) {
        let now = Instant::now();
        let mut places = self.places();
        for _ in 0..places.all.len() / 16 + 1 {
            places.dismiss_one(now);
        }
    }
}

impl Places {
    /// Room for one more of this address.
    fn make_room_at(&mut self, address: &Asker, most: usize, now: Instant) -> Result<(), Full> {
        let Some(own) = self.by_address.get(address).filter(|own| own.len() >= most) else {
            return Ok(());
        };
        let idle = own.iter().filter_map(|number| {
            let line = &self.all.get(number)?.line;
            let idleness = line.activity().idleness(now)?;
            Some((idleness, *number))
        });
        let (_, number) = idle.min().ok_or(Full::Address)?;
        self.dismiss(number);
        Ok(())
    }

    /// Lets whoever is idle give way: of the address with the most connections, the longest idle.
    fn dismiss_one(&mut self, now: Instant) -> Option<()> {
        let crowd = |taken: &Taken| {
            let own = taken.address.as_ref().and_then(|address| self.by_address.get(address));
            own.map_or(1, HashSet::len)
        };
        let idle = self.all.iter().filter_map(|(number, taken)| {
            let idleness = taken.line.activity().idleness(now)?;
            Some((Reverse(crowd(taken)), idleness, *number))
        });
        let (.., number) = idle.min()?;
        self.dismiss(number);
        Some(())
    }

    fn dismiss(&mut self, number: u64) {
        if let Some(taken) = self.remove(number) {
            taken.line.leave.notify_one();
        }
    }

    fn remove(&mut self, number: u64) -> Option<Taken> {
        let taken = self.all.remove(&number)?;
        if let Some(address) = &taken.address
            && let Some(own) = self.by_address.get_mut(address)
        {
            own.remove(&number);
            if own.is_empty() {
                self.by_address.remove(address);
            }
        }
        Some(taken)
    }
}

/// A place among the connections; it becomes free when this is dropped.
pub(crate) struct Place(Link);

impl Place {
    pub(crate) fn link(&self) -> Link {
        self.0.clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.places().remove(self.0.line.number);
    }
}

/// What those who serve a connection tell of it.
#[derive(Clone)]
pub(crate) struct Link {
    line: Arc<Line>,
    connections: Arc<Connections>,
}

impl Link {
    /// A request has come.
    pub(crate) fn works(&self) {
        *self.line.activity() = Activity::Working(Instant::now());
    }

    /// The request is answered.
    pub(crate) fn waits(&self) {
        let mut activity = self.line.activity();
        if matches!(*activity, Activity::Working(_)) {
            *activity = Activity::Waiting(Instant::now());
        }
    }

    /// It is a WebSocket whose client said something.
    pub(crate) fn talks(&self) {
        *self.line.activity() = Activity::Talking(Instant::now());
    }

    /// Returns when the connection must give way.
    pub(crate) async fn must_leave(&self) {
        self.line.leave.notified().await;
    }

    /// Whose connection it is, where that was not known before: behind a proxy.
    pub(crate) fn belongs_to(&self, address: &Asker) -> Result<(), Full> {
        let Connections { most_of_one, .. } = *self.connections;
        let mut places = self.connections.places();
        let number = self.line.number;
        // Whoever has to give way already has no address any more.
        if places.all.get(&number).is_none_or(|taken| taken.address.is_some()) {
            return Ok(());
        }
        places.make_room_at(address, most_of_one, Instant::now())?;
        places.by_address.entry(address.clone()).or_default().insert(number);
        if let Some(taken) = places.all.get_mut(&number) {
            taken.address = Some(address.clone());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn at(last: u8) -> Option<Asker> {
        Some(Asker::at([192, 0, 2, last].into()))
    }

    fn leaves(place: &Place) -> bool {
        let link = place.link();
        let mut context = Context::from_waker(Waker::noop());
        pin!(link.must_leave()).poll(&mut context).is_ready()
    }

    #[test]
    fn the_longest_idle_one_of_an_address_gives_way() {
        let connections = Connections::new(100, 2);
        let begin = Instant::now();
        let later = |seconds| begin + Duration::from_secs(seconds);
        let first = connections.enter_at(at(1), begin).unwrap();
        let second = connections.enter_at(at(1), later(1)).unwrap();
        let other = connections.enter_at(at(2), begin).unwrap();
        let third = connections.enter_at(at(1), later(2)).unwrap();
        assert!(leaves(&first) && !leaves(&second) && !leaves(&third) && !leaves(&other));
        // Whoever works stays, and so does the last one who waits for nothing.
        for place in [&second, &third] {
            *place.link().line.activity() = Activity::Working(later(2));
        }
        assert_eq!(connections.enter_at(at(1), later(3)).err(), Some(Full::Address));
        // A place that becomes free can be taken.
        drop(second);
        assert!(connections.enter_at(at(1), later(3)).is_ok());
    }

    #[test]
    fn the_most_crowded_address_gives_way_first() {
        let connections = Connections::new(6, 5);
        let begin = Instant::now();
        let later = |seconds| begin + Duration::from_secs(seconds);
        let honest = connections.enter_at(at(1), begin).unwrap();
        let crowd: Vec<Place> =
            (1..6).map(|i| connections.enter_at(at(9), later(i)).unwrap()).collect();
        let newcomers: Vec<Place> =
            (2..6).map(|i| connections.enter_at(at(i), later(10)).unwrap()).collect();
        assert!(!leaves(&honest));
        assert_eq!(crowd.iter().filter(|place| leaves(place)).count(), 4);
        assert!(!newcomers.iter().any(leaves));
        // Behind a proxy nobody is crowded.
        drop(crowd);
        let proxied: Vec<Place> =
            (0..20).map(|_| connections.enter_at(None, later(11)).unwrap()).collect();
        assert!(leaves(&honest) && proxied.iter().filter(|place| !leaves(place)).count() == 6);
    }

    #[test]
    fn silent_sockets_and_endless_requests_give_way_after_a_while() {
        let connections = Connections::new(2, 2);
        let begin = Instant::now();
        let socket = connections.enter_at(at(1), begin).unwrap();
        let request = connections.enter_at(at(2), begin).unwrap();
        *socket.link().line.activity() = Activity::Talking(begin);
        *request.link().line.activity() = Activity::Working(begin);
        assert_eq!(connections.enter_at(at(3), begin).err(), Some(Full::Site));
        let newcomer = connections.enter_at(at(3), begin + BUSY).unwrap();
        assert!(leaves(&request) && !leaves(&socket));
        *newcomer.link().line.activity() = Activity::Talking(begin + QUIET);
        let last = connections.enter_at(at(4), begin + QUIET).unwrap();
        assert!(leaves(&socket) && !leaves(&newcomer) && !leaves(&last));
    }

    #[test]
    fn a_socket_behind_a_proxy_counts_for_its_client() {
        let connections = Connections::new(100, 2);
        let (Some(client), begin) = (at(1), Instant::now()) else { panic!("an address") };
        let places: Vec<Place> =
            (0..3).map(|_| connections.enter_at(None, begin).unwrap()).collect();
        for place in &places[..2] {
            place.link().belongs_to(&client).unwrap();
            place.link().talks();
        }
        assert_eq!(places[2].link().belongs_to(&client), Err(Full::Address));
        drop(places);
        assert!(connections.places().all.is_empty() && connections.places().by_address.is_empty());
    }
}
