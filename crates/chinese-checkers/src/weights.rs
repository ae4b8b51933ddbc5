//! What our own evaluation is made of, in hundredths of a good move; see `eval.rs`.

#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; 69] = [
    // Holes row by row from the own tip, from the middle outwards.
    -384,
    -338,
    -294, -297,
    -254, -261,
    -216, -219, -229, -245, -267, -296, -331,
    -182, -189, -202, -221, -246, -278,
    -150, -153, -163, -179, -201, -230,
    -122, -129, -142, -161, -186,
    -96, -99, -109, -125, -147,
    -74, -81, -94, -113, -138,
    -54, -57, -67, -83, -105, -134,
    -38, -45, -58, -77, -102, -134,
    -24, -27, -37, -53, -75, -104, -139,
    -14, -21,
    -6, -9,
    -2,
    0,
    // Hops ahead of each marble, of the best one of the player to move, of one who waits.
    2, 15, 0,
    // To move.
    0,
];
