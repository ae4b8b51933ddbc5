//! Results of a whole space in memory, two bits each.

use crate::value::Wdl;

/// Results per byte.
pub(crate) const PER_BYTE: usize = 4;

/// Results of the slots of a space.
pub(crate) struct PackedWdl {
    bytes: Vec<u8>,
}

impl PackedWdl {
    pub(crate) fn new(bytes: Vec<u8>) -> PackedWdl {
        PackedWdl { bytes }
    }

    /// Returns the result of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Wdl {
        read(&self.bytes, slot as usize)
    }
}

/// Reads the result of a slot from packed bytes.
#[inline]
pub(crate) fn read(bytes: &[u8], slot: usize) -> Wdl {
    match bytes[slot / PER_BYTE] >> (2 * (slot % PER_BYTE)) & 3 {
        0 => Wdl::Drawn,
        1 => Wdl::Won,
        _ => Wdl::Lost,
    }
}

/// Encodes a result in two bits. `0b11` is unused.
pub(crate) const fn bits(outcome: Wdl) -> u8 {
    match outcome {
        Wdl::Drawn => 0,
        Wdl::Won => 1,
        Wdl::Lost => 2,
    }
}
