//! How often a search that counts its nodes looks at the clock.

use crate::limits::Control;

/// After so many nodes the clock is looked at.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// The nodes of one thread; tells the control of them in portions that are small enough for
/// its limit.
#[derive(Debug)]
pub(crate) struct Pace {
    portion: u64,
    unreported: u64,
}

impl Pace {
    pub(crate) fn new(control: &Control<'_>) -> Pace {
        let portion = control.limits.nodes.map_or(NODES_BETWEEN_LOOKS, |most| most / 32);
        Pace { portion: portion.clamp(1, NODES_BETWEEN_LOOKS), unreported: 0 }
    }

    /// Counts nodes; now and then the control sees whether they were the last ones. Tells whether
    /// it was asked.
    pub(crate) fn spend(&mut self, nodes: u64, control: &Control<'_>) -> bool {
        self.unreported += nodes;
        let is_time = self.unreported >= self.portion;
        if is_time {
            control.report(self.unreported);
            self.unreported = 0;
        }
        is_time
    }

    /// Nodes that the control has not heard of.
    pub(crate) fn unreported(&self) -> u64 {
        self.unreported
    }
}
