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

    /// Counts nodes; now and then the control sees whether they were the last ones.
    pub(crate) fn spend(&mut self, nodes: u64, control: &Control<'_>) {
        self.unreported += nodes;
        if self.unreported >= self.portion {
            control.report(self.unreported);
            self.unreported = 0;
        }
    }

    /// Nodes that the control has not heard of.
    pub(crate) fn unreported(&self) -> u64 {
        self.unreported
    }
}
