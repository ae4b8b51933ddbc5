//! Two weights in one number.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A weight for the beginning of a game in the lower half of a word, and one for its end in the
/// upper half: both are added at once. Sums must stay within 16 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair(0);

    /// Two weights.
    #[must_use]
    pub const fn new(early: i32, late: i32) -> Pair {
        Pair((late << 16) + early)
    }

    /// The pairs of weights that lie one after the other.
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

    /// The weight for the beginning.
    #[must_use]
    #[inline(always)]
    pub const fn early(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The weight for the end.
    #[must_use]
    #[inline(always)]
    pub const fn late(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The sum, also where traits cannot be used.
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
    fn both_weights_come_back_whatever_their_signs() {
        let numbers = [-8_000, -1, 0, 1, 8_000];
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
            let pair = Pair::new(a, b);
            assert_eq!((pair.early(), pair.late()), (a, b));
            let sum = pair * 3 - Pair::new(b, a);
            assert_eq!((sum.early(), sum.late()), (3 * a - b, 3 * b - a));
        }
    }
}
