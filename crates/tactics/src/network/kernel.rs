//! The loops in which a network spends its time, written so that the compiler makes the widest
//! instructions of them that the build allows. Whole numbers give the same bits with all of them.

use super::ONE;

/// Numbers that are handled together.
const LANES: usize = 32;

/// Adds a row.
#[inline]
pub(super) fn add(sums: &mut [i16], row: &[i16]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// Subtracts a row.
#[inline]
pub(super) fn subtract(sums: &mut [i16], row: &[i16]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// Adds a row and subtracts another one.
#[inline]
pub(super) fn exchange(sums: &mut [i16], added: &[i16], removed: &[i16]) {
    let rows = added.chunks_exact(LANES).zip(removed.chunks_exact(LANES));
    for (sums, (added, removed)) in sums.chunks_exact_mut(LANES).zip(rows) {
        for (sum, (add, remove)) in sums.iter_mut().zip(added.iter().zip(removed)) {
            *sum = sum.wrapping_add(*add).wrapping_sub(*remove);
        }
    }
}

/// The sum of the weights, each times the square of what stands beside it, held between 0 and 1.
///
/// A weight is at most 127, so that its product with what is held fits in 16 bits and the product of that
/// with what is held is one of two numbers of 16 bits, for which processors have an instruction.
#[inline]
pub(super) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
    let mut total = 0_i64;
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        let mut part = 0_i32;
        for (sum, weight) in sums.iter().zip(weights) {
            let held = (*sum).clamp(0, ONE as i16);
            part += i32::from(held) * i32::from(held.wrapping_mul(*weight));
        }
        total += i64::from(part);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_and_go_and_squares_are_weighed() {
        let row: Vec<i16> = (0..64).map(|i| i * 7 - 100).collect();
        let other: Vec<i16> = (0..64).map(|i| 300 - i * 9).collect();
        let mut sums = vec![5; 64];
        add(&mut sums, &row);
        assert_eq!(sums[10], 5 - 30);
        exchange(&mut sums, &other, &row);
        subtract(&mut sums, &other);
        assert_eq!(sums, [5; 64]);

        let weights: Vec<i16> = (0..64).map(|i| i * 4 - 127).collect();
        let held = |sum: i16| i64::from(sum.clamp(0, 255));
        let expected: i64 =
            row.iter().zip(&weights).map(|(&s, &w)| held(s) * held(s) * i64::from(w)).sum();
        assert_eq!(weigh(&row, &weights), expected);
    }
}
