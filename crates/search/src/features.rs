//! Switches for the parts of the search beyond plain alpha-beta, used for measurements and for an
//! exact reference search.

/// The optional parts of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Features {
    /// Transposition table.
    pub transposition_table: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Singular extensions.
    pub singular: bool,
    /// Null move pruning.
    pub null_move: bool,
    /// Late move reductions.
    pub reductions: bool,
    /// Futility, late move and related pruning of moves and nodes.
    pub pruning: bool,
    /// Correction history.
    pub correction: bool,
}

impl Features {
    /// All features.
    pub const ALL: Features = Features {
        transposition_table: true,
        quiescence: true,
        singular: true,
        null_move: true,
        reductions: true,
        pruning: true,
        correction: true,
    };

    /// Plain alpha-beta to a fixed depth, which is exact.
    pub const PLAIN: Features = Features {
        transposition_table: false,
        quiescence: false,
        singular: false,
        null_move: false,
        reductions: false,
        pruning: false,
        correction: false,
    };

    /// Switches one feature by its field name; returns `None` for an unknown name.
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
