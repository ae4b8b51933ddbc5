//! What the features of an army are worth, in hundredths of a good move; see `eval.rs`.

/// One weight for each of the features, in their order.
pub(crate) const WEIGHTS: [i32; 7] = [
    // rows, sideways, last row, second last row, at home, in the target, tempo
    25, -4, 14, 7, -8, 9, 45,
];
