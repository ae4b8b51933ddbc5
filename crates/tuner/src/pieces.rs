//! Parallel work with results that do not depend on the number of threads.

use std::ops::Range;
use std::thread;

/// Rows per chunk. Floating-point sums depend on their order, so chunks and the order of their
/// sums are the same for any number of threads.
const PIECE: usize = 4_096;

/// Returns the results of `work` for each chunk of `0..count`, in order.
pub(crate) fn in_pieces<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let piece = |nth: usize| work(nth * PIECE..count.min((nth + 1) * PIECE));
    let pieces = count.div_ceil(PIECE);
    let share = pieces.div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let shares = (0..pieces).step_by(share);
        let workers: Vec<_> = shares
            .map(|first| {
                let piece = &piece;
                let mine = first..pieces.min(first + share);
                scope.spawn(move || mine.map(piece).collect::<Vec<T>>())
            })
            .collect();
        let done = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_ordered_for_any_number_of_threads() {
        for count in [0, 1, PIECE, PIECE + 1, 7 * PIECE + 5] {
            let alone = in_pieces(count, 1, |range| range);
            assert_eq!(alone.iter().map(Range::len).sum::<usize>(), count);
            assert!(alone.windows(2).all(|pair| pair[0].end == pair[1].start));
            for threads in [0, 2, 3, 20] {
                assert_eq!(in_pieces(count, threads, |range| range), alone);
            }
        }
    }
}
