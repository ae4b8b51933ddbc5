//! The star: 121 holes, numbered row by row from the top tip, and its six points.

use agon_core::Cell;

pub(crate) const ROWS: usize = 17;
pub(crate) const HOLES: usize = 121;
pub(crate) const POINTS: usize = 6;

/// Number of holes of each row.
pub(crate) const WIDTHS: [usize; ROWS] =
    [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1];

/// Index of the first hole of each row.
pub(crate) const FIRSTS: [usize; ROWS] = {
    let mut firsts = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        firsts[row] = firsts[row - 1] + WIDTHS[row - 1];
        row += 1;
    }
    firsts
};

/// Row and column of each hole. Neighbours in a row are two columns apart; every row is centred on
/// column 12.
pub(crate) const PLACES: [(usize, usize); HOLES] = {
    let mut places = [(0, 0); HOLES];
    let mut row = 0;
    while row < ROWS {
        let mut i = 0;
        while i < WIDTHS[row] {
            places[FIRSTS[row] + i] = (row, 13 - WIDTHS[row] + 2 * i);
            i += 1;
        }
        row += 1;
    }
    places
};

/// The six directions as (row, column): three directions, then their opposites.
pub(crate) const DIRECTIONS: [(isize, isize); 6] =
    [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// The neighbour in each direction; `None` at the edge.
pub(crate) static BESIDE: [[Option<Cell>; 6]; HOLES] = {
    let mut table = [[None; 6]; HOLES];
    let mut hole = 0;
    while hole < HOLES {
        let mut d = 0;
        while d < 6 {
            let row = PLACES[hole].0 as isize + DIRECTIONS[d].0;
            let column = PLACES[hole].1 as isize + DIRECTIONS[d].1;
            table[hole][d] = hole_at(row, column);
            d += 1;
        }
        hole += 1;
    }
    table
};

const fn hole_at(row: isize, column: isize) -> Option<Cell> {
    if row < 0 || row >= ROWS as isize {
        return None;
    }
    let row = row as usize;
    let from_left = column - (13 - WIDTHS[row] as isize);
    if from_left < 0 || from_left >= 2 * WIDTHS[row] as isize {
        return None;
    }
    Some(Cell::new(FIRSTS[row] + from_left as usize / 2))
}

/// Returns the point of a hole, numbered clockwise from the top; `None` in the middle. The opposite
/// point is three further.
pub(crate) const fn point_of(hole: usize) -> Option<usize> {
    let (row, column) = PLACES[hole];
    let from_middle = row.abs_diff(8);
    let (left, right) = (column <= 2 + from_middle, column + from_middle >= 22);
    match row {
        0..=3 => Some(0),
        4..=7 if right => Some(1),
        9..=12 if right => Some(2),
        13.. => Some(3),
        9..=12 if left => Some(4),
        4..=7 if left => Some(5),
        _ => None,
    }
}

/// Returns the number of steps between two holes on an empty board.
pub(crate) fn distance(a: Cell, b: Cell) -> u32 {
    let (a, b) = (PLACES[a.index()], PLACES[b.index()]);
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    rows.max(rows.midpoint(columns)) as u32
}

/// Returns the row letter and number in the row from the left.
pub(crate) fn name(hole: Cell) -> String {
    let row = PLACES[hole.index()].0;
    format!("{}{}", row_letter(row), hole.index() - FIRSTS[row] + 1)
}

/// Returns the letter of a row, `a` for the top tip.
pub(crate) fn row_letter(row: usize) -> char {
    char::from(b'a' + row as u8)
}

pub(crate) fn parse_hole(text: &str) -> Option<Cell> {
    let mut rest = text.chars();
    let row = u32::from(rest.next()?).checked_sub(u32::from('a'))? as usize;
    let width = *WIDTHS.get(row)?;
    let number = agon_core::read_count("", rest.as_str(), width as u32).ok()? as usize;
    (number > 0).then(|| Cell::new(FIRSTS[row] + number - 1))
}
