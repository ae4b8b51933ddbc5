//! Token buckets that all servers of a site share.

/// Size and rate of a token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Microseconds per token.
    pub interval: i64,
    /// Maximum number of tokens.
    pub most: i64,
}

impl Bucket {
    /// Creates a bucket of `most` tokens that gains `rate` tokens per second.
    #[must_use]
    pub fn new(most: f64, rate: f64) -> Bucket {
        Bucket { interval: (1e6 / rate) as i64, most: most.max(1.0) as i64 }
    }

    /// Returns the microseconds in which it gains `count` tokens.
    pub(crate) fn time(self, count: u32) -> i64 {
        self.interval.saturating_mul(i64::from(count))
    }

    /// Returns the microseconds in which an empty bucket fills.
    pub(crate) fn span(self) -> i64 {
        self.interval.saturating_mul(self.most)
    }
}
