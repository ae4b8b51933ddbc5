//! Packed midgame and endgame weights.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

/// Early weight in the lower and late weight in the upper 16 bits of a word, so that one addition
/// adds both. Sums must fit in 16 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// Zero.
    pub const ZERO: Pair = Pair(0);

    /// Packs two weights.
    #[must_use]
    pub const fn new(early: i32, late: i32) -> Pair {
        Pair((late << 16) + early)
    }

    /// Packs a flat list of alternating early and late weights.
    #[must_use]
    pub const fn all<const N: usize>(weights: &[i32]) -> [Pair; N] {
        let mut pairs = [Pair::ZERO; N];
        let mut i = 0;
        while i < N {
            pairs[i] = Pair::new(weights[2 * i], weights[2 * i + 1]);
            i += 1;
        }
        pairs
    }

    /// Returns the weight for the start of the game.
    #[must_use]
    #[inline(always)]
    pub const fn early(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the weight for the end of the game.
    #[must_use]
    #[inline(always)]
    pub const fn late(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// Adds two pairs; `const` counterpart of `+`.
    #[must_use]
    #[inline(always)]
    pub const fn plus(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        self.plus(other)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = self.plus(other);
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline(always)]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times)
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Pair>>(pairs: I) -> Pair {
        pairs.fold(Pair::ZERO, Pair::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_weights_of_any_sign() {
        let numbers = [-8_000, -1, 0, 1, 8_000];
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
            let pair = Pair::new(a, b);
            assert_eq!((pair.early(), pair.late()), (a, b));
            let sum = pair * 3 - Pair::new(b, a);
            assert_eq!((sum.early(), sum.late()), (3 * a - b, 3 * b - a));
        }
    }
}
