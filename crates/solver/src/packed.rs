//! The outcomes of a whole space in memory, two bits each.

use crate::value::Wdl;

/// Positions whose outcomes share a byte.
pub(crate) const PER_BYTE: usize = 4;

/// The outcomes of the slots of a space.
pub(crate) struct PackedWdl {
    bytes: Vec<u8>,
}

impl PackedWdl {
    pub(crate) fn new(bytes: Vec<u8>) -> PackedWdl {
        PackedWdl { bytes }
    }

    /// The outcome of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Wdl {
        read(&self.bytes, slot as usize)
    }
}

/// The outcome of the slot with this number in packed bytes.
#[inline]
pub(crate) fn read(bytes: &[u8], slot: usize) -> Wdl {
    match bytes[slot / PER_BYTE] >> (2 * (slot % PER_BYTE)) & 3 {
        0 => Wdl::Drawn,
        1 => Wdl::Won,
        _ => Wdl::Lost,
    }
}

/// The two bits of an outcome. `0b11` is not used.
pub(crate) const fn bits(outcome: Wdl) -> u8 {
    match outcome {
        Wdl::Drawn => 0,
        Wdl::Won => 1,
        Wdl::Lost => 2,
    }
}
