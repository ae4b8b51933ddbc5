//! A small random number generator: the same seed gives the same numbers everywhere.

/// SplitMix64. Good enough for playouts, openings and hash keys; not for secrets.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// A generator that starts somewhere else each time.
    #[must_use]
    pub fn from_entropy() -> Rng {
        use std::hash::{BuildHasher, RandomState};
        Rng(RandomState::new().hash_one(std::process::id()))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A table of random bits for hash keys.
    #[must_use]
    pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
        let mut rng = Rng::new(seed);
        let mut keys = [0; N];
        let mut i = 0;
        while i < N {
            keys[i] = rng.next_u64();
            i += 1;
        }
        keys
    }
}
