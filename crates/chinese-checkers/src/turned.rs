//! The star as each player sees it, with the own point at the top.

use crate::board::{FIRSTS, HOLES, PLACES, POINTS, ROWS, WIDTHS};

/// Index of each hole after the star is turned so that this point is at the top.
pub(crate) static TURNED: [[u8; HOLES]; POINTS] = {
    let mut table = [[0; HOLES]; POINTS];
    let mut hole = 0;
    while hole < HOLES {
        let (row, column) = PLACES[hole];
        // Two of the three cube coordinates from the centre, whose sum is 0.
        let mut z = row as isize - 8;
        let mut x = (column as isize - 12 - z) / 2;
        let mut point = 0;
        while point < POINTS {
            let (row, column) = ((z + 8) as usize, (2 * x + z + 12) as usize);
            table[point][hole] = (FIRSTS[row] + (column + WIDTHS[row] - 13) / 2) as u8;
            // Rotate by 60 degrees counterclockwise.
            (x, z) = (x + z, -x);
            point += 1;
        }
        hole += 1;
    }
    table
};

pub(crate) const CLASSES: usize = 65;

/// The class of each hole as seen from the top, the same for mirrored holes; numbered row by row,
/// from the middle outwards.
pub(crate) const CLASS: [u8; HOLES] = {
    let mut kinds = [0; HOLES];
    let (mut row, mut first) = (0, 0);
    while row < ROWS {
        let mut i = 0;
        while i < WIDTHS[row] {
            let off = (2 * i + 1).abs_diff(WIDTHS[row]) / 2;
            kinds[FIRSTS[row] + i] = (first + off) as u8;
            i += 1;
        }
        first += WIDTHS[row].div_ceil(2);
        row += 1;
    }
    assert!(first == CLASSES);
    kinds
};

/// Row of each hole, counted from the tip of this point.
pub(crate) static ROW: [[u8; HOLES]; POINTS] = {
    let mut rows = [[0; HOLES]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut hole = 0;
        while hole < HOLES {
            rows[point][hole] = PLACES[TURNED[point][hole] as usize].0 as u8;
            hole += 1;
        }
        point += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point_of;

    #[test]
    fn turning_moves_each_point_to_the_top() {
        for (point, turned) in TURNED.iter().enumerate() {
            let mut holes: Vec<u8> = turned.to_vec();
            for (hole, &turned) in holes.iter().enumerate() {
                let expected = point_of(hole).map(|p| (p + POINTS - point) % POINTS);
                assert_eq!(point_of(turned.into()), expected, "{hole} seen from {point}");
            }
            holes.sort_unstable();
            assert!(holes.into_iter().eq(0..HOLES as u8), "all holes seen from {point}");
        }
    }

    #[test]
    fn classes_are_mirror_symmetric() {
        for row in 0..ROWS {
            let kinds = &CLASS[FIRSTS[row]..][..WIDTHS[row]];
            assert!(kinds.iter().eq(kinds.iter().rev()));
        }
    }
}
