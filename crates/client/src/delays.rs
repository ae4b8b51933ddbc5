//! Latency statistics.

use std::fmt;
use std::time::Duration;

/// Recorded latencies.
#[derive(Clone, Debug, Default)]
pub struct Delays {
    micros: Vec<u32>,
}

impl Delays {
    /// Adds a latency.
    pub fn add(&mut self, delay: Duration) {
        self.micros.push(u32::try_from(delay.as_micros()).unwrap_or(u32::MAX));
    }

    /// Adds the latencies of another recording.
    pub fn extend(&mut self, other: &Delays) {
        self.micros.extend_from_slice(&other.micros);
    }

    /// Number of latencies.
    #[must_use]
    pub fn count(&self) -> usize {
        self.micros.len()
    }

    /// Returns the latency at this quantile (0.5: the median), in milliseconds. `None` if there is
    /// none.
    #[must_use]
    pub fn share(&self, share: f64) -> Option<f64> {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        Some(f64::from(sorted[(last as f64 * share).round() as usize]) / 1000.0)
    }

    /// Median in milliseconds.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        self.share(0.5)
    }

    /// 99th percentile in milliseconds.
    #[must_use]
    pub fn p99(&self) -> Option<f64> {
        self.share(0.99)
    }
}

impl fmt::Display for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.median(), self.p99()) {
            (Some(median), Some(p99)) => write!(f, "{median:.1} / {p99:.1} ms"),
            _ => write!(f, "none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_101_latencies() {
        let mut delays = Delays::default();
        assert_eq!(delays.median(), None);
        for millis in (0..=100).rev() {
            delays.add(Duration::from_millis(millis));
        }
        assert_eq!(delays.median(), Some(50.0));
        assert_eq!(delays.p99(), Some(99.0));
        assert_eq!(delays.share(1.0), Some(100.0));
        assert_eq!(delays.to_string(), "50.0 / 99.0 ms");
    }
}
