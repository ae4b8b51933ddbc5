//! What a search wants to know.

use agon_tactics::{Evaluation, Tactics};

use crate::__Type__;
use crate::board::CELLS;
use crate::eval;

impl Tactics for __Type__ {
    const SLOTS: usize = CELLS;
    const TARGETS: usize = CELLS;
    const EVALUATIONS: &'static [Evaluation<__Type__>] = &[eval::OPEN_LINES];

    fn id(m: u8) -> u32 {
        m.into()
    }

    fn slot(&self, m: u8) -> usize {
        m.into()
    }

    fn target(&self, m: u8) -> usize {
        m.into()
    }
}
