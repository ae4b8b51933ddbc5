//! Position spaces for the solver.

use std::ops::ControlFlow;

use agon_core::{Exit, Game, Indexed, Position, Rules, Solvable, Space, TablebaseInfo};

use crate::index::{Census, Index, Leaving};
use crate::rules::MIN_MEN;
use crate::{Morris, MorrisRules};

/// The spaces of a board: first those of the moving phase by number of pieces, then those of the
/// placing phase, last placements first.
pub struct MorrisSpaces {
    index: Index,
    rules: MorrisRules,
    spaces: Vec<Census>,
    /// Space numbers, indexed by [`number`].
    numbers: Vec<Option<Space>>,
}

/// Tables of spaces with up to this many pieces in hand are not stored: a search reaches the moving
/// phase quickly.
const MAX_UNSTORED_HAND: u32 = 5;

impl MorrisSpaces {
    fn space(&self, census: Census) -> Option<Space> {
        self.numbers.get(number(census)).copied().flatten()
    }

    fn census(&self, space: Space) -> Census {
        self.spaces[space.0]
    }

    #[inline]
    fn known(&self, census: Census) -> Space {
        self.numbers[number(census)].expect("moves lead to spaces of the list")
    }
}

impl Solvable for MorrisSpaces {
    type Game = Morris;

    const TABLEBASES: &'static [TablebaseInfo] = &[
        TablebaseInfo { id: Morris::ID, rules: "", title: Morris::TITLE },
        TablebaseInfo { id: "morris2", rules: "layers=2", title: "Six Men's Morris (two layers)" },
    ];
    const TOO_LARGE: &'static str =
        "this board is too large to be solved; boards of 2 and 3 layers can be";

    fn new(rules: &MorrisRules) -> Option<MorrisSpaces> {
        let index = Index::new(rules)?;
        let mut spaces = placing(index.men());
        spaces.extend(moving(index.men()));
        spaces.sort_by_key(|c| (c.in_hand, c.mover + c.other, c.mover.max(c.other), c.other));
        let mut numbers = vec![None; (2 * index.men() as usize + 1) << 8];
        for (i, &census) in spaces.iter().enumerate() {
            numbers[number(census)] = Some(Space(i));
        }
        Some(MorrisSpaces { index, rules: *rules, spaces, numbers })
    }

    fn without_limits(rules: &MorrisRules) -> MorrisRules {
        MorrisRules { quiet_plies: 0, ..*rules }
    }

    fn place(&self, position: &Morris) -> Option<(Space, u64)> {
        let (census, slot) = self.index.place(position)?;
        Some((self.space(census)?, slot))
    }

    fn position(&self, space: Space, slot: u64) -> Option<Morris> {
        self.index.position(self.census(space), slot)
    }

    fn positions(&self, space: Space) -> u64 {
        self.index.positions(self.census(space))
    }

    fn is_within(&self, space: Space, stronger: u32, weaker: u32) -> bool {
        let Census { in_hand, mover, other } = self.census(space);
        in_hand == 0 && mover.max(other) <= stronger && mover.min(other) <= weaker
    }

    fn plies_left(position: &Morris) -> Option<u32> {
        let limit = position.rules().quiet_plies;
        (limit > 0).then(|| limit.saturating_sub(position.quiet()))
    }
}

/// Returns the censuses of the moving phase: three pieces or more for each side.
fn moving(men: u32) -> Vec<Census> {
    let men = MIN_MEN..=men;
    let beside = |mover| men.clone().map(move |other| Census { in_hand: 0, mover, other });
    men.clone().flat_map(beside).collect()
}

/// Returns the censuses of the placing phase that are reachable from the start.
fn placing(men: u32) -> Vec<Census> {
    let mut all = vec![Census { in_hand: 2 * men, mover: 0, other: 0 }];
    let mut next = 0;
    while let Some(&census) = all.get(next) {
        for after in after_placement(census) {
            if after.in_hand > 0 && !all.contains(&after) {
                all.push(after);
            }
        }
        next += 1;
    }
    all
}

/// Returns the censuses after a placement, without a mill and, if one is possible, with one;
/// finished games are left out.
fn after_placement(census: Census) -> impl Iterator<Item = Census> {
    let Census { in_hand, mover, other } = census;
    let plain = Census { in_hand: in_hand - 1, mover: other, other: mover + 1 };
    let mill = (plain.other >= 3 && other > 0).then(|| Census { mover: other - 1, ..plain });
    let undecided = |after: &Census| after.mover + after.hands().0 >= MIN_MEN;
    [Some(plain), mill].into_iter().flatten().filter(undecided)
}

#[inline]
fn number(census: Census) -> usize {
    (census.in_hand << 8 | census.mover << 4 | census.other) as usize
}

impl Indexed for MorrisSpaces {
    fn title(&self) -> String {
        let rules = MorrisRules { quiet_plies: MorrisRules::default().quiet_plies, ..self.rules };
        format!("morris {}", rules.text())
    }

    fn units(&self) -> Vec<Vec<Space>> {
        let mut units: Vec<Vec<Space>> = Vec::new();
        for i in 0..self.spaces.len() {
            let (space, partner) = (Space(i), self.partner(Space(i)));
            match partner.cmp(&space) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => units.push(vec![space]),
                std::cmp::Ordering::Greater => units.push(vec![space, partner]),
            }
        }
        units
    }

    fn name(&self, space: Space) -> String {
        let Census { in_hand, mover, other } = self.census(space);
        match in_hand {
            0 => format!("morris-{}-{mover}-{other}", self.rules.layers),
            _ => format!("morris-{}-hand-{in_hand}-{mover}-{other}", self.rules.layers),
        }
    }

    fn slots(&self, space: Space) -> u64 {
        self.index.slots(self.census(space))
    }

    fn partner(&self, space: Space) -> Space {
        let Census { in_hand, mover, other } = self.census(space);
        match in_hand {
            0 => self.known(Census { in_hand, mover: other, other: mover }),
            _ => space,
        }
    }

    fn beyond(&self, space: Space) -> Vec<Space> {
        let census = self.census(space);
        if census.in_hand > 0 {
            return after_placement(census).filter_map(|after| self.space(after)).collect();
        }
        let removed = Census { in_hand: 0, mover: census.other - 1, other: census.mover };
        self.space(removed).into_iter().collect()
    }

    fn is_passing(&self, space: Space) -> bool {
        (1..=MAX_UNSTORED_HAND).contains(&self.census(space).in_hand)
    }

    #[inline]
    fn leave(
        &self,
        space: Space,
        slot: u64,
        out: &mut impl FnMut(Exit) -> ControlFlow<()>,
    ) -> Option<u32> {
        self.index.leave(self.census(space), slot, &mut |leaving| {
            out(match leaving {
                Leaving::Won => Exit::Won,
                Leaving::To(census, slot) => Exit::To(self.known(census), slot),
            })
        })
    }

    #[inline]
    fn quiet(&self, space: Space, slot: u64, out: &mut impl FnMut(u64)) {
        self.index.quiet(self.census(space), slot, out);
    }

    #[inline]
    fn before(&self, space: Space, slot: u64, out: &mut impl FnMut(u64, u32)) {
        self.index.before(self.census(space), slot, out);
    }
}
