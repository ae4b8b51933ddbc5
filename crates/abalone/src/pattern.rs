//! Patterns: how the marbles stand in a few holes that belong together.
//!
//! Pushes happen along lines and marbles support each other as neighbours, so nearly all that
//! matters is seen in the 27 lines of the board and around its 37 holes that have all six
//! neighbours. What stands in such a region is a number to the base of three: a digit for each
//! hole, 0 when it is empty, 1 for a marble of the player to move, 2 for one of the other.
//!
//! The board looks the same from twelve sides. Regions that lie alike are seen alike, each
//! from its own side, and a region that looks the same from several sides gives the same
//! pattern from all of them.

use agon_core::Cell;

use crate::board::{Direction, HOLES, PLACES, Place, Set, bit, cells, hole_in, next, row_length};

/// How many regions there are.
pub(crate) const REGIONS: usize = 64;
/// How many patterns the regions of all kinds have, before those that look alike are joined.
pub(crate) const STATES: usize = 19_683 + 6_561 + 2_187 + 729 + 243 + 6 * 2_187;
/// How many of them differ.
pub(crate) const PATTERNS: usize = 22_173;

/// The kinds of regions.
pub(crate) const REGION_NAMES: [&str; 11] = [
    "lines of nine",
    "lines of eight",
    "lines of seven",
    "lines of six",
    "lines of five",
    "around the centre",
    "around holes one off",
    "around holes two off, towards a corner",
    "around holes two off, towards a side",
    "around holes three off, towards a corner",
    "around holes three off, towards a side",
];

/// The state of each region, its kind included: an index below [`STATES`].
pub(crate) type States = [u16; REGIONS];

/// What is counted out once.
pub(crate) struct Patterns {
    /// The states of the empty board.
    empty: States,
    /// What a marble in a hole adds, of the player to move and of the other.
    marbles: [[States; HOLES]; 2],
    /// The kind of each region.
    pub(crate) kinds: [usize; REGIONS],
    /// The pattern of each state: those that look alike share one.
    pub(crate) of: Vec<u16>,
}

impl Patterns {
    /// The states of all regions, as the player with the marbles `own` sees them.
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
            let images = SIDES.map(|side| shape.iter().map(|&c| side.see(c)).collect::<Vec<_>>());
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
            // From which sides the shape lies where it lay before, its holes changing places.
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

/// One region of each kind.
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

/// A side from which the board looks the same: turned so many times by 60 degrees, and seen
/// from below or not.
#[derive(Clone, Copy)]
struct Side {
    turns: usize,
    mirrored: bool,
}

const SIDES: [Side; 12] = {
    let mut sides = [Side { turns: 0, mirrored: false }; 12];
    let mut i = 0;
    while i < 12 {
        sides[i] = Side { turns: i / 2, mirrored: i % 2 == 1 };
        i += 1;
    }
    sides
};

impl Side {
    fn see(self, cell: Cell) -> Cell {
        let Place { row, number } = PLACES[cell.index()];
        let (mut up, mut on) = (row as isize - 4, number as isize - 5);
        if self.mirrored {
            (up, on) = (-up, on - up);
        }
        for _ in 0..self.turns {
            (up, on) = (on, on - up);
        }
        let same = |place: &Place| (place.row as isize, place.number as isize) == (up + 4, on + 5);
        Cell::new(PLACES.iter().position(same).expect("the board is the same from all sides"))
    }
}
