//! The outcomes of a whole space in memory, two bits each.

use crate::value::Outcome;

/// Positions whose outcomes share a byte.
pub(crate) const PER_BYTE: usize = 4;

/// The outcomes of the slots of a space.
pub(crate) struct Outcomes {
    bytes: Vec<u8>,
}

impl Outcomes {
    pub(crate) fn new(bytes: Vec<u8>) -> Outcomes {
        Outcomes { bytes }
    }

    /// The outcome of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Outcome {
        read(&self.bytes, slot as usize)
    }
}

/// The outcome of the slot with this number in packed bytes.
#[inline]
pub(crate) fn read(bytes: &[u8], slot: usize) -> Outcome {
    match bytes[slot / PER_BYTE] >> (2 * (slot % PER_BYTE)) & 3 {
        0 => Outcome::Drawn,
        1 => Outcome::Won,
        _ => Outcome::Lost,
    }
}

/// The two bits of an outcome. `0b11` is not used.
pub(crate) const fn bits(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Drawn => 0,
        Outcome::Won => 1,
        Outcome::Lost => 2,
    }
}
