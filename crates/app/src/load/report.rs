//! What was measured.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;

/// What all clients together saw.
#[derive(Default, Debug)]
pub(crate) struct Report {
    /// Microseconds from sending a move until the opponent had it.
    delays: Mutex<Vec<u32>>,
    pub(crate) confirmed: AtomicU64,
    pub(crate) finished: AtomicU64,
}

impl Report {
    pub(crate) fn delay(&self, delay: Duration) {
        let mut delays = self.delays.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        delays.push(u32::try_from(delay.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn write(&self, out: &mut impl Write, time: Duration, games: usize) -> Result<()> {
        let mut delays = self.delays.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        delays.sort_unstable();
        let confirmed = self.confirmed.load(Ordering::Relaxed);
        let finished = self.finished.load(Ordering::Relaxed);
        let rate = confirmed as f64 / time.as_secs_f64();
        writeln!(
            out,
            "{games} games, {confirmed} moves confirmed in {:.0} s: {rate:.0} a second; {finished} games came to their end",
            time.as_secs_f64()
        )?;
        if let Some(last) = delays.len().checked_sub(1) {
            let at = |share: f64| f64::from(delays[(last as f64 * share) as usize]) / 1000.0;
            writeln!(
                out,
                "from sending to the opponent: median {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, most {:.1} ms ({} moves)",
                at(0.5),
                at(0.9),
                at(0.99),
                at(0.999),
                at(1.0),
                delays.len()
            )?;
        }
        Ok(())
    }
}
