//! Inner loops of inference, compiled for the baseline and for AVX2 and selected at run time.
//! Integer arithmetic makes both give identical results.

use super::ONE;

/// Values processed together.
const LANES: usize = 32;
/// Squares are shifted right by this many bits to fit in a signed 16-bit lane.
pub(super) const SQUARE_SHIFT: u32 = 4;

/// Calls the AVX2 version of a function if the processor supports it.
macro_rules! widest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if wide::is_supported() {
            // SAFETY: AVX2 support is checked above.
            #[allow(unsafe_code, reason = "calls a function compiled for AVX2")]
            return unsafe { wide::$name($($argument),*) };
        }
        plain::$name($($argument),*)
    }};
}

/// Adds the rows at the first offsets of `changes` and subtracts those at the second, starting from
/// `source`, or from `sums` if `None`.
#[inline]
pub(super) fn accumulate(
    source: Option<&[i16]>,
    sums: &mut [i16],
    rows: &[i16],
    changes: [&[u32]; 2],
) {
    widest!(accumulate(source, sums, rows, changes));
}

/// Computes the dot product of `weights` with the clipped, squared sums, shifted right by
/// [`SQUARE_SHIFT`].
///
/// A square is at most 4,064 and a weight 8,191, so 32 products fit in 32 bits.
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
        // Fast paths for a move and a capture.
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

/// AVX2 version.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "256-bit loads take raw pointers")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
        _mm256_srli_epi16, _mm256_storeu_si256,
    };

    use super::{ONE, SQUARE_SHIFT, plain};

    /// Number of 16-bit lanes.
    const WIDTH: usize = 16;
    /// Chunk size after which each of the eight 32-bit lanes has summed 32 products.
    const PORTION: usize = 256;

    #[inline]
    pub(super) fn is_supported() -> bool {
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
        // SAFETY: the address is that of an array of 16 values.
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

    /// Returns pseudorandom values.
    fn numbers(count: usize, least: i16, most: i16) -> Vec<i16> {
        let range = i64::from(most) - i64::from(least) + 1;
        (0..count as i64)
            .map(|i| (i64::from(least) + (i * i * 7_919 + 13 * i) % range) as i16)
            .collect()
    }

    #[test]
    fn accumulates_rows_and_weighs_squares() {
        let rows = numbers(3 * 64, -400, 400);
        let mut sums = vec![5; 64];
        accumulate(None, &mut sums, &rows, [&[0, 128], &[64]]);
        let expected = |i: usize| 5 + rows[i] + rows[128 + i] - rows[64 + i];
        assert!(sums.iter().enumerate().all(|(i, &sum)| sum == expected(i)));

        // A move and a capture, which take the fast paths.
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
    #[allow(unsafe_code, reason = "calls a function compiled for AVX2")]
    fn avx2_matches_the_baseline() {
        if !wide::is_supported() {
            return;
        }
        let rows = numbers(6 * 2_048, i16::MIN, i16::MAX);
        let mut sums = [numbers(2_048, -600, 600), numbers(2_048, -600, 600)];
        let weights = numbers(2_048, -8_191, 8_191);
        let changes: [&[u32]; 2] = [&[0, 2_048, 6_144], &[4_096, 10_240]];
        plain::accumulate(None, &mut sums[0], &rows, changes);
        // SAFETY: AVX2 support is checked above.
        unsafe { wide::accumulate(None, &mut sums[1], &rows, changes) };
        assert_eq!(sums[0], sums[1]);
        let mut elsewhere = vec![0; 2_048];
        // SAFETY: AVX2 support is checked above.
        unsafe { wide::accumulate(Some(&sums[0]), &mut elsewhere, &rows, changes) };
        plain::accumulate(None, &mut sums[1], &rows, changes);
        assert_eq!(sums[1], elsewhere);
        for sums in [&sums[0], &numbers(2_048, -600, 600), &vec![i16::MAX; 2_048]] {
            for weights in [&weights, &vec![8_191; 2_048], &vec![-8_191; 2_048]] {
                // SAFETY: AVX2 support is checked above.
                assert_eq!(plain::weigh(sums, weights), unsafe { wide::weigh(sums, weights) });
            }
        }
    }
}
