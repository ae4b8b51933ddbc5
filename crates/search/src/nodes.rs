//! The node counter of a thread.

use crate::limits::Control;

/// After so many nodes the clock is looked at.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// The nodes of one thread; tells the control of them in portions that are small enough for
/// its limit.
#[derive(Debug)]
pub(crate) struct NodeCounter {
    portion: u64,
    unreported: u64,
    nodes: u64,
}

impl NodeCounter {
    pub(crate) fn new(control: &Control<'_>) -> NodeCounter {
        let portion = control.limits.nodes.map_or(NODES_BETWEEN_LOOKS, |most| most / 32);
        NodeCounter { portion: portion.clamp(1, NODES_BETWEEN_LOOKS), unreported: 0, nodes: 0 }
    }

    /// Counts nodes; now and then the control sees whether they were the last ones.
    pub(crate) fn add(&mut self, nodes: u64, control: &Control<'_>) {
        self.nodes += nodes;
        self.unreported += nodes;
        if self.unreported >= self.portion {
            control.report(self.unreported);
            self.unreported = 0;
        }
    }

    /// The nodes of this thread.
    pub(crate) fn own(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads, as far as they have been reported or are our own.
    pub(crate) fn total(&self, control: &Control<'_>) -> u64 {
        control.nodes() + self.unreported
    }
}
