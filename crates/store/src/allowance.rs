//! A bucket that all servers of a site share.

/// How much it holds, and how fast it fills.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Microseconds in which one more comes in.
    pub interval: i64,
    /// How many fit.
    pub most: i64,
}

impl Bucket {
    /// One that holds so many and gets so many a second.
    #[must_use]
    pub fn new(most: f64, rate: f64) -> Bucket {
        Bucket { interval: (1e6 / rate) as i64, most: most.max(1.0) as i64 }
    }

    /// Microseconds in which so many come in.
    pub(crate) fn time(self, count: u32) -> i64 {
        self.interval.saturating_mul(i64::from(count))
    }

    /// Microseconds in which an empty one is full.
    pub(crate) fn span(self) -> i64 {
        self.interval.saturating_mul(self.most)
    }
}
