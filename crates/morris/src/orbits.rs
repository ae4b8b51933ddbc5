//! Orbits of piece sets under the symmetries of the board.

use crate::rank::Rank;
use crate::symmetry::{SYMMETRIES, apply_symmetry};

/// The sets of one size, grouped into orbits.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    /// For every set, by rank: its orbit, the symmetry that maps it onto the canonical set, and
    /// whether other symmetries do so too.
    pub(crate) entries: Vec<Entry>,
    /// The canonical sets.
    pub(crate) firsts: Vec<u32>,
    /// For each canonical set, the symmetries that map it onto itself, one bit each.
    pub(crate) fixing: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry(u32);

impl Entry {
    fn new(orbit: usize, symmetry: usize, folded: bool) -> Entry {
        Entry((orbit as u32) << 5 | u32::from(folded) << 4 | symmetry as u32)
    }

    #[inline]
    pub(crate) fn orbit(self) -> usize {
        (self.0 >> 5) as usize
    }

    #[inline]
    pub(crate) fn symmetry(self) -> usize {
        (self.0 & 15) as usize
    }

    #[inline]
    pub(crate) fn is_folded(self) -> bool {
        self.0 >> 4 & 1 == 1
    }
}

impl Orbits {
    pub(crate) fn new(layers: usize, rank: &Rank) -> Orbits {
        // No symmetry but the identity maps these three pieces onto themselves, so they identify
        // the inverse.
        let lone = 0b1011;
        let inverse = |symmetry: usize| {
            let back = |&other: &usize| {
                apply_symmetry(apply_symmetry(lone, symmetry, layers), other, layers) == lone
            };
            (0..SYMMETRIES).find(back).expect("every symmetry has an inverse")
        };
        let inverses: Vec<usize> = (0..SYMMETRIES).map(inverse).collect();
        let mut entries = vec![None; rank.sets().len()];
        let (mut firsts, mut fixing) = (Vec::new(), Vec::new());
        for (number, &set) in rank.sets().iter().enumerate() {
            if entries[number].is_some() {
                continue;
            }
            let fixes = |&symmetry: &usize| apply_symmetry(set, symmetry, layers) == set;
            let fixed =
                (0..SYMMETRIES).filter(fixes).fold(0, |bits, symmetry| bits | 1 << symmetry);
            for (symmetry, &back) in inverses.iter().enumerate() {
                let image = rank.of(apply_symmetry(set, symmetry, layers)) as usize;
                entries[image] = Some(Entry::new(firsts.len(), back, fixed != 1));
            }
            firsts.push(set);
            fixing.push(fixed);
        }
        let entries = entries.into_iter().flatten().collect();
        Orbits { entries, firsts, fixing }
    }
}
