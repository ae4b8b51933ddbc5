//! Per-thread node counter.

use crate::limits::Control;

/// Maximum number of nodes between two checks of the limits.
const MAX_BATCH: u64 = 512;

/// Counts the nodes of one thread and reports them to the control in batches, small enough for its
/// node limit.
#[derive(Debug)]
pub(crate) struct NodeCounter {
    nodes: u64,
    batch: u64,
    /// Node count of the next report.
    next_report: u64,
}

impl NodeCounter {
    pub(crate) fn new(control: &Control<'_>) -> NodeCounter {
        let batch = control.limits.nodes.map_or(MAX_BATCH, |most| most / 32);
        let batch = batch.clamp(1, MAX_BATCH);
        NodeCounter { nodes: 0, batch, next_report: batch }
    }

    /// Counts nodes and reports a complete batch.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64, control: &Control<'_>) {
        self.nodes += nodes;
        if self.nodes >= self.next_report {
            control.report(self.unreported());
            self.next_report = self.nodes + self.batch;
        }
    }

    fn unreported(&self) -> u64 {
        self.nodes + self.batch - self.next_report
    }

    /// Nodes of this thread.
    pub(crate) fn own(&self) -> u64 {
        self.nodes
    }

    /// Nodes of all threads: those reported, and the unreported ones of this thread.
    pub(crate) fn total(&self, control: &Control<'_>) -> u64 {
        control.nodes() + self.unreported()
    }
}
