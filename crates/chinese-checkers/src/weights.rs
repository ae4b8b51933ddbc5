//! Evaluation weights in hundredths of a good move; see `eval.rs`.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 69] = [
    // Holes row by row from the own tip, from the middle outwards.
    -340,
    -304,
    -264, -268,
    -233, -242,
    -203, -207, -221, -243, -273, -313, -361,
    -176, -185, -202, -229, -264, -308,
    -148, -152, -166, -188, -218, -258,
    -123, -132, -150, -176, -211,
    -101, -105, -119, -141, -171,
    -81, -90, -108, -134, -169,
    -61, -65, -79, -101, -131, -171,
    -47, -56, -74, -100, -135, -179,
    -32, -36, -50, -72, -102, -142, -190,
    -18, -27,
    -5, -9,
    11,
    36,
    // Forward hops: all marbles, best marble of the player to move, best marble of another player.
    6, 14, 3,
    // Side to move.
    20,
];
