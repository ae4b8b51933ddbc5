//! The time, in milliseconds since 1970. Within one run of the server it never goes back.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use agon_protocol::units::Millis;
pub use agon_table::files::day;
use tokio::time::Instant as TokioInstant;

/// The server's time at an instant of the past. It can only be put forward.
struct Base {
    instant: Instant,
    millis: AtomicU64,
}

static BASE: OnceLock<Base> = OnceLock::new();
/// Milliseconds by which the system's date may be ahead.
const SLACK: Millis = Millis(1_000);

fn system() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().into()
}

fn base() -> &'static Base {
    BASE.get_or_init(|| Base { instant: Instant::now(), millis: AtomicU64::new(system().0) })
}

/// Now.
#[must_use]
pub fn now() -> Millis {
    let base = base();
    Millis(base.millis.load(Ordering::Relaxed)) + base.instant.elapsed().into()
}

/// Goes on to the system's date where that is ahead: the machine has slept, or its date was put
/// right. A date that goes back is not followed; the next start takes it.
pub(crate) fn follow_system() {
    let ahead = system().since(now());
    if ahead > SLACK {
        base().millis.fetch_add(ahead.0, Ordering::Relaxed);
    }
}

/// The instant for the runtime's timers; the past becomes now.
pub(crate) fn instant_of(at: Millis) -> TokioInstant {
    TokioInstant::now() + at.since(now()).duration()
}

/// The time of the day at Greenwich: `06:30:00`.
#[must_use]
pub(crate) fn of_day(at: Millis) -> String {
    let seconds = at.0 % Millis::DAY.0 / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use agon_protocol::units::Millis;

    #[test]
    fn days_are_those_of_the_calendar() {
        let table = [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_767_225_599_999, "2025.12.31"),
            (4_107_542_400_000, "2100.03.01"),
        ];
        for (at, day) in table {
            assert_eq!(super::day(Millis(at)), day);
        }
        assert_eq!(super::of_day(Millis(951_868_799_999)), "23:59:59");
    }
}
