//! Sets of points, in a word that is as wide as the board needs.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use agon_core::{Cell, Cells};

/// A set of points, bit `8 * layer + place`. Boards of up to eight layers fit into 64 bits;
/// counting and playouts run half again as fast in them as in the 128 bits that the largest
/// board needs.
pub(crate) trait Set:
    Copy
    + Into<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    const EMPTY: Self;

    /// How many layers fit into the word.
    const LAYERS: usize = size_of::<Self>();

    /// The same set in this word, which is wide enough for it.
    fn of(points: u128) -> Self;

    /// These places in every layer.
    fn in_every_layer(places: u8) -> Self;

    fn len(self) -> usize;

    #[inline]
    fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline]
    fn cells(self) -> Cells {
        Cells(self.into())
    }

    /// The member of the set that has `skip` others before it. Halves the word until one
    /// point is left: no branch depends on the set, so none is guessed wrong.
    #[inline]
    fn nth(self, mut skip: usize) -> Cell {
        let mut at = 0;
        let mut width = 8 * Self::LAYERS / 2;
        while width > 0 {
            let below = (self >> at).without(!Self::EMPTY << width).len();
            let beyond = skip >= below;
            skip -= if beyond { below } else { 0 };
            at += if beyond { width } else { 0 };
            width /= 2;
        }
        Cell::new(at)
    }
}

macro_rules! set_in {
    ($word:ty) => {
        impl Set for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn of(points: u128) -> $word {
                points as $word
            }

            #[inline]
            fn in_every_layer(places: u8) -> $word {
                <$word>::from_ne_bytes([places; size_of::<$word>()])
            }

            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
        }
    };
}

set_in!(u32);
set_in!(u64);
set_in!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_counted_from_the_lowest() {
        let set = 1 << 3 | 1 << 17 | 1 << 18 | 1 << 63;
        let wide = u128::of(set) | 1 << 71;
        for (skip, cell) in Cells(set).enumerate() {
            assert_eq!(u64::of(set).nth(skip), cell);
            assert_eq!(wide.nth(skip), cell);
        }
        assert_eq!(wide.nth(4), Cell::new(71));
    }
}
