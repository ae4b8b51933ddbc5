//! Patterns of marbles in small regions of the board.
//!
//! Pushes act along lines and marbles support their neighbours, so the regions are the 27 lines of
//! the board and the 37 holes that have six neighbours, each with these neighbours. The state of a
//! region is a base-3 number with a digit for each hole: 0 empty, 1 marble of the player to move, 2
//! marble of the opponent.
//!
//! The board has twelve symmetries. Regions that they map onto each other share their patterns, and
//! states of a region that its own symmetries map onto each other are one pattern.

use agon_core::Cell;

use crate::board::{
    COORDINATES, Coordinates, Direction, HOLES, Set, bit, cells, hole_in, next, row_length,
};

pub(crate) const REGIONS: usize = 64;
/// Number of states of all kinds of regions, before symmetric ones are merged.
pub(crate) const STATES: usize = 19_683 + 6_561 + 2_187 + 729 + 243 + 6 * 2_187;
pub(crate) const PATTERNS: usize = 22_173;

pub(crate) const REGION_NAMES: [&str; 11] = [
    "lines of nine",
    "lines of eight",
    "lines of seven",
    "lines of six",
    "lines of five",
    "around the centre",
    "around holes at distance one",
    "around holes at distance two, towards a corner",
    "around holes at distance two, towards a side",
    "around holes at distance three, towards a corner",
    "around holes at distance three, towards a side",
];

/// The state of each region plus the offset of its kind, an index below [`STATES`].
pub(crate) type States = [u16; REGIONS];

/// Precomputed tables.
pub(crate) struct Patterns {
    /// States of the empty board.
    empty: States,
    /// Amount that a marble of the player to move, or of the opponent, adds to the states.
    marbles: [[States; HOLES]; 2],
    pub(crate) kinds: [usize; REGIONS],
    /// The pattern of each state; symmetric states share one.
    pub(crate) of: Vec<u16>,
}

impl Patterns {
    /// Returns the states of all regions, seen by the player with the marbles `own`.
    #[inline]
    pub(crate) fn states(&self, own: Set, other: Set) -> States {
        let mut states = self.empty;
        for (set, marbles) in [own, other].into_iter().zip(&self.marbles) {
            for cell in cells(set) {
                for (state, add) in states.iter_mut().zip(&marbles[cell.index()]) {
                    *state = state.wrapping_add(*add);
                }
            }
        }
        states
    }

    pub(crate) fn new() -> Patterns {
        let mut patterns = Patterns {
            empty: [0; REGIONS],
            marbles: [[[0; REGIONS]; HOLES]; 2],
            kinds: [0; REGIONS],
            of: Vec::with_capacity(STATES),
        };
        let mut count = 0;
        let mut region = 0;
        for (kind, shape) in shapes().into_iter().enumerate() {
            let base = patterns.of.len();
            let images =
                SYMMETRIES.map(|side| shape.iter().map(|&c| side.apply(c)).collect::<Vec<_>>());
            let mut seen: Vec<Set> = Vec::new();
            for image in &images {
                let set = image.iter().fold(0, |set, &cell| set | bit(cell));
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                patterns.kinds[region] = kind;
                patterns.empty[region] = base as u16;
                for (digit, cell) in image.iter().enumerate() {
                    let worth = 3_u16.pow(digit as u32);
                    patterns.marbles[0][cell.index()][region] = worth;
                    patterns.marbles[1][cell.index()][region] = 2 * worth;
                }
                region += 1;
            }
            // The symmetries that map the shape onto itself, as permutations of its holes.
            let turns: Vec<Vec<usize>> = images
                .iter()
                .filter_map(|image| {
                    let place = |cell: &Cell| image.iter().position(|c| c == cell);
                    shape.iter().map(place).collect()
                })
                .collect();
            for state in 0..3_usize.pow(shape.len() as u32) {
                let digit = |place: usize| state / 3_usize.pow(place as u32) % 3;
                let turned = turns.iter().map(|turn| {
                    turn.iter().rev().fold(0, |number, &place| number * 3 + digit(place))
                });
                let least = turned.min().unwrap_or(state);
                let pattern = if least == state {
                    count += 1;
                    count - 1
                } else {
                    patterns.of[base + least]
                };
                patterns.of.push(pattern);
            }
        }
        assert_eq!((region, patterns.of.len(), usize::from(count)), (REGIONS, STATES, PATTERNS));
        patterns
    }
}

/// Returns one region of each kind.
fn shapes() -> Vec<Vec<Cell>> {
    let lines = (4..9).map(|row| (0..row_length(row)).map(|i| hole_in(row, i)).collect());
    let centres = [(4, 4), (4, 5), (4, 6), (5, 5), (4, 7), (5, 6)];
    let around = centres.into_iter().map(|(row, index)| {
        let centre = hole_in(row, index);
        let neighbours = Direction::ALL.into_iter().filter_map(|d| next(centre, d));
        std::iter::once(centre).chain(neighbours).collect()
    });
    lines.chain(around).collect()
}

/// A symmetry of the board: `turns` rotations by 60 degrees after an optional reflection.
#[derive(Clone, Copy)]
struct Symmetry {
    turns: usize,
    mirrored: bool,
}

const SYMMETRIES: [Symmetry; 12] = {
    let mut sides = [Symmetry { turns: 0, mirrored: false }; 12];
    let mut i = 0;
    while i < 12 {
        sides[i] = Symmetry { turns: i / 2, mirrored: i % 2 == 1 };
        i += 1;
    }
    sides
};

impl Symmetry {
    fn apply(self, cell: Cell) -> Cell {
        let Coordinates { row, number } = COORDINATES[cell.index()];
        let (mut up, mut on) = (row as isize - 4, number as isize - 5);
        if self.mirrored {
            (up, on) = (-up, on - up);
        }
        for _ in 0..self.turns {
            (up, on) = (on, on - up);
        }
        let same =
            |place: &Coordinates| (place.row as isize, place.number as isize) == (up + 4, on + 5);
        Cell::new(COORDINATES.iter().position(same).expect("the board is the same from all sides"))
    }
}
