//! The node counter of a thread.

use crate::limits::Control;

/// After so many nodes the clock is looked at.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// The nodes of one thread; tells the control of them in portions that are small enough for
/// its limit.
#[derive(Debug)]
pub(crate) struct NodeCounter {
    nodes: u64,
    portion: u64,
    /// When so many are counted, a portion is complete.
    due: u64,
}

impl NodeCounter {
    pub(crate) fn new(control: &Control<'_>) -> NodeCounter {
        let portion = control.limits.nodes.map_or(NODES_BETWEEN_LOOKS, |most| most / 32);
        let portion = portion.clamp(1, NODES_BETWEEN_LOOKS);
        NodeCounter { nodes: 0, portion, due: portion }
    }

    /// Counts nodes; now and then the control sees whether they were the last ones.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64, control: &Control<'_>) {
        self.nodes += nodes;
        if self.nodes >= self.due {
            control.report(self.unreported());
            self.due = self.nodes + self.portion;
        }
    }

    fn unreported(&self) -> u64 {
        self.nodes + self.portion - self.due
    }

    /// The nodes of this thread.
    pub(crate) fn own(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads, as far as they have been reported or are our own.
    pub(crate) fn total(&self, control: &Control<'_>) -> u64 {
        control.nodes() + self.unreported()
    }
}
