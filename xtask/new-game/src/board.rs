//! Cells, numbered row by row from the top left, and sets of them.

/// A set of cells, one bit each.
pub(crate) type Set = u16;

/// Cells of a row, and rows.
pub(crate) const SIDE: usize = 3;
pub(crate) const CELLS: usize = SIDE * SIDE;
pub(crate) const ALL: Set = (1 << CELLS) - 1;
pub(crate) const MIDDLE: Set = 1 << (CELLS / 2);

/// Three in a row: across, down and aslant.
pub(crate) const LINES: [Set; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The name of a cell: `a1` is at the bottom left.
pub(crate) fn name(cell: usize) -> String {
    let column = char::from(b'a' + (cell % SIDE) as u8);
    format!("{column}{}", SIDE - cell / SIDE)
}
