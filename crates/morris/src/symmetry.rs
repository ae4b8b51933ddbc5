//! The sixteen symmetries of the board: four rotations, mirrored or not, with the layers in either
//! order.

pub(crate) const SYMMETRIES: usize = 16;

/// A layer after `i % 4` quarter turns, mirrored first if `i >= 4`.
static LAYER: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 {
        let mut layer = 0;
        while layer < 256 {
            let byte = layer as u8;
            // Mirroring maps point p to -p: reverse the bits and rotate the top middle back to bit
            // 0.
            let byte = if i >= 4 { byte.reverse_bits().rotate_left(1) } else { byte };
            table[i][layer] = byte.rotate_left(2 * (i as u32 % 4));
            layer += 1;
        }
        i += 1;
    }
    table
};

/// Applies a symmetry to the points of a board with `layers` layers. Symmetry 0 is the identity;
/// those from 8 on reverse the layers.
#[inline]
pub(crate) fn apply_symmetry(points: u32, symmetry: usize, layers: usize) -> u32 {
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
    use crate::board::{Board, Direction};

    #[test]
    fn symmetries_preserve_neighbours_and_mills() {
        for layers in 2..=4_usize {
            let board = Board::with_layers(layers as u32);
            let points = board.points as u32;
            let mut seen = Vec::new();
            for symmetry in 0..SYMMETRIES {
                assert_eq!(apply_symmetry(points, symmetry, layers), points);
                let image: Vec<u32> =
                    (0..8 * layers).map(|p| apply_symmetry(1 << p, symmetry, layers)).collect();
                assert!(!seen.contains(&image));
                for (point, &image) in image.iter().enumerate() {
                    let beside = |men: u32| {
                        Direction::ALL
                            .iter()
                            .fold(0, |all, &direction| all | board.step(u64::from(men), direction))
                    };
                    let laid = apply_symmetry(beside(1 << point) as u32, symmetry, layers);
                    assert_eq!(beside(image) as u32, laid);
                }
                for men in [0x0000_0111, 0x0007_3c83, 0x00c1_4507, 0x0038_3801] {
                    let men = men & points;
                    let in_mills = |men: u32| board.in_mills(u64::from(men)) as u32;
                    let laid = apply_symmetry(in_mills(men), symmetry, layers);
                    assert_eq!(in_mills(apply_symmetry(men, symmetry, layers)), laid);
                }
                seen.push(image);
            }
        }
    }
}
