//! What servers do besides answering: commits, and what they tell each other.

use std::ops::Sub;

use agon_client::Site;
use anyhow::Result;

/// Numbers of `/metrics`, of all servers together.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Traffic {
    pub(crate) writes: f64,
    pub(crate) commits: f64,
    pub(crate) conflicts: f64,
    /// Messages to NATS, and their bytes.
    pub(crate) told: f64,
    pub(crate) told_bytes: f64,
    /// Messages from NATS.
    pub(crate) heard: f64,
}

impl Traffic {
    pub(crate) async fn of(sites: &[Site]) -> Result<Traffic> {
        let mut sum = Traffic::default();
        for site in sites {
            let page = site.get("/metrics").await?.body;
            let page = page.as_str().unwrap_or_default();
            // A program of before may not tell all of them.
            let get = |name: &str| -> f64 {
                let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
                line.and_then(|value| value.parse().ok()).unwrap_or_default()
            };
            sum.writes += get("agon_store_writes_total");
            sum.commits += get("agon_store_commits_total");
            sum.conflicts += get("agon_store_conflicts_total");
            sum.told += get("agon_nats_told_total");
            sum.told_bytes += get("agon_nats_told_bytes_total");
            sum.heard += get("agon_nats_heard_total");
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
            told: self.told - before.told,
            told_bytes: self.told_bytes - before.told_bytes,
            heard: self.heard - before.heard,
        }
    }
}
