//! Ranks of point sets: the sets of `k` points among the first `n` are numbered from 0 to
//! `binomial(n, k) - 1`, and the numbers do not depend on `n`.

/// Points in each half of a set; tables over halves fit into the L1 cache.
const HALF: u32 = 12;
const LOW: u32 = (1 << HALF) - 1;

/// Returns the number of subsets of size `k` of a set of size `n`.
pub(crate) const fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let (mut result, mut i) = (1, 0);
    while i < k {
        result = result * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    result
}

/// Rank of a lower half among those of the same size.
static BELOW: [u16; 1 << HALF] = {
    let mut seen = [0; HALF as usize + 1];
    let mut below = [0; 1 << HALF];
    let mut low = 0;
    while low < below.len() {
        let size = low.count_ones() as usize;
        below[low] = seen[size];
        seen[size] += 1;
        low += 1;
    }
    below
};

/// Maps sets of `k` points to their ranks and back.
#[derive(Clone, Debug)]
pub(crate) struct Rank {
    /// Number of sets whose upper half is smaller.
    above: Box<[u32]>,
    sets: Box<[u32]>,
}

impl Rank {
    /// Lists the sets of `k` among `n` points, `n` at most 24.
    pub(crate) fn new(n: u32, k: u32) -> Rank {
        let mut by_size: Vec<Vec<u32>> = vec![Vec::new(); HALF as usize + 1];
        for low in 0..=LOW {
            by_size[low.count_ones() as usize].push(low);
        }
        let points = (1_u64 << n) - 1;
        let (mut above, mut sets) = (Vec::new(), Vec::new());
        for high in 0..=LOW {
            above.push(sets.len() as u32);
            let left = k.checked_sub(high.count_ones()).filter(|&left| left <= HALF);
            let lows = left.map_or(&[][..], |left| &by_size[left as usize]);
            let whole = lows.iter().map(|low| high << HALF | low);
            sets.extend(whole.filter(|&set| u64::from(set) & !points == 0));
        }
        Rank { above: above.into(), sets: sets.into() }
    }

    #[inline]
    pub(crate) fn of(&self, set: u32) -> u32 {
        self.above[(set >> HALF) as usize] + u32::from(BELOW[(set & LOW) as usize])
    }

    #[inline]
    pub(crate) fn set(&self, number: u32) -> u32 {
        self.sets[number as usize]
    }

    pub(crate) fn sets(&self) -> &[u32] {
        &self.sets
    }
}

/// Bit gather and scatter (`pext` and `pdep`), byte by byte.
#[derive(Clone, Debug)]
pub(crate) struct Squeeze {
    /// Bits of the second index selected by the first, moved down.
    together: Box<[[u8; 256]; 256]>,
    apart: Box<[[u8; 256]; 256]>,
}

impl Squeeze {
    pub(crate) fn new() -> Squeeze {
        let mut together = vec![[0; 256]; 256];
        let mut apart = vec![[0; 256]; 256];
        for mask in 0..256_usize {
            for value in 0..256_usize {
                let places = (0..8).filter(|place| mask >> place & 1 == 1);
                for (next, place) in places.enumerate() {
                    together[mask][value] |= ((value >> place & 1) << next) as u8;
                    apart[mask][value] |= ((value >> next & 1) << place) as u8;
                }
            }
        }
        let whole = "a table for every mask";
        Squeeze {
            together: together.try_into().expect(whole),
            apart: apart.try_into().expect(whole),
        }
    }

    /// Returns the bits of `set` selected by `mask`, moved down to the lowest bits.
    #[inline]
    pub(crate) fn together(&self, set: u32, mask: u32) -> u32 {
        let (mut result, mut width) = (0, 0);
        for i in 0..3 {
            let (set, mask) = (set >> (8 * i) & 0xff, mask >> (8 * i) & 0xff);
            result |= u32::from(self.together[mask as usize][set as usize]) << width;
            width += mask.count_ones();
        }
        result
    }

    /// Spreads `set` over the bits of `mask`: the inverse of [`Squeeze::together`].
    #[inline]
    pub(crate) fn apart(&self, mut set: u32, mask: u32) -> u32 {
        let mut result = 0;
        for i in 0..3 {
            let mask = mask >> (8 * i) & 0xff;
            result |= u32::from(self.apart[mask as usize][(set & 0xff) as usize]) << (8 * i);
            set >>= mask.count_ones();
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_do_not_depend_on_the_number_of_points() {
        for n in [7, 10, 12, 15, 16, 21, 24] {
            for k in 0..=9.min(n) {
                let rank = Rank::new(n, k);
                assert_eq!(rank.sets().len() as u64, binomial(n, k));
                let wide = Rank::new(24, k);
                for (number, &set) in rank.sets().iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert_eq!(wide.of(set) as usize, number);
                }
            }
        }
    }

    #[test]
    fn apart_reverses_together() {
        let squeeze = Squeeze::new();
        for mask in [0x00ff_ffff, 0x00f0_7e81, 0x0012_3456, 1, 0] {
            for set in [0x0051_2ca5, 0x00aa_aaaa, 0x0000_ffff, 0x00ff_ffff] {
                let small = squeeze.together(set, mask);
                assert!(small >> mask.count_ones() == 0);
                assert_eq!(squeeze.apart(small, mask), set & mask);
            }
        }
    }
}
