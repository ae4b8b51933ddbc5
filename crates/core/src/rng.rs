//! Deterministic random number generator.

/// SplitMix64. Suitable for playouts, openings and hash keys; not cryptographically secure.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed. Equal seeds give equal sequences on every platform.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Creates a generator with a random seed.
    #[must_use]
    pub fn from_entropy() -> Rng {
        use std::hash::{BuildHasher, RandomState};
        Rng(RandomState::new().hash_one(std::process::id()))
    }

    /// Returns the next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in `0..bound`. `bound` must not be 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// Returns a table of random hash keys.
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
