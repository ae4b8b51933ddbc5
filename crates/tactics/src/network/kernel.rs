//! The loops in which a network spends its time. They are compiled twice, for any processor and for
//! those with 256-bit instructions, and the right one is chosen at run time. Whole numbers give the
//! same bits with both.

use super::ONE;

/// Numbers that are handled together.
const LANES: usize = 32;
/// Squares are handled in this many bits less, so that they fit in 16 with a sign.
pub(super) const SQUARE_SHIFT: u32 = 4;

/// Calls a function compiled for the widest instructions that this processor has.
macro_rules! widest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if wide::is_possible() {
            // SAFETY: the processor has the instructions.
            #[allow(unsafe_code, reason = "to call what was compiled for this processor")]
            return unsafe { wide::$name($($argument),*) };
        }
        plain::$name($($argument),*)
    }};
}

/// Adds the rows that begin at the first places of `changes` and subtracts those at the others: to what stands in
/// `source`, or to what the sums are already.
#[inline]
pub(super) fn accumulate(
    source: Option<&[i16]>,
    sums: &mut [i16],
    rows: &[i16],
    changes: [&[u32]; 2],
) {
    widest!(accumulate(source, sums, rows, changes));
}

/// The sum of the weights, each times the square of what stands beside it, held between 0 and 1 and
/// without its last [`SQUARE_SHIFT`] bits.
///
/// A square is at most 4,064 and a weight 8,191, so that 32 products fit in 32 bits.
#[inline]
pub(super) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
    widest!(weigh(sums, weights))
}

mod plain {
    use super::{LANES, ONE, SQUARE_SHIFT};

    #[inline(always)]
    pub(super) fn accumulate(
        source: Option<&[i16]>,
        sums: &mut [i16],
        rows: &[i16],
        [added, removed]: [&[u32]; 2],
    ) {
        let row = |start: u32| &rows[start as usize..][..sums.len()];
        // A move, and a move that takes something.
        match (source, added, removed) {
            (Some(source), &[to], &[from]) => {
                let (to, from) = (row(to), row(from));
                for (((sum, before), to), from) in sums.iter_mut().zip(source).zip(to).zip(from) {
                    *sum = before.wrapping_add(*to).wrapping_sub(*from);
                }
                return;
            }
            (Some(source), &[to], &[from, taken]) => {
                let (to, from, taken) = (row(to), row(from), row(taken));
                let weights = to.iter().zip(from).zip(taken);
                for ((sum, before), ((to, from), taken)) in sums.iter_mut().zip(source).zip(weights)
                {
                    *sum = before.wrapping_add(*to).wrapping_sub(*from).wrapping_sub(*taken);
                }
                return;
            }
            _ => {}
        }
        let source = source.map(|source| source.as_chunks::<LANES>().0);
        for (nth, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let row = |start: u32| -> &[i16; LANES] {
                rows[start as usize + nth * LANES..].first_chunk().unwrap_or(&[0; LANES])
            };
            let mut here = source.map_or(*sums, |source| source[nth]);
            for &start in added {
                for (sum, weight) in here.iter_mut().zip(row(start)) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for &start in removed {
                for (sum, weight) in here.iter_mut().zip(row(start)) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            *sums = here;
        }
    }

    pub(super) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
        let mut total = 0;
        for (sums, weights) in sums.chunks(LANES).zip(weights.chunks(LANES)) {
            let product = |(&sum, &weight): (&i16, &i16)| {
                let held = i32::from(sum.clamp(0, ONE as i16));
                ((held * held) >> SQUARE_SHIFT) * i32::from(weight)
            };
            total += i64::from(sums.iter().zip(weights).map(product).sum::<i32>());
        }
        total
    }
}

/// For processors with 256-bit instructions (AVX2).
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads of 256 bits take addresses")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_srli_epi16, _mm256_storeu_si256,
    };

    use super::{ONE, SQUARE_SHIFT, plain};

    /// Numbers of 16 bits in one of 256.
    const WIDTH: usize = 16;
    /// Of so many numbers each of the eight parts of the sum gets 32 products.
    const PORTION: usize = 256;

    #[inline]
    pub(super) fn is_possible() -> bool {
        is_x86_feature_detected!("avx2")
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn accumulate(
        source: Option<&[i16]>,
        sums: &mut [i16],
        rows: &[i16],
        changes: [&[u32]; 2],
    ) {
        plain::accumulate(source, sums, rows, changes);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
        // SAFETY: each address is that of an array of 16 numbers.
        let load = |numbers: &[i16; WIDTH]| unsafe {
            _mm256_loadu_si256(numbers.as_ptr().cast::<__m256i>())
        };
        let one = _mm256_set1_epi16(ONE as i16);
        let zero = _mm256_setzero_si256();
        let mut total = 0;
        for (sums, weights) in sums.chunks(PORTION).zip(weights.chunks(PORTION)) {
            let mut parts = zero;
            let pairs = sums.as_chunks::<WIDTH>().0.iter().zip(weights.as_chunks::<WIDTH>().0);
            for (sums, weights) in pairs {
                let held = _mm256_min_epi16(_mm256_max_epi16(load(sums), zero), one);
                let square = _mm256_mullo_epi16(held, held);
                let square = _mm256_srli_epi16::<{ SQUARE_SHIFT as i32 }>(square);
                parts = _mm256_add_epi32(parts, _mm256_madd_epi16(square, load(weights)));
            }
            let mut each = [0_i32; 8];
            // SAFETY: the address is that of an array of 256 bits.
            unsafe { _mm256_storeu_si256(each.as_mut_ptr().cast::<__m256i>(), parts) };
            total += each.into_iter().map(i64::from).sum::<i64>();
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like none in particular.
    fn numbers(count: usize, least: i16, most: i16) -> Vec<i16> {
        let range = i64::from(most) - i64::from(least) + 1;
        (0..count as i64)
            .map(|i| (i64::from(least) + (i * i * 7_919 + 13 * i) % range) as i16)
            .collect()
    }

    #[test]
    fn rows_come_and_go_and_squares_are_weighed() {
        let rows = numbers(3 * 64, -400, 400);
        let mut sums = vec![5; 64];
        accumulate(None, &mut sums, &rows, [&[0, 128], &[64]]);
        let expected = |i: usize| 5 + rows[i] + rows[128 + i] - rows[64 + i];
        assert!(sums.iter().enumerate().all(|(i, &sum)| sum == expected(i)));

        // A move and a capture, which have loops of their own, beginning elsewhere.
        for removed in [&[64][..], &[64, 128]] {
            let (mut at_once, mut by_steps) = (vec![0; 64], sums.clone());
            accumulate(Some(&sums), &mut at_once, &rows, [&[0], removed]);
            accumulate(None, &mut by_steps, &rows, [&[0], &[]]);
            removed.iter().for_each(|&row| accumulate(None, &mut by_steps, &rows, [&[], &[row]]));
            assert_eq!(at_once, by_steps, "{removed:?}");
        }

        let weights = numbers(64, -8_191, 8_191);
        let held = |sum: i16| i64::from(sum.clamp(0, 255));
        let products =
            sums.iter().zip(&weights).map(|(&s, &w)| held(s) * held(s) / 16 * i64::from(w));
        assert_eq!(weigh(&sums, &weights), products.sum::<i64>());
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "to call what was compiled for this processor")]
    fn wide_instructions_give_the_same_bits() {
        if !wide::is_possible() {
            return;
        }
        let rows = numbers(6 * 2_048, i16::MIN, i16::MAX);
        let mut sums = [numbers(2_048, -600, 600), numbers(2_048, -600, 600)];
        let weights = numbers(2_048, -8_191, 8_191);
        let changes: [&[u32]; 2] = [&[0, 2_048, 6_144], &[4_096, 10_240]];
        plain::accumulate(None, &mut sums[0], &rows, changes);
        // SAFETY: asked above.
        unsafe { wide::accumulate(None, &mut sums[1], &rows, changes) };
        assert_eq!(sums[0], sums[1]);
        let mut elsewhere = vec![0; 2_048];
        // SAFETY: asked above.
        unsafe { wide::accumulate(Some(&sums[0]), &mut elsewhere, &rows, changes) };
        plain::accumulate(None, &mut sums[1], &rows, changes);
        assert_eq!(sums[1], elsewhere);
        for sums in [&sums[0], &numbers(2_048, -600, 600), &vec![i16::MAX; 2_048]] {
            for weights in [&weights, &vec![8_191; 2_048], &vec![-8_191; 2_048]] {
                // SAFETY: asked above.
                assert_eq!(plain::weigh(sums, weights), unsafe { wide::weigh(sums, weights) });
            }
        }
    }
}
