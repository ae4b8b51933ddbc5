//! Store and message-bus counters of the servers.

use std::ops::Sub;

use agon_client::Site;
use anyhow::Result;

/// Sums of `/metrics` values over all servers.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Traffic {
    pub(crate) writes: f64,
    pub(crate) commits: f64,
    pub(crate) conflicts: f64,
    /// NATS messages sent, and their bytes.
    pub(crate) sent: f64,
    pub(crate) sent_bytes: f64,
    /// NATS messages received.
    pub(crate) received: f64,
}

impl Traffic {
    pub(crate) async fn of(sites: &[Site]) -> Result<Traffic> {
        let mut sum = Traffic::default();
        for site in sites {
            let page = site.get("/metrics").await?.body;
            let page = page.as_str().unwrap_or_default();
            // Older servers may lack some of the metrics.
            let get = |name: &str| -> f64 {
                let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
                line.and_then(|value| value.parse().ok()).unwrap_or_default()
            };
            sum.writes += get("agon_store_writes_total");
            sum.commits += get("agon_store_commits_total");
            sum.conflicts += get("agon_store_conflicts_total");
            sum.sent += get("agon_nats_told_total");
            sum.sent_bytes += get("agon_nats_told_bytes_total");
            sum.received += get("agon_nats_heard_total");
        }
        Ok(sum)
    }
}

impl Sub for Traffic {
    type Output = Traffic;

    fn sub(self, before: Traffic) -> Traffic {
        Traffic {
            writes: self.writes - before.writes,
            commits: self.commits - before.commits,
            conflicts: self.conflicts - before.conflicts,
            sent: self.sent - before.sent,
            sent_bytes: self.sent_bytes - before.sent_bytes,
            received: self.received - before.received,
        }
    }
}
