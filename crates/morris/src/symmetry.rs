//! The sixteen ways in which a board can be laid onto itself: turned by quarters, mirrored,
//! and with its layers in the opposite order.

/// How many symmetries a board has.
pub(crate) const SYMMETRIES: usize = 16;

/// A layer after a quarter turn repeated `i % 4` times, and mirrored before that if `i >= 4`.
static LAYER: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 {
        let mut layer = 0;
        while layer < 256 {
            let byte = layer as u8;
            // Mirroring maps place p to -p: reverse the order, and the top middle comes back
            // to its place.
            let byte = if i >= 4 { byte.reverse_bits().rotate_left(1) } else { byte };
            table[i][layer] = byte.rotate_left(2 * (i as u32 % 4));
            layer += 1;
        }
        i += 1;
    }
    table
};

/// The points after symmetry `symmetry` of a board with `layers` layers; number 0 changes
/// nothing, those from 8 turn the board inside out.
#[inline]
pub(crate) fn lay(points: u32, symmetry: usize, layers: usize) -> u32 {
    let turn = &LAYER[symmetry % 8];
    let [a, b, c, d] = points.to_le_bytes().map(|layer| turn[usize::from(layer)]);
    let laid = [a, b, c, d];
    if symmetry < 8 {
        u32::from_le_bytes(laid)
    } else {
        u32::from_be_bytes(laid) >> (8 * (4 - layers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Way};

    #[test]
    fn every_symmetry_keeps_neighbours_and_mills() {
        for layers in 2..=4_usize {
            let board = Board::with_layers(layers as u32);
            let points = board.points as u32;
            let mut seen = Vec::new();
            for symmetry in 0..SYMMETRIES {
                assert_eq!(lay(points, symmetry, layers), points);
                let image: Vec<u32> =
                    (0..8 * layers).map(|p| lay(1 << p, symmetry, layers)).collect();
                assert!(!seen.contains(&image));
                for (point, &image) in image.iter().enumerate() {
                    let beside = |men: u32| {
                        Way::ALL.iter().fold(0, |all, &way| all | board.step(u64::from(men), way))
                    };
                    let laid = lay(beside(1 << point) as u32, symmetry, layers);
                    assert_eq!(beside(image) as u32, laid);
                }
                for men in [0x0000_0111, 0x0007_3c83, 0x00c1_4507, 0x0038_3801] {
                    let men = men & points;
                    let in_mills = |men: u32| board.in_mills(u64::from(men)) as u32;
                    let laid = lay(in_mills(men), symmetry, layers);
                    assert_eq!(in_mills(lay(men, symmetry, layers)), laid);
                }
                seen.push(image);
            }
        }
    }
}
