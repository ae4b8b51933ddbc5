//! What the search does besides plain alpha-beta. All of it can be switched off, to measure
//! what it brings and to have a reference that is exact.

/// The parts of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Features {
    /// Store positions in the transposition table.
    pub transposition_table: bool,
    /// Quiescence search: evaluate positions only after noisy moves have been tried.
    pub quiescence: bool,
    /// Singular extensions: look deeper at a move that alone holds the position.
    pub singular: bool,
    /// Null move pruning: trust that a side that may pass and still stands well would do so by
    /// moving.
    pub null_move: bool,
    /// Late move reductions: look less deep at moves that come late in the order.
    pub reductions: bool,
    /// Futility and late move pruning and their like: leave out moves and positions that seem
    /// hopeless.
    pub pruning: bool,
    /// Correction history: correct evaluations by what searches of similar positions found.
    pub correction: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Features = Features {
        transposition_table: true,
        quiescence: true,
        singular: true,
        null_move: true,
        reductions: true,
        pruning: true,
        correction: true,
    };

    /// Plain alpha-beta to a fixed depth: exact.
    pub const PLAIN: Features = Features {
        transposition_table: false,
        quiescence: false,
        singular: false,
        null_move: false,
        reductions: false,
        pruning: false,
        correction: false,
    };

    /// Switches one part by its name; `None` for an unknown name.
    #[must_use]
    pub fn with(mut self, name: &str, on: bool) -> Option<Features> {
        let part = match name {
            "table" => &mut self.transposition_table,
            "quiescence" => &mut self.quiescence,
            "singular" => &mut self.singular,
            "null_move" => &mut self.null_move,
            "reductions" => &mut self.reductions,
            "pruning" => &mut self.pruning,
            "correction" => &mut self.correction,
            _ => return None,
        };
        *part = on;
        Some(self)
    }
}
